// Predict first: what can be asked about the next moment of a search before it is shown, with hints of growing help.
//
// Asked is only what the reader can know from what is shown: whether the node that has just heard from a child stops
// now, which of its moves are then never visited, what value it reports, and at the end which move is played.
import { predict as texts } from "../texts";
import { pathOf, type Spot } from "./drawing";
import { readValue } from "./marking";
import type { Run } from "./run";
import { story, who } from "./sentences";
import { bounded, counted, isEntered, isLeaf, plainNumber, soFar, valueAt, windowOnEntry } from "./steps";
import { BOUND, CHANCE, CUT } from "./trace";

export interface Question {
  kind: "cut" | "edges" | "value" | "move";
  text: string;
  of: string[]; // to choose from; empty: a number is written
  right: string[]; // the moves, one of `of`, or the value
  hints: string[]; // each says more; the last one is the answer
}

// What is asked before the moment after this one is shown.
export function questionsAt(run: Run, moment: number): Question[] {
  const { walk, trace } = run;
  const next = moment + 1;
  if (next >= walk.count) return [];
  const row = walk.row(next);
  const leaving = walk.isLeave(next) && !isLeaf(trace, row);
  const node = leaving ? row : trace.parent[row];
  if (node < 0) return [];
  const asked = new Asker(run, moment, node);
  const cut = leaving && trace.cut(row) !== CUT.none;
  const found: Question[] = [];
  const again = !leaving && trace.isResearch(row); // the same move once more: nothing is decided
  if (asked.mayStop && !again) found.push(asked.cut(cut));
  if (cut && asked.rest.length) found.push(asked.edges());
  if (leaving) found.push(asked.value());
  if (leaving && row === trace.roots[trace.roots.length - 1] && trace.header.result?.move) found.push(asked.move());
  return found;
}

// Whether an answer is right: the same moves, or the same value; the sign of a bound may be left out.
export function isRight(question: Question, answer: readonly string[]): boolean {
  if (question.of.length)
    return answer.length === question.right.length && question.right.every((each) => answer.includes(each));
  const [given, right] = [readValue(answer[0] ?? ""), readValue(question.right[0])];
  if (!given || !right) return (answer[0] ?? "").trim() === question.right[0];
  return Math.abs(given.value - right.value) <= 0.005 && (!given.sign || given.sign === right.sign);
}

class Asker {
  private readonly step: number;
  private readonly kids: Spot[];
  private readonly name: string;
  private readonly mover: string;
  readonly rest: Spot[]; // moves of the node that were not visited so far

  constructor(
    private readonly run: Run,
    private readonly moment: number,
    private readonly node: number,
  ) {
    const { trace, walk, forest } = run;
    this.step = walk.steps[moment];
    const spot = forest.of(node);
    this.kids = forest.kids(spot);
    this.rest = this.kids.filter((kid) => !kid.rows.some((row) => isEntered(trace, row, this.step)));
    this.name = pathOf(spot).length ? spot.move : texts.root;
    this.mover = who(trace, trace.turn[node]);
  }

  // A child has just answered, others are left, and the search prunes; the root, whose window is open, never stops.
  get mayStop(): boolean {
    const { trace, walk } = this.run;
    const heard = walk.isLeave(this.moment) && trace.parent[walk.row(this.moment)] === this.node;
    return (
      trace.prunes && heard && trace.parent[this.node] >= 0 && this.rest.length > 0 && trace.turn[this.node] !== CHANCE
    );
  }

  cut(yes: boolean): Question {
    const { trace } = this.run;
    const max = trace.turn[this.node] === 0;
    const best = soFar(trace, this.node, this.step);
    const window = windowOnEntry(trace, this.node);
    const edge = max ? `β = ${window.betaText}` : `α = ${window.alphaText}`;
    return {
      kind: "cut",
      text: texts.cut(this.mover, this.name),
      of: [texts.yes, texts.no],
      right: [yes ? texts.yes : texts.no],
      hints: [
        texts.cutRule(this.mover, max, trace.header.options.cut === ">"),
        texts.cutNumbers(this.mover, bounded(best.text, best.bound), edge),
        yes ? this.answer() : texts.noCut,
      ],
    };
  }

  edges(): Question {
    const visited = this.kids.filter((kid) => !this.rest.includes(kid)).map((kid) => kid.move);
    return {
      kind: "edges",
      text: texts.edges(this.name),
      of: this.kids.map((kid) => kid.move),
      right: this.rest.map((kid) => kid.move),
      hints: [texts.edgesRule, texts.edgesNumbers(visited.join(", ")), this.answer()],
    };
  }

  value(): Question {
    const { trace } = this.run;
    const own = valueAt(trace, this.node);
    const right = bounded(own.text, own.bound);
    const values = counted(trace, this.node, this.step).map((child) => {
      const each = valueAt(trace, child);
      return bounded(each.text, each.bound);
    });
    const plain = readValue(right) !== null;
    const turn = trace.turn[this.node];
    return {
      kind: "value",
      text: texts.value(this.name),
      of: plain ? [] : [...new Set([...values, right])].sort(),
      right: [plain && turn === CHANCE ? plainNumber(own.value!) : right],
      hints: [
        turn === CHANCE ? texts.chanceRule : texts.valueRule(this.mover, turn === 0, own.bound !== BOUND.exact),
        texts.valueNumbers(this.name, values.join(", ") || texts.none),
        this.answer(),
      ],
    };
  }

  move(): Question {
    const { trace } = this.run;
    return {
      kind: "move",
      text: texts.move(this.mover),
      of: this.kids.map((kid) => kid.move),
      right: [trace.header.result!.move!],
      hints: [texts.moveRule(this.mover, trace.turn[this.node] === 0), this.answer()],
    };
  }

  private answer(): string {
    return story(this.run.walk, this.moment + 1).text;
  }
}
