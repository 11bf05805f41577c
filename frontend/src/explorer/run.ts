// One recorded search, ready to be shown: its rows, its moments, its drawing, and how each node looks at a step.
import type { Boards } from "./boards";
import { Forest, isUnder, visit, type Leaf, type Spot } from "./drawing";
import type { Box } from "./layout";
import { SCISSORS, type Look, type NodeState } from "./paint";
import { doneAt, signOf, whyOf } from "./selective";
import { bestLine, bounded, isCutBy, isDone, isEntered, known, plainNumber, Walk, windowNow } from "./steps";
import { CHANCE, CUT, KIND, type Trace } from "./trace";

export class Run {
  readonly walk: Walk;
  readonly forest: Forest;
  readonly room: number; // of a node in the drawing
  private readonly leafRoom: number; // of a leaf of an explicit tree, whose text is known

  constructor(readonly trace: Trace) {
    this.walk = new Walk(trace);
    this.forest = new Forest(trace);
    this.room = roomFor(trace);
    this.leafRoom = trace.header.tree ? leafRoomFor(trace) : this.room;
  }

  roomOf = (spot: Spot): number => (spot.spot && !spot.spot.children.length ? this.leafRoom : this.room);

  // Where the search stands at a moment; the position of its pass at the top.
  spot = (moment: number): Spot => this.forest.of(this.walk.row(moment));
  top = (moment: number): Spot => this.forest.top(this.trace.root(this.walk.row(moment)));

  // The principal variation as it stands.
  best(moment: number): Spot[] {
    let here = this.top(moment);
    const found = [];
    for (const row of bestLine(this.trace, this.trace.root(this.walk.row(moment)), this.walk.steps[moment])) {
      const next = this.forest.kids(here).find((kid) => kid.rows.includes(row));
      if (!next) break;
      here = next;
      found.push(here);
    }
    return found;
  }

  // What a pass that is over has found: "Depth 3: e5".
  passAnswer(pass: number): string {
    const { trace } = this;
    const row = trace.roots[pass];
    const best = known(trace, row, trace.leave[row]);
    return best.from < 0 ? "" : `${trace.move(best.from)} (${bounded(best.text, best.bound)})`;
  }

  // The first moment at which a node is entered; the moment at which it is left. −1 if never.
  entry(spot: Spot): number {
    const row = spot.rows.find((each) => this.trace.enter[each] >= 0);
    return row === undefined ? -1 : this.walk.at(this.trace.enter[row]);
  }
  exit(spot: Spot): number {
    const rows = spot.rows.filter((each) => this.trace.leave[each] >= 0);
    return rows.length ? this.walk.at(this.trace.leave[rows[rows.length - 1]]) : -1;
  }

  looks(moment: number, selected: Spot | null, boards: Boards | null = null): (box: Box<Leaf>) => Look {
    const step = this.walk.steps[moment];
    const current = this.spot(moment);
    const best = new Set(this.best(moment));
    const cache = new Map<Spot, Look>();
    return (box) => {
      const { spot } = box.item;
      let look = cache.get(spot);
      if (!look) {
        look = {
          ...this.look(spot, step),
          current: spot === current,
          selected: spot === selected,
          best: best.has(spot),
          board: boards ? (dark) => boards.image(spot, dark) : undefined,
        };
        cache.set(spot, look);
      }
      look.folded = box.item.folded;
      look.more = box.item.more;
      return look;
    };
  }

  private look(spot: Spot, step: number): Look {
    const { trace } = this;
    const row = visit(trace, spot, step);
    const state = this.stateOf(spot, row, step);
    const plain: Look = {
      turn: this.turnOf(spot, row),
      text: this.leafText(spot),
      note: "",
      edge: spot.move,
      odds: this.odds(spot),
      state,
      sign: "",
      deeds: this.deeds(row),
      current: false,
      selected: false,
      best: false,
      folded: 0,
      more: 0,
    };
    if (row < 0 || trace.isPruned(row)) return plain;
    plain.text = this.valueText(row, step);
    plain.sign =
      trace.cut(row) !== CUT.none && isDone(trace, row, step)
        ? SCISSORS
        : trace.isResearch(row)
          ? "↻"
          : isTestHere(trace, row)
            ? "?"
            : "";
    if (plain.sign === plain.deeds[0]?.sign) plain.sign = ""; // searched again: once is enough
    if (state === "open" && trace.prunes) {
      const { alphaText, betaText } = windowNow(trace, row, step);
      plain.note = `(${alphaText}, ${betaText})`;
    }
    return plain;
  }

  // What a selective search did, in a word and a hue.
  private deeds(row: number): Look["deeds"] {
    if (row < 0) return [];
    return doneAt(this.trace, row).map((each) => ({
      sign: signOf(each),
      hue: each.effect.hue,
      edge: each.effect.edge,
    }));
  }

  // The value as it stands: final with its sign, `…` while it may still change, ~ if it was only judged.
  valueText(row: number, step: number): string {
    const { trace } = this;
    const { value, text, bound } = known(trace, row, step);
    if (value === null) return "";
    if (!isDone(trace, row, step)) return `${bounded(text, bound)} …`;
    return (trace.kind(row) === KIND.horizon ? "~ " : "") + bounded(text, bound);
  }

  stateOf(spot: Spot, row: number, step: number): NodeState {
    const { trace } = this;
    if (row < 0) return isUnder(trace, spot, step) ? "under" : "unseen";
    if (trace.isPruned(row)) return "pruned";
    if (!isDone(trace, row, step)) return "open";
    if (trace.kind(row) === KIND.table) return "table";
    return trace.cut(row) !== CUT.none ? "cut" : "done";
  }

  private turnOf(spot: Spot, row: number): number {
    const { trace } = this;
    if (spot.spot) return spot.spot.turn;
    const seen = row >= 0 && !trace.isPruned(row) ? row : spot.rows.find((each) => !trace.isPruned(each));
    if (seen === undefined) return -2;
    const kind = trace.kind(seen);
    return kind === KIND.terminal || kind === KIND.horizon || kind === KIND.repetition ? -2 : trace.turn[seen];
  }

  private leafText(spot: Spot): string {
    const value = spot.spot?.node.value;
    return value === null || value === undefined ? "" : plainNumber(value);
  }

  private odds(spot: Spot): string {
    if (!spot.parent || this.turnOf(spot.parent, -1) !== CHANCE) return "";
    const siblings = spot.parent.spot?.children.length ?? 0;
    const odds = spot.spot?.node.odds ?? this.trace.odds?.[spot.rows[0] ?? -1] ?? (siblings ? 1 / siblings : null);
    return odds === null || odds === undefined ? "" : plainNumber(Number(odds.toPrecision(3)));
  }
}

function isTestHere(trace: Trace, row: number): boolean {
  const parent = trace.parent[row];
  return trace.isTest(row) && (parent < 0 || !trace.isTest(parent));
}

// Wide enough for the longest move and value, within reason.
function roomFor(trace: Trace): number {
  const longest = (texts: string[]) => texts.slice(0, 2000).reduce((most, text) => Math.max(most, text.length), 1);
  const values = longest(trace.values.map((each) => each.text));
  const moves = longest(trace.header.moves);
  const odds = trace.header.chance ? 5 : 0;
  const signs = trace.selective ? 5 : 2; // leaves that are judged are often bounds, and tests: "? ~ ≥"
  return Math.min(110, Math.max(46, (values + signs) * 8 + 12, (moves + odds) * 6.2 + 14));
}

function leafRoomFor(trace: Trace): number {
  const values = trace.values.reduce((most, each) => Math.max(most, each.text.length), 1);
  const moves = trace.header.moves.reduce((most, each) => Math.max(most, each.length), 1);
  return Math.min(110, Math.max(30, values * 8 + 12, moves * 6.2 + 5));
}

// The edges that have not been visited by now, everything below the cuts included: E-18, E-22, …
export function unexamined(run: Run, moment: number): string[] {
  const step = run.walk.steps[moment];
  const found: { name: string; edge: number }[] = [];
  const visitAll = (spot: Spot, under: boolean) => {
    for (const kid of run.forest.kids(spot)) {
      const looked = kid.rows.some((row) => isEntered(run.trace, row, step));
      const gone = !looked && (under || kid.rows.some((row) => isCutBy(run.trace, row, step)));
      if (gone) found.push({ name: kid.move, edge: kid.spot?.edge ?? found.length });
      visitAll(kid, gone);
    }
  };
  visitAll(run.top(moment), false);
  return found.sort((a, b) => a.edge - b.edge).map((each) => each.name);
}

// A row of the table that stands for the drawing.
export interface ChildRow {
  spot: Spot;
  move: string;
  words: string;
  window: string;
  value: string;
  state: NodeState;
}

export const MOST_ROWS = 200;

export function childRows(
  run: Run,
  spot: Spot,
  moment: number,
  words: Record<NodeState | "test" | "research" | "judged", string>,
): ChildRow[] {
  const { trace } = run;
  const step = run.walk.steps[moment];
  return run.forest
    .kids(spot)
    .slice(0, MOST_ROWS)
    .map((kid) => {
      const row = visit(trace, kid, step);
      const state = run.stateOf(kid, row, step);
      const searched = row >= 0 && !trace.isPruned(row);
      const why = row >= 0 ? whyOf(trace, row).map((each) => each.split(",")[0]) : []; // the numbers are with the node
      const extra =
        searched && trace.isResearch(row) ? words.research : searched && isTestHere(trace, row) ? words.test : "";
      const judged =
        searched && !why.length && trace.kind(row) === KIND.horizon && isDone(trace, row, step) ? words.judged : "";
      const now = searched && isEntered(trace, row, step) ? windowNow(trace, row, step) : null;
      const window = now && trace.prunes && trace.turn[row] >= 0 ? `(${now.alphaText}, ${now.betaText})` : "";
      return {
        spot: kid,
        move: kid.move,
        state,
        words: [
          [state === "pruned" && why.length ? "" : words[state], extra, judged].filter(Boolean).join(", "),
          ...why,
        ]
          .filter(Boolean)
          .join("; "),
        window,
        value: searched
          ? spokenValue(run, row, step)
          : (kid.spot?.node.value ?? null) === null
            ? ""
            : plainNumber(kid.spot!.node.value!),
      };
    });
}

function spokenValue(run: Run, row: number, step: number): string {
  const { value, text, bound } = known(run.trace, row, step);
  if (value === null) return "";
  return bounded(text, bound) + (isDone(run.trace, row, step) ? "" : " so far");
}
