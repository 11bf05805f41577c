// What is drawn: one node for each position of the tree, however often the search came by, with everything folded that
// is neither open nor on the way to where the search stands.
import { parsePosition, placed, type Placed } from "./edit";
import { arrange, type Box } from "./layout";
import { isCutBy, isEntered } from "./steps";
import { SHAPES, type Sizes } from "./paint";
import { KIND, type Trace } from "./trace";

export const MOST_DRAWN = 5000;
export const MOST_SIBLINGS = 120;
const OPEN_AT_ONCE = 110; // trees up to this size are drawn whole from the start

// A position of one pass. `rows` are its visits (a Scout test, the search again), `spot` its place in an explicit tree.
export interface Spot {
  id: number;
  parent: Spot | null;
  move: string;
  rows: number[];
  spot: Placed | null;
  ply: number;
  kids: Spot[] | null;
}

export class Forest {
  readonly trace: Trace;
  readonly tree: Placed | null;
  readonly size: number; // positions, if they are few enough to be drawn whole; otherwise rows
  private readonly tops = new Map<number, Spot>();
  private next = 0;

  constructor(trace: Trace) {
    this.trace = trace;
    this.tree = skeleton(trace);
    this.size = this.tree ? countPlaced(this.tree) : Math.ceil(trace.size / Math.max(1, trace.roots.length));
  }

  get small(): boolean {
    return this.size <= OPEN_AT_ONCE;
  }

  top(root: number): Spot {
    let found = this.tops.get(root);
    if (!found) {
      found = this.make(null, "", [root], this.tree);
      this.tops.set(root, found);
    }
    return found;
  }

  kids(spot: Spot): Spot[] {
    if (spot.kids) return spot.kids;
    const byMove = new Map<string, Spot>();
    for (const child of spot.spot?.children ?? []) byMove.set(child.name, this.make(spot, child.name, [], child));
    for (const row of spot.rows) {
      for (let child = this.trace.firstChild[row]; child >= 0; child = this.trace.nextSibling[child]) {
        const move = this.trace.move(child);
        const known = byMove.get(move);
        if (known) known.rows.push(child);
        else byMove.set(move, this.make(spot, move, [child], null));
      }
    }
    spot.kids = [...byMove.values()];
    return spot.kids;
  }

  // Where a row is drawn.
  of(row: number): Spot {
    const [root, ...rest] = this.trace.path(row);
    let here = this.top(root);
    for (const each of rest) here = this.kids(here).find((kid) => kid.rows.includes(each)) ?? here;
    return here;
  }

  // The same position in another pass or another run; null if it was not visited there.
  at(root: number, path: string[]): Spot | null {
    let here: Spot | undefined = this.top(root);
    for (const move of path) here = here && this.kids(here).find((kid) => kid.move === move);
    return here ?? null;
  }

  private make(parent: Spot | null, move: string, rows: number[], spot: Placed | null): Spot {
    return { id: this.next++, parent, move, rows, spot, ply: parent ? parent.ply + 1 : 0, kids: null };
  }
}

export function pathOf(spot: Spot): string[] {
  const path = [];
  for (let here: Spot | null = spot; here?.parent; here = here.parent) path.push(here.move);
  return path.reverse();
}

let memo: { trace: Trace | null; step: number; visits: Map<Spot, number> } = {
  trace: null,
  step: -1,
  visits: new Map(),
};

// The visit that a step shows: the last one begun by then, −1 before the first. Where the position above is searched
// again, only what belongs to that search counts.
export function visit(trace: Trace, spot: Spot, step: number): number {
  if (memo.trace !== trace || memo.step !== step) memo = { trace, step, visits: new Map() };
  let found = memo.visits.get(spot);
  if (found === undefined) {
    const above = spot.parent ? visit(trace, spot.parent, step) : -1;
    const renewed = above >= 0 && trace.firstChild[above] >= 0;
    found = lastVisit(trace, renewed ? spot.rows.filter((row) => trace.parent[row] === above) : spot.rows, step);
    memo.visits.set(spot, found);
  }
  return found;
}

function lastVisit(trace: Trace, rows: number[], step: number): number {
  let found = -1;
  for (const row of rows) {
    if (isEntered(trace, row, step)) found = row;
    else if (isCutBy(trace, row, step) && (found < 0 || trace.leave[trace.parent[row]] > trace.enter[found]))
      found = row;
  }
  return found;
}

// Below a branch that a cut-off left out: never visited.
export function isUnder(trace: Trace, spot: Spot, step: number): boolean {
  for (let here: Spot | null = spot; here; here = here.parent) {
    const row = visit(trace, here, step);
    if (row >= 0) return trace.kind(row) === KIND.pruned;
  }
  return false;
}

function skeleton(trace: Trace): Placed | null {
  if (!trace.header.tree) return null;
  try {
    const { root, moves } = parsePosition(trace.header.tree);
    let top: Placed | undefined = placed(root);
    for (const move of moves) top = top?.children.find((child) => child.name === move);
    return top && countPlaced(top) <= MOST_DRAWN ? top : null;
  } catch {
    return null;
  }
}

function countPlaced(top: Placed): number {
  let count = 1;
  for (const child of top.children) count += countPlaced(child);
  return count;
}

// Which parts are open: by the reader's own hand, or because the search stands there.
export interface Folding {
  all: boolean;
  opened: Set<Spot>;
  closed: Set<Spot>;
}

export interface Leaf {
  spot: Spot;
  folded: number; // children that are not drawn
  more: number; // brothers and sisters left out in this place
}

export interface Picture {
  root: Box<Leaf>;
  boxes: Box<Leaf>[];
  bySpot: Map<Spot, Box<Leaf>>;
  width: number;
  depth: number;
  sizes: Sizes;
  left: number; // positions left out because there are too many
}

export function picture(
  forest: Pick<Forest, "kids" | "small">,
  top: Spot,
  here: Spot,
  folding: Folding,
  room: (spot: Spot) => number,
  gap: number,
  sizes: Sizes = SHAPES,
): Picture {
  const onPath = new Set<Spot>();
  for (let spot: Spot | null = here; spot; spot = spot.parent) onPath.add(spot);
  const boxes: Box<Leaf>[] = [];
  const bySpot = new Map<Spot, Box<Leaf>>();
  let left = 0;
  const make = (spot: Spot, parent: Box<Leaf> | null): Box<Leaf> => {
    const box: Box<Leaf> = {
      item: { spot, folded: 0, more: 0 },
      depth: 0,
      width: room(spot),
      x: 0,
      parent,
      children: [],
    };
    boxes.push(box);
    bySpot.set(spot, box);
    return box;
  };
  const root = make(top, null);
  // Level by level, so that what there is no room for lies deep.
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i];
    const { spot } = box.item;
    const kids = forest.kids(spot);
    if (!kids.length) continue;
    if (!isOpen(spot, onPath, folding, forest.small)) {
      box.item.folded = kids.length;
      continue;
    }
    const shown = some(kids, onPath);
    if (boxes.length + shown.length > MOST_DRAWN && !onPath.has(spot)) {
      box.item.folded = kids.length;
      left += kids.length;
      continue;
    }
    box.children = shown.map((kid) => make(kid, box));
    box.item.more = kids.length - shown.length;
    left += box.item.more;
  }
  const { width, depth } = arrange(root, gap);
  return { root, boxes, bySpot, width, depth, sizes, left };
}

export function isOpen(spot: Spot, onPath: Set<Spot>, folding: Folding, small: boolean): boolean {
  if (onPath.has(spot)) return true;
  if (folding.closed.has(spot)) return false;
  return folding.opened.has(spot) || folding.all || small;
}

// All children, or as many as fit around the one that the search is at.
function some(kids: Spot[], onPath: Set<Spot>): Spot[] {
  if (kids.length <= MOST_SIBLINGS) return kids;
  const at = Math.max(
    0,
    kids.findIndex((kid) => onPath.has(kid)),
  );
  const first = Math.min(Math.max(0, at - MOST_SIBLINGS / 2), kids.length - MOST_SIBLINGS);
  return kids.slice(first, first + MOST_SIBLINGS);
}
