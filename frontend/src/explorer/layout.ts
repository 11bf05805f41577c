// Tidy trees (Reingold and Tilford 1981, with threads as Buchheim and others 2002): parents over the middle of their
// children, equal subtrees drawn equally, nothing overlapping, in time proportional to the number of nodes.

export interface Box<T> {
  item: T;
  depth: number;
  width: number; // room that the node itself needs
  x: number; // centre
  parent: Box<T> | null;
  children: Box<T>[];
}

interface Work<T> {
  box: Box<T>;
  parent: Work<T> | null;
  children: Work<T>[];
  number: number;
  ancestor: Work<T>;
  thread: Work<T> | null;
  place: number;
  shift: number;
  change: number;
  moved: number;
}

// Sets x of every node; the leftmost edge is 0. Returns the whole width and depth.
export function arrange<T>(root: Box<T>, gap: number): { width: number; depth: number } {
  const top = prepare(root);
  const order = preorder(top);
  for (let i = order.length - 1; i >= 0; i--) firstWalk(order[i], gap);
  return secondWalk(order);
}

function prepare<T>(root: Box<T>): Work<T> {
  const make = (box: Box<T>, parent: Work<T> | null, number: number): Work<T> => {
    const work = {
      box,
      parent,
      children: [],
      number,
      thread: null,
      place: 0,
      shift: 0,
      change: 0,
      moved: 0,
    } as unknown as Work<T>;
    work.ancestor = work;
    return work;
  };
  const top = make(root, null, 0);
  for (const stack = [top]; stack.length; ) {
    const work = stack.pop()!;
    work.children = work.box.children.map((child, i) => make(child, work, i));
    stack.push(...work.children);
  }
  return top;
}

function preorder<T>(top: Work<T>): Work<T>[] {
  const order: Work<T>[] = [];
  for (const stack = [top]; stack.length; ) {
    const work = stack.pop()!;
    order.push(work);
    for (let i = work.children.length - 1; i >= 0; i--) stack.push(work.children[i]);
  }
  return order;
}

// Children are done: they are pushed apart here, from left to right, and the parent put over their middle.
function firstWalk<T>(work: Work<T>, gap: number): void {
  const { children } = work;
  if (!children.length) return;
  let fallback = children[0];
  children.forEach((child, i) => {
    if (i > 0) {
      const left = children[i - 1];
      const middle = child.place;
      child.place = left.place + distance(left, child, gap);
      if (child.children.length) child.moved = child.place - middle;
    }
    fallback = apportion(child, fallback, gap);
  });
  spread(work);
  work.place = (children[0].place + children[children.length - 1].place) / 2;
}

function distance<T>(left: Work<T>, right: Work<T>, gap: number): number {
  return (left.box.width + right.box.width) / 2 + gap;
}

function apportion<T>(work: Work<T>, fallback: Work<T>, gap: number): Work<T> {
  if (work.number === 0) return fallback;
  const siblings = work.parent!.children;
  let [insideRight, outsideRight]: [Work<T>, Work<T>] = [work, work];
  let [insideLeft, outsideLeft]: [Work<T>, Work<T>] = [siblings[work.number - 1], siblings[0]];
  let [sumIR, sumOR, sumIL, sumOL] = [insideRight.moved, outsideRight.moved, insideLeft.moved, outsideLeft.moved];
  for (;;) {
    const [nextIL, nextIR] = [right(insideLeft), left(insideRight)];
    if (!nextIL || !nextIR) break;
    [insideLeft, insideRight] = [nextIL, nextIR];
    outsideLeft = left(outsideLeft)!;
    outsideRight = right(outsideRight)!;
    outsideRight.ancestor = work;
    const push = insideLeft.place + sumIL - (insideRight.place + sumIR) + distance(insideLeft, insideRight, gap);
    if (push > 0) {
      const from = insideLeft.ancestor.parent === work.parent ? insideLeft.ancestor : fallback;
      move(from, work, push);
      sumIR += push;
      sumOR += push;
    }
    sumIL += insideLeft.moved;
    sumIR += insideRight.moved;
    sumOL += outsideLeft.moved;
    sumOR += outsideRight.moved;
  }
  if (right(insideLeft) && !right(outsideRight)) {
    outsideRight.thread = right(insideLeft);
    outsideRight.moved += sumIL - sumOR;
  }
  if (left(insideRight) && !left(outsideLeft)) {
    outsideLeft.thread = left(insideRight);
    outsideLeft.moved += sumIR - sumOL;
    fallback = work;
  }
  return fallback;
}

const left = <T>(work: Work<T>): Work<T> | null => work.children[0] ?? work.thread;
const right = <T>(work: Work<T>): Work<T> | null => work.children[work.children.length - 1] ?? work.thread;

function move<T>(from: Work<T>, to: Work<T>, by: number): void {
  const subtrees = to.number - from.number;
  to.change -= by / subtrees;
  to.shift += by;
  from.change += by / subtrees;
  to.place += by;
  to.moved += by;
}

function spread<T>(work: Work<T>): void {
  let [shift, change] = [0, 0];
  for (let i = work.children.length - 1; i >= 0; i--) {
    const child = work.children[i];
    child.place += shift;
    child.moved += shift;
    change += child.change;
    shift += child.shift + change;
  }
}

function secondWalk<T>(order: Work<T>[]): { width: number; depth: number } {
  const sums = new Map<Work<T>, number>();
  let [low, high, depth] = [Infinity, -Infinity, 0];
  for (const work of order) {
    const sum = work.parent ? sums.get(work.parent)! + work.parent.moved : 0;
    sums.set(work, sum);
    work.box.x = work.place + sum;
    work.box.depth = work.parent ? work.parent.box.depth + 1 : 0;
    low = Math.min(low, work.box.x - work.box.width / 2);
    high = Math.max(high, work.box.x + work.box.width / 2);
    depth = Math.max(depth, work.box.depth);
  }
  for (const work of order) work.box.x -= low;
  return { width: high - low, depth };
}
