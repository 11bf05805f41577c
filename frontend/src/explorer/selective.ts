// What a selective search did with a row, in the words that came with the trace (reasons.py): the page only fills in
// the numbers of the row.
import { BOUND, KIND, type Deed, type Effect, type Trace } from "./trace";

export interface Done {
  deed: Deed;
  effect: Effect;
  plies: number; // deeper, or below 0 less deep
}

// On the way to a row: reduced, extended, searched again, left out. At most one.
export function onTheWay(trace: Trace, row: number): Done[] {
  const tables = trace.selective;
  return tables ? done(trace, trace.deed![row], trace.change![row]) : [];
}

// At the node itself: its own change of depth, left, quiescence.
export function atNode(trace: Trace, row: number): Done[] {
  const tables = trace.selective;
  if (!tables) return [];
  const shift = trace.shift![row];
  const shifted = shift > 0 ? tables.deeper : shift < 0 ? tables.shallower : 0;
  return [...done(trace, shifted, shift), ...done(trace, trace.here![row], 0)];
}

export function doneAt(trace: Trace, row: number): Done[] {
  const any = trace.selective && trace.deed![row] | trace.here![row] | trace.shift![row];
  return any ? [...onTheWay(trace, row), ...atNode(trace, row)] : NOTHING;
}

const NOTHING: Done[] = [];

function done(trace: Trace, index: number, plies: number): Done[] {
  if (!index) return [];
  const { deeds, effects } = trace.selective!;
  return [{ deed: deeds[index], effect: effects[deeds[index].effect], plies }];
}

export function signOf({ deed, plies }: Done): string {
  return deed.sign.replace("{change}", plies > 0 ? `+${plies}` : `−${-plies}`);
}

// The sign in a legend, where no number is meant.
export function plainSign(deed: Deed): string {
  return deed.sign.replace("{change}", deed.effect === "extended" ? "+n" : "−n");
}

export const whyOf = (trace: Trace, row: number): string[] =>
  doneAt(trace, row).map((each) => sentence(trace, row, each));

// The same rule as `filled` in reasons.py.
export function sentence(trace: Trace, row: number, { deed, plies }: Done): string {
  const text = (place: number) => trace.values[place].text;
  const first = trace.bound(row) === BOUND.atLeast;
  const parent = trace.parent[row];
  const mover = parent < 0 ? -2 : trace.turn[parent];
  const [alpha, beta] = [`α = ${text(trace.alpha[row])}`, `β = ${text(trace.beta[row])}`];
  const valued = trace.kind(row) !== KIND.open && !trace.isPruned(row);
  const numbers: Record<string, string> = {
    plies: String(Math.abs(plies)),
    depth: String(trace.depth[row]),
    full: String(trace.depth[row] - plies),
    value: valued ? text(trace.value[row]) : "",
    static: trace.judgedAt(row)?.text ?? "",
    floor: mover === 0 ? alpha : beta,
    edge: first ? beta : alpha,
    beyond: first ? "above" : "below",
  };
  return deed.sentence.replace(/\{(\w+)\}/g, (_, name: string) => numbers[name] ?? "");
}
