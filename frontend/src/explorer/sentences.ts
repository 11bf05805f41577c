// One sentence or two for each moment of a search: what happens, and why.
//
// The words follow the trace, never a guess: a cut-off at a MIN node is an α-cut-off, at a MAX node a β-cut-off; a value
// that is only a bound is shown as one.
import { atNode, onTheWay, sentence } from "./selective";
import { bounded, isLeaf, known, plainNumber, soFar, valueAt, windowNow, windowOnEntry, type Walk } from "./steps";
import { BOUND, CHANCE, CUT, KIND, type Trace } from "./trace";

export type Happening =
  | "begin"
  | "enter"
  | "leaf"
  | "leave"
  | "cut"
  | "table"
  | "test"
  | "research"
  | "reduced"
  | "extended"
  | "left"
  | "end";

export interface Story {
  event: Happening;
  text: string;
}

export function story(walk: Walk, moment: number): Story {
  const [trace, row, step] = [walk.trace, walk.row(moment), walk.steps[moment]];
  const narrator = new Narrator(trace, step);
  if (!walk.isLeave(moment)) return narrator.entering(row);
  return isLeaf(trace, row) ? narrator.leaf(row) : narrator.leaving(row);
}

// A move by its name; the position at the beginning by its own.
export function named(trace: Trace, row: number): string {
  return trace.move(row) || "the root";
}

export function who(trace: Trace, turn: number): string {
  return turn === CHANCE ? "chance" : (trace.header.sides[turn] ?? (turn === 0 ? "MAX" : "MIN"));
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en").replaceAll(",", "\u202f")} ${n === 1 ? one : many}`;
}

class Narrator {
  private readonly prunes: boolean;
  constructor(
    private readonly trace: Trace,
    private readonly step: number,
  ) {
    this.prunes = trace.prunes;
  }

  entering(row: number): Story {
    const { trace } = this;
    if (trace.parent[row] < 0) return { event: "begin", text: this.beginning(row) };
    const move = named(trace, row);
    const [planned, own] = [this.planned(row), this.own(row)];
    if (planned) return { event: planned.event, text: [planned.text, this.asked(row), own].filter(Boolean).join(" ") };
    if (trace.isResearch(row)) {
      return {
        event: "research",
        text: `The test was not enough: ${move} is searched again, now with ${this.windowWords(row)}, for its true value.`,
      };
    }
    if (this.isScoutTest(row)) {
      return {
        event: "test",
        text: `Scout test of ${move}: ${this.question(row)} The window leaves room only for yes or no.`,
      };
    }
    return {
      event: "enter",
      text: [
        `${this.toMove(row)} after ${move}${this.prunes ? `, with ${this.windowWords(row)}` : ""}.`,
        own || this.stakes(row),
      ]
        .filter(Boolean)
        .join(" "),
    };
  }

  // What a selective search did on the way to a node: "4 is reduced by 2: late move, depth 3 instead of 5."
  private planned(row: number): { event: Happening; text: string } | null {
    const { trace } = this;
    const [done] = onTheWay(trace, row);
    if (!done) return null;
    const event = done.deed.effect === "searched again" ? "research" : (done.deed.effect as Happening);
    return { event, text: `${named(trace, row)} is ${sentence(trace, row, done)}.` };
  }

  // What it did at the node itself.
  private own(row: number): string {
    return atNode(this.trace, row)
      .map((each) => `${upper(sentence(this.trace, row, each))}.`)
      .join(" ");
  }

  private asked(row: number): string {
    return this.isScoutTest(row) ? upper(this.question(row)) : `${this.toMove(row)}, with ${this.windowWords(row)}.`;
  }

  // The moves that it left out here, by their reasons.
  private leftOut(row: number): string {
    const { trace } = this;
    const reasons = new Map<string, string[]>();
    for (const child of trace.children(row).filter(trace.isLeftOut)) {
      const why = sentence(trace, child, onTheWay(trace, child)[0]);
      reasons.set(why, [...(reasons.get(why) ?? []), trace.move(child)]);
    }
    return [...reasons].map(([why, moves]) => `${upper(why)} (${some(moves)}).`).join(" ");
  }

  leaf(row: number): Story {
    const { trace } = this;
    const value = bounded(valueAt(trace, row).text, trace.bound(row));
    const move = named(trace, row);
    const effect = this.effect(row);
    const planned = this.planned(row);
    const again = planned?.text ?? (trace.isResearch(row) ? "Searched again:" : "");
    const story = (event: Happening, text: string): Story => ({
      event,
      text: [again, text, effect].filter(Boolean).join(" "),
    });
    const own = this.own(row);
    switch (trace.kind(row)) {
      case KIND.terminal:
        return story(
          "leaf",
          trace.header.tree ? `${move} is a leaf worth ${value}.` : `After ${move} the game is over: ${value}.`,
        );
      case KIND.horizon:
        if (own) return story(left(trace, row) ? "left" : "leaf", `After ${move}: ${lower(own)} It counts ${value}.`);
        return story(
          "leaf",
          `After ${move} the depth limit is reached: the position is judged, not searched, and counts ${value}.`,
        );
      case KIND.table:
        return story("table", this.tableWords(row, move, value));
      case KIND.repetition:
        return story("leaf", `After ${move} a position of this line has come back: that counts as a draw, ${value}.`);
      default:
        return story("leave", `${move} is worth ${value}; how that was found is not recorded.`);
    }
  }

  leaving(row: number): Story {
    const { trace } = this;
    if (trace.cut(row) !== CUT.none) return { event: "cut", text: this.cutOff(row) };
    const text = [this.summary(row), this.leftOut(row), trace.parent[row] < 0 ? this.conclusion(row) : this.effect(row)]
      .filter(Boolean)
      .join(" ");
    return { event: trace.parent[row] < 0 ? "end" : "leave", text };
  }

  // What a pass begins with. The first one says what α and β are.
  private beginning(row: number): string {
    const { trace } = this;
    const pass = trace.roots.indexOf(row);
    const again = pass > 0 && trace.iteration[trace.roots[pass - 1]] === trace.iteration[row];
    const mover = this.toMove(row);
    if (pass > 0) return this.nextPass(row, again, mover);
    const sides =
      trace.header.sides[0] === "MAX"
        ? ""
        : ` Values are those of ${who(trace, 0)}, who wants large ones; ${who(trace, 1)} wants small ones.`;
    const chance = trace.header.chance
      ? " At a chance node it takes the average of the outcomes, weighted by their odds."
      : "";
    if (!this.prunes)
      return `${mover} at the root. ${chance ? "Expectiminimax" : "Minimax"} visits every node to the end and keeps no α and β.${chance}${sides}`;
    const meaning = `α is the value that ${who(trace, 0)} is already sure of elsewhere, β the value that ${who(trace, 1)} is already sure of`;
    const { alphaText, betaText, alpha, beta } = windowOnEntry(trace, row);
    if (trace.isTest(row))
      return `${mover} at the root. ${meaning}. ${this.question(row)} This pass answers only that.${sides}`;
    const nothing =
      alpha === -Infinity && beta === Infinity ? "nothing is known yet, so" : "this search was asked to begin with";
    return `${mover} at the root${this.depthWords(row)}. ${meaning}; ${nothing} α = ${alphaText} and β = ${betaText}.${sides}`;
  }

  private nextPass(row: number, again: boolean, mover: string): string {
    const { trace } = this;
    const depth = trace.iteration[row];
    if (trace.isTest(row))
      return `${again ? "The next pass" : `Depth ${depth}`}: ${lower(this.question(row))} ${mover} at the root.`;
    if (!again) return `Depth ${depth} begins: ${mover} at the root, with ${this.windowWords(row)}.`;
    return `Depth ${depth} once more: the value lay outside the window, so it is opened to ${this.windowWords(row)}.`;
  }

  private depthWords(row: number): string {
    return this.trace.roots.length > 1 ? `, depth ${this.trace.iteration[row]}` : "";
  }

  private toMove(row: number): string {
    const turn = this.trace.turn[row];
    return turn === CHANCE ? "Chance decides" : `${who(this.trace, turn)} to move`;
  }

  private windowWords(row: number): string {
    const { alphaText, betaText } = windowOnEntry(this.trace, row);
    return `α = ${alphaText} and β = ${betaText}`;
  }

  // Why the window matters here.
  private stakes(row: number): string {
    const { trace } = this;
    if (!this.prunes || trace.isTest(row)) return "";
    const { alpha, beta, alphaText, betaText } = windowOnEntry(trace, row);
    const turn = trace.turn[row];
    const edge = turn === 1 ? { value: alpha, text: alphaText } : { value: beta, text: betaText };
    if (turn === CHANCE || !Number.isFinite(edge.value)) return "";
    if (trace.turn[trace.parent[row]] === CHANCE)
      return `With the odds above it, ${this.reach(edge.text, turn)} here decides the chance node.`;
    const held = this.holder(row, 1 - turn, edge.value)
      ? `${who(trace, 1 - turn)} already has ${edge.text} elsewhere`
      : `This pass does not ask beyond ${edge.text}`;
    return `${held}: ${this.reach(edge.text, turn)} here is enough for ${who(trace, turn)} to stop.`;
  }

  private reach(text: string, turn: number): string {
    const strict = this.trace.header.options.cut === ">";
    return turn === 1 ? `${strict ? "less than" : "at most"} ${text}` : `${strict ? "more than" : "at least"} ${text}`;
  }

  // Whether this node was entered as a test by its parent, which itself had room.
  private isScoutTest(row: number): boolean {
    const parent = this.trace.parent[row];
    return this.trace.isTest(row) && parent >= 0 && !this.trace.isTest(parent);
  }

  // Of a null window the edge that is a plain number is the one that is asked about.
  private question(row: number): string {
    const { alphaText, betaText } = windowOnEntry(this.trace, row);
    const parent = this.trace.parent[row];
    const asker = who(this.trace, parent >= 0 ? this.trace.turn[parent] : 0);
    if (parent < 0)
      return betaText.length <= alphaText.length
        ? `Is the value at least ${betaText}?`
        : `Is the value more than ${alphaText}?`;
    return betaText.length < alphaText.length
      ? `can it be less than ${betaText}, which ${asker} already has?`
      : `can it be more than ${alphaText}, which ${asker} already has?`;
  }

  private tableWords(row: number, move: string, value: string): string {
    const { trace } = this;
    const { alphaText, betaText } = windowOnEntry(trace, row);
    if (trace.cut(row) !== CUT.none)
      return `Table: a move after ${move} leads to a position known from before that settles it: ${value}, no search is needed.`;
    const found = `Table hit: the position after ${move} was searched before and is known to be worth ${value}`;
    if (trace.bound(row) === BOUND.atLeast)
      return `${found}; β is ${betaText}, so the bound is enough and it is not searched again.`;
    if (trace.bound(row) === BOUND.atMost)
      return `${found}; α is ${alphaText}, so the bound is enough and it is not searched again.`;
    return `${found}; it is not searched again.`;
  }

  // α-cut-off: MIN already has 6 here, MAX has 7 elsewhere, so 2 moves are not searched.
  private cutOff(row: number): string {
    const { trace, step } = this;
    const alphaCut = trace.cut(row) === CUT.alpha;
    const [here, there] = alphaCut ? [1, 0] : [0, 1];
    const best = soFar(trace, row, step);
    const window = windowOnEntry(trace, row);
    const edge = alphaCut
      ? { value: window.alpha, text: window.alphaText }
      : { value: window.beta, text: window.betaText };
    const left = trace.children(row).filter((child) => trace.isPruned(child) && !trace.isLeftOut(child)).length;
    const has = best.value === null ? valueAt(trace, row) : best;
    if (trace.turn[row] === CHANCE) return this.chanceCut(row, alphaCut, edge.text, left);
    const saved =
      left === 0
        ? "and this was the last move, so nothing is saved"
        : `so ${count(left, "move is", "moves are")} not searched`;
    const text = `${alphaCut ? "α" : "β"}-cut-off: ${who(trace, here)} already has ${has.text} here, ${this.elsewhere(row, there, edge)}, ${saved}.`;
    return [text, this.equality(has.value, edge.value), this.reported(row, has.value), this.leftOut(row)]
      .filter(Boolean)
      .join(" ");
  }

  // At a chance node the outcomes that are left may be worth anything within the game's bounds, and still not matter.
  private chanceCut(row: number, alphaCut: boolean, edge: string, left: number): string {
    const value = valueAt(this.trace, row);
    const rest = left ? `, so ${count(left, "outcome is", "outcomes are")} not searched` : "";
    return `${alphaCut ? "α" : "β"}-cut-off at a chance node: whatever the other outcomes are worth, the average is ${bounded(value.text, value.bound)}, and ${alphaCut ? "α" : "β"} is ${edge}${rest}.`;
  }

  // Where the other side has its value from: the nearest ancestor that holds it, or the window the pass began with.
  private elsewhere(row: number, turn: number, edge: { value: number; text: string }): string {
    const { trace } = this;
    const holder = this.holder(row, turn, edge.value);
    if (holder) {
      const deep = holder.levels > 2 ? `, ${holder.levels} levels up: a deep cut-off` : "";
      return `${who(trace, turn)} has ${edge.text} elsewhere (${named(trace, holder.from)}${deep})`;
    }
    if (trace.isTest(row)) return `which answers the question: ${this.answer(row, turn)}`;
    return `${turn === 0 ? "α" : "β"} is ${edge.text}`;
  }

  // The nearest ancestor where this player is sure of exactly this value, by another move than the one being searched.
  private holder(row: number, turn: number, value: number): { from: number; levels: number } | null {
    const { trace } = this;
    const loose = turn === 0 ? BOUND.atMost : BOUND.atLeast;
    let levels = 0;
    for (let above = trace.parent[row]; above >= 0; above = trace.parent[above]) {
      levels++;
      const best = trace.turn[above] === turn ? soFar(trace, above, this.step - 1) : null;
      if (best && best.value === value && best.from >= 0 && best.bound !== loose) return { from: best.from, levels };
    }
    return null;
  }

  private answer(row: number, turn: number): string {
    const { alphaText, betaText } = windowOnEntry(this.trace, row);
    const plainBeta = betaText.length < alphaText.length;
    if (turn === 0) return plainBeta ? `less than ${betaText}` : `not more than ${alphaText}`;
    return plainBeta ? `at least ${betaText}` : `more than ${alphaText}`;
  }

  private get hard(): boolean {
    return this.trace.header.options.fail === "hard";
  }

  private equality(value: number | null, edge: number): string {
    if (value !== edge) return "";
    return this.trace.header.options.cut === ">" ? "" : "Equal is enough: the convention is ≥.";
  }

  private reported(row: number, best: number | null): string {
    const own = valueAt(this.trace, row);
    const shown = bounded(own.text, own.bound);
    if (own.value !== best && this.hard) return `Fail-hard: it is reported as ${shown}, the edge of the window.`;
    return own.bound === BOUND.exact ? "" : `The value is only a bound: ${shown}.`;
  }

  // What a node that was searched to its last move is worth.
  private summary(row: number): string {
    const { trace } = this;
    const value = valueAt(trace, row);
    const shown = bounded(value.text, value.bound);
    const turn = trace.turn[row];
    const name = trace.parent[row] < 0 ? "The root" : `After ${trace.move(row)}`;
    const moves = trace.children(row).filter((child) => !trace.isPruned(child) && !trace.isResearch(child)).length;
    if (turn === CHANCE) return `${name}: the average of the outcomes, weighted by their odds, is ${shown}.`;
    const mover = who(trace, turn);
    const best = soFar(trace, row, this.step);
    const hard =
      this.hard && best.value !== null && best.value !== value.value
        ? ` (fail-hard: ${best.text} is reported as the edge of the window)`
        : "";
    const standing = trace.standing(row);
    if (standing) {
      if (!moves) return `${name}: no noisy move is followed, ${mover} stands pat at ${standing.text}${hard}.`;
      return `${name}: standing pat at ${standing.text} and ${count(moves, "noisy move")} give ${mover} ${shown}${hard}.`;
    }
    if (value.bound === BOUND.exact) {
      const all =
        moves === 1
          ? `${mover}'s only move gives`
          : `the ${turn === 0 ? "largest" : "smallest"} of ${mover}'s ${count(moves, "value")} is`;
      return `${name}: ${all} ${shown}${hard}.`;
    }
    const { alphaText, betaText } = windowOnEntry(trace, row);
    if (turn === 0 && value.bound === BOUND.atMost)
      return `${name}: no move of ${mover} gets above α = ${alphaText}, so the value is only a bound: ${shown}${hard}.`;
    if (turn === 1 && value.bound === BOUND.atLeast)
      return `${name}: no move of ${mover} gets below β = ${betaText}, so the value is only a bound: ${shown}${hard}.`;
    return `${name}: ${mover} reaches the edge of the window, so the value is only a bound: ${shown}${hard}.`;
  }

  private conclusion(row: number): string {
    const { trace } = this;
    const last = row === trace.roots[trace.roots.length - 1];
    const best = known(trace, row, this.step);
    const move = best.from >= 0 ? trace.move(best.from) : "";
    if (!last) return trace.roots.length > 1 ? `Depth ${trace.iteration[row]} is done.` : "";
    const answer = trace.header.result?.move ?? move;
    const result = trace.header.result;
    const met =
      trace.bound(row) !== BOUND.exact && result?.bound === "exact"
        ? ` With the bounds of the passes before, the value is ${valueAt(trace, row).text}.`
        : "";
    return `${met} The search is finished: ${who(trace, trace.turn[row])} plays ${answer}.`.trim();
  }

  // What a finished child means to its parent.
  private effect(row: number): string {
    const { trace, step } = this;
    const parent = trace.parent[row];
    if (parent < 0) return "";
    const [before, after] = [soFar(trace, parent, step - 1), soFar(trace, parent, step)];
    if (trace.turn[parent] === CHANCE) {
      return `It counts with probability ${plainNumber(trace.odds?.[row] ?? 0)}; the sum so far is ${after.text}.`;
    }
    const next = trace.nextSibling[row];
    const repeated = next >= 0 && trace.isResearch(next);
    if (this.isScoutTest(row) && (repeated || !isLeaf(trace, row))) return this.verdict(row, repeated);
    const mover = who(trace, trace.turn[parent]);
    if (after.value === null) return "";
    if (before.value === null)
      return `${mover} has ${bounded(after.text, after.bound)} so far${this.windowChange(parent)}.`;
    if (after.from === row)
      return `That is better for ${mover} than ${before.text}: its best is now ${bounded(after.text, after.bound)}${this.windowChange(parent)}.`;
    return valueAt(trace, row).value === after.value
      ? `${mover} had ${after.text} already.`
      : `${mover} keeps ${bounded(after.text, after.bound)}.`;
  }

  // What a Scout test has shown.
  private verdict(row: number, repeated: boolean): string {
    const { trace } = this;
    if (repeated) return "The test says yes: it has to be searched again for its value.";
    const parent = trace.parent[row];
    const mover = who(trace, trace.turn[parent]);
    const best = soFar(trace, parent, this.step);
    return best.from === row
      ? `The test says yes, and it is enough: ${mover} has ${bounded(best.text, best.bound)}.`
      : `The test says no: ${mover} keeps ${best.text}, and the test was enough.`;
  }

  private windowChange(parent: number): string {
    const { trace, step } = this;
    if (!this.prunes) return "";
    const [before, now] = [windowNow(trace, parent, step - 1), windowNow(trace, parent, step)];
    if (now.alpha !== before.alpha) return `; α rises to ${now.alphaText}`;
    if (now.beta !== before.beta) return `; β falls to ${now.betaText}`;
    return "";
  }
}

// Left before its moves, as a selective search does.
function left(trace: Trace, row: number): boolean {
  return atNode(trace, row).some(({ deed }) => deed.effect === "left");
}

// A few moves by their names.
function some(moves: string[], most = 4): string {
  const more = moves.length - most;
  return more > 0 ? `${moves.slice(0, most).join(", ")} and ${more} more` : moves.join(", ");
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
