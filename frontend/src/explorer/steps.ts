// The walk as moments that can be shown one by one, and what is known at each of them.
//
// A moment is a node being entered or left. A node without children is entered and left in one moment. All questions
// are answered from the steps of entering and leaving, so that any moment can be shown without those before it.
import { doneAt } from "./selective";
import { BOUND, CHANCE, CUT, KIND, type Trace } from "./trace";

export const JUMPS = ["cut", "table", "research", "iteration", "selective"] as const;
export type Jump = (typeof JUMPS)[number];

// What is known of a node at some step. `value` is null while nothing is; `from` the child that it came from.
export interface Known {
  value: number | null;
  text: string;
  bound: number;
  from: number;
}

export interface Window {
  alpha: number;
  beta: number;
  alphaText: string;
  betaText: string;
}

export class Walk {
  readonly trace: Trace;
  // The row of each moment, ~row when it is left; the step of each moment.
  readonly rows: Int32Array;
  readonly steps: Int32Array;
  readonly count: number;
  // How many nodes were entered, leaves judged and edges cut by each moment.
  readonly entered: Int32Array;
  readonly leaves: Int32Array;
  readonly cutEdges: Int32Array;
  private readonly marks: Record<Jump, Int32Array>;
  private readonly deeds: Map<string, Int32Array>; // the moments of what a selective search did, by its count

  constructor(trace: Trace) {
    this.trace = trace;
    const rows = new Int32Array(2 * trace.size);
    const steps = new Int32Array(2 * trace.size);
    this.count = fill(trace, rows, steps);
    this.rows = rows.subarray(0, this.count);
    this.steps = steps.subarray(0, this.count);
    this.marks = this.findMarks();
    this.deeds = new Map();
    if (trace.selective) this.marks.selective = this.findDeeds(this.deeds);
    [this.entered, this.leaves, this.cutEdges] = this.tally();
  }

  row = (moment: number): number => (this.rows[moment] < 0 ? ~this.rows[moment] : this.rows[moment]);
  isLeave = (moment: number): boolean => this.rows[moment] < 0;

  // The moment that shows a step: the one at that step, or the next one after it.
  at(step: number): number {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle] < step) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low);
  }

  // The next moment of a kind after this one (before it, with direction −1); null if there is none.
  jump(kind: Jump, moment: number, direction: 1 | -1): number | null {
    return nextOf(this.marks[kind], moment, direction);
  }

  total = (kind: Jump): number => this.marks[kind].length;
  // How many moments of a kind lie at or before this one.
  passed = (kind: Jump, moment: number): number => until(this.marks[kind], moment);

  // The same for what a selective search is counted to have done.
  done = (count: string, moment: number): number => until(this.deeds.get(count) ?? NOTHING, moment);
  recorded = (count: string): number => (this.deeds.get(count) ?? NOTHING).length;
  nextDeed = (count: string, moment: number): number | null => nextOf(this.deeds.get(count) ?? NOTHING, moment, 1);

  private tally(): Int32Array[] {
    const { trace, count } = this;
    const [entered, leaves, edges] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    const sums = [0, 0, 0];
    for (let moment = 0; moment < count; moment++) {
      const [row, leaving] = [this.row(moment), this.isLeave(moment)];
      const kind = trace.kind(row);
      if (!leaving || isLeaf(trace, row)) sums[0]++;
      if (leaving && (kind === KIND.terminal || kind === KIND.horizon)) sums[1]++;
      if (leaving && (trace.cut(row) !== CUT.none || trace.selective))
        for (let child = trace.firstChild[row]; child >= 0; child = trace.nextSibling[child])
          if (trace.isPruned(child)) sums[2]++;
      [entered[moment], leaves[moment], edges[moment]] = sums;
    }
    return [entered, leaves, edges];
  }

  private findMarks(): Record<Jump, Int32Array> {
    const { trace } = this;
    const found: Record<Jump, number[]> = { cut: [], table: [], research: [], iteration: [], selective: [] };
    for (let moment = 0; moment < this.count; moment++) {
      const [row, leaving] = [this.row(moment), this.isLeave(moment)];
      if (leaving && trace.cut(row) !== CUT.none) found.cut.push(moment);
      if (leaving && trace.kind(row) === KIND.table) found.table.push(moment);
      const first = !leaving || isLeaf(trace, row);
      if (first && trace.isResearch(row)) found.research.push(moment);
      if (first && trace.parent[row] < 0) found.iteration.push(moment);
    }
    const packed = (list: number[]) => Int32Array.from(list);
    return {
      cut: packed(found.cut),
      table: packed(found.table),
      research: packed(found.research),
      iteration: packed(found.iteration),
      selective: NOTHING,
    };
  }

  // Fills in the moments of each count, and gives those at which anything but quiescence was done. What is left out is
  // done when its node is left, as a cut-off is.
  private findDeeds(counts: Map<string, Int32Array>): Int32Array {
    const { trace } = this;
    const found = new Map<string, number[]>(trace.selective!.counts.map(({ name }) => [name, []]));
    const all: number[] = [];
    const note = (row: number, moment: number) => {
      for (const { deed } of doneAt(trace, row)) {
        found.get(deed.count)?.push(moment);
        if (deed.effect !== "quiescence" && all[all.length - 1] !== moment) all.push(moment);
      }
    };
    for (let moment = 0; moment < this.count; moment++) {
      const [row, leaving] = [this.row(moment), this.isLeave(moment)];
      if (!leaving || isLeaf(trace, row)) note(row, moment);
      if (!leaving) continue;
      for (let child = trace.firstChild[row]; child >= 0; child = trace.nextSibling[child])
        if (trace.isLeftOut(child)) note(child, moment);
    }
    for (const [name, moments] of found) counts.set(name, Int32Array.from(moments));
    return Int32Array.from(all);
  }
}

const NOTHING = new Int32Array(0);

// How many of these sorted moments lie at or before this one.
function until(moments: Int32Array, moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle] <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The nearest of them after this one, or before it.
function nextOf(moments: Int32Array, moment: number, direction: 1 | -1): number | null {
  const at = direction > 0 ? until(moments, moment) : until(moments, moment - 1) - 1;
  return at >= 0 && at < moments.length ? moments[at] : null;
}

// Entered and left in one moment.
export function isLeaf(trace: Trace, row: number): boolean {
  return trace.firstChild[row] < 0 && trace.leave[row] >= 0;
}

function fill(trace: Trace, rows: Int32Array, steps: Int32Array): number {
  const open: number[] = [];
  let count = 0;
  const close = (until: number) => {
    while (open.length) {
      const row = open[open.length - 1];
      const left = trace.leave[row];
      if (left < 0 || left > until) return;
      open.pop();
      rows[count] = ~row;
      steps[count++] = left;
    }
  };
  for (let row = 0; row < trace.size; row++) {
    const entered = trace.enter[row];
    if (entered < 0) continue;
    close(entered);
    open.push(row);
    if (isLeaf(trace, row)) continue;
    rows[count] = row;
    steps[count++] = entered;
  }
  close(Infinity);
  return count;
}

export const isDone = (trace: Trace, row: number, step: number): boolean =>
  trace.leave[row] >= 0 && trace.leave[row] <= step;
export const isEntered = (trace: Trace, row: number, step: number): boolean =>
  trace.enter[row] >= 0 && trace.enter[row] <= step;

// Whether a cut-off has left this edge out by now.
export function isCutBy(trace: Trace, row: number, step: number): boolean {
  return trace.isPruned(row) && isDone(trace, trace.parent[row], step);
}

// The children whose values count at this step: those that were left. A test gives way to the search after it, and at a
// chance node a probe to the visit after it.
export function counted(trace: Trace, row: number, step: number): number[] {
  const found: number[] = [];
  for (let child = trace.firstChild[row]; child >= 0; child = trace.nextSibling[child]) {
    if (trace.enter[child] > step) break;
    if (trace.isPruned(child)) continue;
    if (trace.isResearch(child) && found.length) found.pop();
    if (trace.turn[row] === CHANCE) forget(trace, found, child);
    if (isDone(trace, child, step)) found.push(child);
  }
  return found;
}

function forget(trace: Trace, found: number[], child: number): void {
  const before = found.findIndex((each) => trace.move(each) === trace.move(child));
  if (before >= 0) found.splice(before, 1);
}

// The value of a node as it stands at a step: final once it was left, the best of its children before.
export function known(trace: Trace, row: number, step: number): Known {
  if (isDone(trace, row, step)) {
    const from = trace.firstChild[row] < 0 ? -1 : soFar(trace, row, step).from;
    return { ...valueAt(trace, row), from };
  }
  return soFar(trace, row, step);
}

export function valueAt(trace: Trace, row: number): Known {
  const { value, text } = trace.values[trace.value[row]];
  return { value, text, bound: trace.bound(row), from: -1 };
}

export function soFar(trace: Trace, row: number, step: number): Known {
  const children = counted(trace, row, step);
  if (trace.turn[row] === CHANCE) return expected(trace, children);
  const sign = trace.turn[row] === 1 ? -1 : 1;
  const standing = trace.standing(row);
  let best: Known = standing
    ? { ...standing, bound: BOUND.exact, from: -1 }
    : { value: null, text: "", bound: BOUND.none, from: -1 };
  for (const child of children) {
    const each = valueAt(trace, child);
    if (best.value === null || sign * each.value! > sign * best.value) best = { ...each, from: child };
  }
  return best;
}

function expected(trace: Trace, children: number[]): Known {
  if (!children.length) return { value: null, text: "", bound: BOUND.none, from: -1 };
  let sum = 0;
  for (const child of children) sum += (trace.odds?.[child] ?? 0) * trace.values[trace.value[child]].value;
  return { value: sum, text: plainNumber(sum), bound: BOUND.none, from: -1 };
}

export function windowOnEntry(trace: Trace, row: number): Window {
  const [alpha, beta] = [trace.values[trace.alpha[row]], trace.values[trace.beta[row]]];
  return { alpha: alpha.value, beta: beta.value, alphaText: alpha.text, betaText: beta.text };
}

// The window as it stands: MAX's best raises α, MIN's best lowers β.
export function windowNow(trace: Trace, row: number, step: number): Window {
  const window = windowOnEntry(trace, row);
  const best = soFar(trace, row, step);
  if (best.value === null || trace.turn[row] < 0) return window;
  if (trace.turn[row] === 0 && best.value > window.alpha) return { ...window, alpha: best.value, alphaText: best.text };
  if (trace.turn[row] === 1 && best.value < window.beta) return { ...window, beta: best.value, betaText: best.text };
  return window;
}

// From a node downwards, the child that its value comes from at each turn.
export function bestLine(trace: Trace, row: number, step: number): number[] {
  const line = [];
  for (let next = soFar(trace, row, step).from; next >= 0; next = soFar(trace, next, step).from) line.push(next);
  return line;
}

// The value with its sign: 7, ≥ 7, ≤ 7.
export function bounded(text: string, bound: number): string {
  return bound === BOUND.atLeast ? `≥ ${text}` : bound === BOUND.atMost ? `≤ ${text}` : text;
}

export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  return String(Number(value.toPrecision(6))).replace("-", "−");
}
