// Explicit trees as text and as something to edit. The same forms as games/tree/bind.cpp reads: [[9,8],[7]], ((3)(5)),
// max, min or chance before a node, `label:` and below a chance node `0.25:` before a child.
import { CHANCE } from "./trace";

export interface TreeNode {
  label: string;
  odds: number | null;
  turn: number | null; // what the text says; null: the other player's
  value: number | null; // of a leaf
  children: TreeNode[];
}

// A node with what follows from its place: whose turn it is and the number of the edge to it.
export interface Placed {
  node: TreeNode;
  parent: Placed | null;
  index: number; // among its siblings
  turn: number; // 0 MAX, 1 MIN, −1 chance, −2 leaf
  edge: number; // level by level; 0 for the root
  name: string; // of the move: its label or E-7
  children: Placed[];
}

export class TreeError extends Error {
  constructor(
    message: string,
    readonly column: number,
  ) {
    super(message);
  }
}

const DEEPEST = 200;
const TURNS: Record<string, number> = { max: 0, min: 1, chance: CHANCE };

export function parseTree(text: string): TreeNode {
  return parsePosition(text).root;
}

// A tree and the edges after it that lead to the node meant: `[[1,2],[3]] E-2`.
export function parsePosition(text: string): { root: TreeNode; moves: string[] } {
  const reader = new Reader(text.replaceAll("−", "-").replaceAll("∞", "inf"));
  const root = reader.node();
  if (!root.children.length) throw new TreeError("a tree needs at least one move: a number alone is a leaf", 0);
  return { root, moves: reader.rest() };
}

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  node(depth = 0): TreeNode {
    if (depth > DEEPEST) this.fail(`the tree is deeper than ${DEEPEST}`);
    const node: TreeNode = { label: "", odds: null, turn: null, value: null, children: [] };
    const label = this.match(/([A-Za-z_]\w*)\s*:/y);
    if (label) {
      if (label[1] in TURNS || label[1] === "inf") this.fail(`'${label[1]}' cannot be a label`);
      node.label = label[1];
    }
    const odds = this.match(/(\d*\.?\d+(?:e-?\d+)?)\s*:/y);
    if (odds) node.odds = Number(odds[1]);
    const turn = this.match(/(max|min|chance)(?=\s*[[(])/y);
    if (turn) node.turn = TURNS[turn[1]];
    if (this.match(/\[/y)) return this.children(node, "]", depth);
    if (this.match(/\((?=\s*(?:\(|[A-Za-z_]\w*\s*[:[(]))/y)) return this.children(node, ")", depth);
    const bracketed = this.match(/\(/y);
    const start = this.at;
    const value = this.number();
    if (bracketed && !this.match(/\)/y)) {
      if (this.skip() >= this.text.length) this.fail("expected ) after the leaf's value");
      this.at = start; // (3 5): a node with two leaves
      return this.children(node, ")", depth);
    }
    node.value = value;
    return node;
  }

  rest(): string[] {
    const words = this.text.slice(this.at).trim();
    if (words && !/^\s/.test(this.text.slice(this.at))) this.fail("the tree has ended here");
    return words ? words.split(/\s+/) : [];
  }

  private children(node: TreeNode, close: string, depth: number): TreeNode {
    const end = close === "]" ? /\]/y : /\)/y;
    while (!this.match(end)) {
      if (this.skip() >= this.text.length) this.fail(`the text ends before the closing ${close}`);
      node.children.push(this.node(depth + 1));
      if (!this.match(/,/y) && close === "]" && !this.peek("]")) this.fail("expected , or ]");
    }
    if (!node.children.length) this.fail("a node needs at least one child");
    return node;
  }

  private number(): number {
    const found = this.match(/[+-]?(?:inf(?:inity)?|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+)/iy);
    if (!found)
      this.fail(this.skip() < this.text.length ? "expected a number, [ or (" : "the text ends inside the tree");
    const word = found![0].toLowerCase();
    return word.includes("inf") ? (word.startsWith("-") ? -Infinity : Infinity) : Number(word);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.skip();
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private peek(text: string): boolean {
    return this.text.startsWith(text, this.skip());
  }

  private skip(): number {
    while (this.at < this.text.length && /\s/.test(this.text[this.at])) this.at++;
    return this.at;
  }

  private fail(message: string): never {
    throw new TreeError(message, this.skip());
  }
}

export function treeText(root: TreeNode): string {
  const write = (node: TreeNode, expected: number, last: number): string => {
    const turn = node.turn ?? expected;
    const odds = node.odds === null ? "" : `${node.odds}:`;
    const before = (node.label ? `${node.label}:` : "") + odds;
    if (!node.children.length) return before + numberText(node.value ?? 0);
    const said = turn === expected ? "" : turn === 0 ? "max" : turn === 1 ? "min" : "chance";
    const mover = turn === CHANCE ? last : turn;
    return `${before}${said}[${node.children.map((child) => write(child, 1 - mover, mover)).join(",")}]`;
  };
  return write(root, 0, 1);
}

function numberText(value: number): string {
  return value === Infinity ? "inf" : value === -Infinity ? "-inf" : String(value);
}

// Every node with its turn and the number of its edge, level by level.
export function placed(root: TreeNode): Placed {
  const top: Placed = { node: root, parent: null, index: 0, turn: turnOf(root, 0), edge: 0, name: "", children: [] };
  const last = new Map<Placed, number>([[top, top.turn === CHANCE ? 1 : top.turn]]);
  let count = 0;
  for (let level = [top]; level.length; ) {
    const below: Placed[] = [];
    for (const parent of level) {
      parent.node.children.forEach((node, index) => {
        const mover = last.get(parent)!;
        const turn = turnOf(node, 1 - mover);
        const child: Placed = {
          node,
          parent,
          index,
          turn,
          edge: ++count,
          name: node.label || `E-${count}`,
          children: [],
        };
        last.set(child, turn < 0 ? mover : turn);
        parent.children.push(child);
        below.push(child);
      });
    }
    level = below;
  }
  return top;
}

function turnOf(node: TreeNode, expected: number): number {
  return node.children.length ? (node.turn ?? expected) : -2;
}

export function find(top: Placed, path: string[]): Placed | null {
  let here: Placed | undefined = top;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here ?? null;
}

export function* everyPlaced(top: Placed): Generator<Placed> {
  yield top;
  for (const child of top.children) yield* everyPlaced(child);
}

// Changes. Each gives a new tree and the way to the node in it (to its parent, if it is gone); the old one stays as it
// is. `path` are the names of the moves to the node.
export type Change =
  | { do: "value"; value: number }
  | { do: "earlier" }
  | { do: "later" }
  | { do: "remove" }
  | { do: "add"; value: number }
  | { do: "turn"; turn: number };

export function changed(root: TreeNode, path: string[], change: Change): { tree: TreeNode; path: string[] } {
  const copy = structuredClone(root);
  const spot = find(placed(copy), path);
  if (!spot) return { tree: root, path };
  const { node, parent, index } = spot;
  const siblings = parent?.node.children ?? [];
  switch (change.do) {
    case "value":
      node.value = change.value;
      break;
    case "earlier":
      if (index > 0) [siblings[index - 1], siblings[index]] = [siblings[index], siblings[index - 1]];
      break;
    case "later":
      if (parent && index < siblings.length - 1)
        [siblings[index + 1], siblings[index]] = [siblings[index], siblings[index + 1]];
      break;
    case "remove":
      if (parent) removeChild(parent.node, index);
      break;
    case "add":
      if (!node.children.length) {
        node.children.push({ label: "", odds: null, turn: null, value: node.value, children: [] });
        node.value = null;
      }
      node.children.push({ label: "", odds: null, turn: null, value: change.value, children: [] });
      evenOdds(node);
      break;
    case "turn":
      node.turn = change.turn;
      if (change.turn !== CHANCE) for (const child of node.children) child.odds = null;
      break;
  }
  const kept = change.do === "remove" && parent ? parent.node : node;
  return { tree: copy, path: wayTo(placed(copy), kept) };
}

function wayTo(top: Placed, node: TreeNode): string[] {
  let here: Placed | null = [...everyPlaced(top)].find((each) => each.node === node) ?? top;
  const path = [];
  for (; here?.parent; here = here.parent) path.push(here.name);
  return path.reverse();
}

// The last child leaves a leaf behind, so that the tree stays a tree.
function removeChild(parent: TreeNode, index: number): void {
  const [gone] = parent.children.splice(index, 1);
  if (!parent.children.length) {
    parent.value = gone.value ?? 0;
    parent.turn = null;
  }
  evenOdds(parent);
}

// Probabilities that no longer add up to 1 become equal ones.
function evenOdds(node: TreeNode): void {
  for (const child of node.children) child.odds = null;
}
