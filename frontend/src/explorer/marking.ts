// What a student wrote against what the search found: every answer, and every mistake with its reason.
import { practice as texts } from "../texts";
import type { Placed } from "./edit";
import { visit, type Spot } from "./drawing";
import type { Run } from "./run";
import { story } from "./sentences";
import { bounded, valueAt } from "./steps";
import { BOUND } from "./trace";

export interface Marks {
  values: Record<string, string>; // by the name of the edge to the node; "" is the root
  cut: Record<string, boolean>;
  move: string;
}

export const noMarks = (): Marks => ({ values: {}, cut: {}, move: "" });

export interface Mistake {
  edge: string;
  text: string;
  step: number; // where the explorer shows it, from 1
}

export interface Verdict {
  right: number;
  of: number;
  open: number;
  mistakes: Mistake[];
  good: Set<string>; // "value E-3", "edge E-7", "move E-1"
  bad: Set<string>;
}

const END = Number.MAX_SAFE_INTEGER;

// The spots of a whole tree, level by level.
export function spotsOf(run: Run): Spot[] {
  const all = [run.forest.top(run.trace.roots[0])];
  for (let i = 0; i < all.length; i++) all.push(...run.forest.kids(all[i]));
  return all;
}

export const isCut = (run: Run, spot: Spot): boolean => {
  const row = visit(run.trace, spot, END);
  return row < 0 || run.trace.isPruned(row);
};

// What is found at an inner node: "≤ 6"; "" where the search never comes.
export function answerAt(run: Run, spot: Spot): string {
  const row = visit(run.trace, spot, END);
  if (row < 0 || run.trace.isPruned(row)) return "";
  return bounded(valueAt(run.trace, row).text, run.trace.bound(row));
}

export function answers(run: Run): Marks {
  const marks = noMarks();
  for (const spot of spotsOf(run)) {
    if (run.forest.kids(spot).length) marks.values[spot.move] = answerAt(run, spot);
    if (spot.parent && isCut(run, spot)) marks.cut[spot.move] = true;
  }
  marks.move = run.trace.header.result?.move ?? "";
  return marks;
}

export function check(run: Run, marks: Marks): Verdict {
  const verdict: Verdict = { right: 0, of: 0, open: 0, mistakes: [], good: new Set(), bad: new Set() };
  for (const spot of spotsOf(run)) {
    if (run.forest.kids(spot).length) checkValue(run, spot, marks, verdict);
    if (spot.parent) checkEdge(run, spot, marks, verdict);
  }
  checkMove(run, marks, verdict);
  return verdict;
}

function score(verdict: Verdict, what: string, mistake: Mistake | null): void {
  verdict.of++;
  if (mistake) verdict.mistakes.push(mistake);
  else verdict.right++;
  (mistake ? verdict.bad : verdict.good).add(what);
}

function checkValue(run: Run, spot: Spot, marks: Marks, verdict: Verdict): void {
  const wrote = (marks.values[spot.move] ?? "").trim();
  const right = answerAt(run, spot);
  const name = spot.move || texts.root;
  if (!right) {
    if (wrote)
      score(verdict, `value ${spot.move}`, { edge: name, text: texts.neverThere(name), step: stepOf(run, spot) });
    return;
  }
  if (!wrote) {
    verdict.of++;
    verdict.open++;
    return;
  }
  const read = readValue(wrote);
  if (!read) {
    score(verdict, `value ${spot.move}`, {
      edge: name,
      text: texts.notNumber(name, wrote),
      step: stepOf(run, spot),
    });
    return;
  }
  const row = visit(run.trace, spot, END);
  const [value, bound] = [valueAt(run.trace, row).value, run.trace.bound(row)];
  const sign = bound === BOUND.atLeast ? "≥" : bound === BOUND.atMost ? "≤" : "";
  const isTrue = !read.sign && spot.spot !== null && minimax(spot.spot) === read.value;
  if (isTrue || (read.value === value && (!read.sign || read.sign === sign))) {
    score(verdict, `value ${spot.move}`, null);
    return;
  }
  const text = read.value === value ? texts.wrongSign(name, right) : `${texts.youWrote(name, wrote)} ${why(run, spot)}`;
  score(verdict, `value ${spot.move}`, { edge: name, text, step: stepOf(run, spot) });
}

// The true value of a node; right as an answer even where alpha-beta stops before it knows.
export function minimax(place: Placed): number {
  if (!place.children.length) return place.node.value ?? 0;
  const values = place.children.map(minimax);
  return place.turn === 0 ? Math.max(...values) : Math.min(...values);
}

// Edges below a cut count with it: whether they are marked too makes no difference.
function checkEdge(run: Run, spot: Spot, marks: Marks, verdict: Verdict): void {
  const said = Boolean(marks.cut[spot.move]);
  const gone = isCut(run, spot);
  const below = gone && spot.parent !== null && spot.parent.parent !== null && isCut(run, spot.parent);
  if (below) return;
  if (gone && !said)
    score(verdict, `edge ${spot.move}`, {
      edge: spot.move,
      text: `${texts.missedCut(spot.move)} ${why(run, spot.parent!)}`,
      step: stepOf(run, spot.parent!),
    });
  else if (!gone && said)
    score(verdict, `edge ${spot.move}`, {
      edge: spot.move,
      text: `${texts.wrongCut(spot.move)} ${why(run, spot)}`,
      step: stepOf(run, spot),
    });
  else if (gone) score(verdict, `edge ${spot.move}`, null);
}

function checkMove(run: Run, marks: Marks, verdict: Verdict): void {
  const right = run.trace.header.result?.move ?? "";
  if (!marks.move) {
    verdict.of++;
    verdict.open++;
  } else if (marks.move === right) score(verdict, `move ${right}`, null);
  else {
    const top = run.forest.top(run.trace.roots[0]);
    score(verdict, `move ${marks.move}`, {
      edge: texts.root,
      text: `${texts.wrongMove(texts.max, marks.move)} ${why(run, top)}`,
      step: stepOf(run, top),
    });
  }
}

// The sentence of the moment at which a node is left; where it never is, that of the cut above it.
function why(run: Run, spot: Spot): string {
  const moment = momentOf(run, spot);
  return moment >= 0 ? story(run.walk, moment).text : "";
}

function stepOf(run: Run, spot: Spot): number {
  const moment = momentOf(run, spot);
  return moment >= 0 ? moment + 1 : 1;
}

function momentOf(run: Run, spot: Spot): number {
  for (let here: Spot | null = spot; here; here = here.parent) {
    const exit = run.exit(here);
    if (exit >= 0) return exit;
  }
  return -1;
}

// "6", "≤ 6", ">=6", "−2.5"
export function readValue(text: string): { sign: string; value: number } | null {
  const found = /^(≤|≥|<=|>=)?\s*([+−-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))$/.exec(text.trim());
  if (!found) return null;
  const sign = { "<=": "≤", ">=": "≥" }[found[1] ?? ""] ?? found[1] ?? "";
  return { sign, value: Number(found[2].replace("−", "-").replace(",", ".")) };
}
