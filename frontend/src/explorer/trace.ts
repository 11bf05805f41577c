// A traced search as it comes from view/pack.py: a header and columns of numbers, one row a node.
//
// Rows stand in the order of the walk. Values and windows are MAX's (player 0's). `enter` and `leave` number the steps
// of the walk; a pruned edge is a row without steps. Nothing here is copied: the columns are views of the bytes.

export const KIND = { open: 0, inner: 1, terminal: 2, horizon: 3, table: 4, repetition: 5, pruned: 6 } as const;
export const BOUND = { none: 0, atMost: 1, atLeast: 2, exact: 3 } as const;
export const CUT = { none: 0, alpha: 1, beta: 2 } as const;
export const CHANCE = -1;

export interface Value {
  value: number;
  text: string;
}

export interface Found {
  move: string | null;
  score: string | null;
  value: number | "Infinity" | "-Infinity" | null;
  bound: string | null;
  line: string[];
  nodes: number;
  evaluations: number;
  cutoffs: number;
  table_hits: number;
  researches: number;
  depth: number;
  solved: boolean;
  seconds: number;
}

// One thing that a selective search does, for a reason; what it does to the search. See reasons.py.
export interface Deed {
  reason: string;
  effect: string;
  sign: string;
  sentence: string;
  count: string;
  legend: string;
}

export interface Effect {
  hue: "orange" | "blue" | "vermilion" | "purple" | "green";
  edge: "plain" | "dotted" | "thick" | "dashed";
  legend: string;
}

export interface Selective {
  deeds: Deed[];
  effects: Record<string, Effect>;
  deeper: number;
  shallower: number;
  counts: { name: string; words: string; total: number | null }[];
}

export interface Header {
  format: number;
  size: number;
  capped: boolean;
  game: string;
  title: string;
  position: string;
  sides: string[];
  chance: boolean;
  method: string;
  options: Record<string, string | number | boolean | null>;
  moves: string[];
  result: Found | null;
  tree: string | null;
  edges: Record<string, number> | null;
  selective?: Selective | null;
  switches?: { name: string; summary: string }[];
  boards?: string[] | null; // pictures of the positions; the column `board` says which is whose
  pictured?: boolean; // the positions can be drawn
}

type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array;

const TYPES = {
  i8: Int8Array,
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
} as const;

export class Trace {
  readonly header: Header;
  readonly size: number;
  readonly values: Value[];
  readonly parent: Numbers;
  readonly enter: Numbers;
  readonly leave: Numbers;
  readonly alpha: Numbers;
  readonly beta: Numbers;
  readonly value: Numbers;
  readonly depth: Numbers;
  readonly turn: Numbers;
  readonly iteration: Numbers;
  readonly odds: Numbers | null;
  // Of a selective search: what was done on the way to a row and at it, see selective.ts.
  readonly selective: Selective | null;
  readonly deed: Numbers | null;
  readonly here: Numbers | null;
  readonly change: Numbers | null;
  readonly shift: Numbers | null;
  private readonly judged: Numbers | null;
  // The first child of a row and the next child of the same parent, −1 for none; the passes of the search.
  private readonly boardIndex: Numbers | null;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly roots: number[];
  private readonly states: Numbers;
  private readonly moveIndex: Numbers;

  constructor(header: Header & { values: { value: number | string; text: string }[] }, columns: Map<string, Numbers>) {
    const column = (name: string) => {
      const found = columns.get(name);
      if (!found) throw new Error(`the trace has no column ${name}`);
      return found;
    };
    this.header = header;
    this.size = header.size;
    this.values = header.values.map(({ value, text }) => ({ value: asNumber(value), text }));
    [this.parent, this.enter, this.leave] = [column("parent"), column("enter"), column("leave")];
    [this.alpha, this.beta, this.value] = [column("alpha"), column("beta"), column("value")];
    [this.depth, this.turn, this.iteration] = [column("depth"), column("turn"), column("iteration")];
    [this.states, this.moveIndex] = [column("state"), column("move")];
    this.odds = columns.get("odds") ?? null;
    this.boardIndex = columns.get("board") ?? null;
    this.selective = header.selective ?? null;
    const selected = (name: string) => (this.selective ? column(name) : null);
    [this.deed, this.here] = [selected("deed"), selected("here")];
    [this.change, this.shift, this.judged] = [selected("change"), selected("shift"), selected("judged")];
    this.firstChild = new Int32Array(this.size).fill(-1);
    this.nextSibling = new Int32Array(this.size).fill(-1);
    this.roots = this.link();
  }

  kind = (row: number): number => this.states[row] & 7;
  bound = (row: number): number => (this.states[row] >> 3) & 3;
  cut = (row: number): number => (this.states[row] >> 5) & 3;
  isTest = (row: number): boolean => (this.states[row] & 128) !== 0;
  isResearch = (row: number): boolean => (this.states[row] & 256) !== 0;
  isPruned = (row: number): boolean => (this.states[row] & 7) === KIND.pruned;

  // The static value that a selective search judged a row by; of an edge left out, what it might have reached.
  judgedAt(row: number): Value | null {
    return this.judged ? (this.values[this.judged[row]] ?? null) : null;
  }

  // What the mover of a row in quiescence may stand pat at.
  standing(row: number): Value | null {
    const deed = this.here ? this.here[row] : 0;
    return deed && this.selective!.deeds[deed].effect === "quiescence" ? this.judgedAt(row) : null;
  }

  // Left out by a selective search, not by a cut-off.
  isLeftOut = (row: number): boolean => this.isPruned(row) && this.deed !== null && this.deed[row] > 0;

  // The place of its picture in header.boards.
  board = (row: number): number => this.boardIndex?.[row] ?? -1;

  // The move to a row; "" at a root.
  move(row: number): string {
    return this.header.moves[this.moveIndex[row]] ?? "";
  }

  children(row: number): number[] {
    const found = [];
    for (let child = this.firstChild[row]; child >= 0; child = this.nextSibling[child]) found.push(child);
    return found;
  }

  root(row: number): number {
    while (this.parent[row] >= 0) row = this.parent[row];
    return row;
  }

  // The rows from a root to this one.
  path(row: number): number[] {
    const found = [];
    for (; row >= 0; row = this.parent[row]) found.push(row);
    return found.reverse();
  }

  // Whether windows mean anything: plain minimax has none.
  get prunes(): boolean {
    return !looksAtAll(this.header.method) && this.header.options.prune !== false;
  }

  private link(): number[] {
    const last = new Int32Array(this.size).fill(-1);
    const roots = [];
    for (let row = 0; row < this.size; row++) {
      const above = this.parent[row];
      if (above < 0) {
        if (!this.isPruned(row)) roots.push(row);
      } else if (last[above] < 0) {
        this.firstChild[above] = row;
        last[above] = row;
      } else {
        this.nextSibling[last[above]] = row;
        last[above] = row;
      }
    }
    return roots;
  }
}

// Methods that leave nothing out, and so have no window.
export function looksAtAll(method: string): boolean {
  return method.startsWith("minimax") || method === "expectiminimax";
}

// The trace in these bytes; an Error in words if there is none.
export function decode(bytes: ArrayBuffer | ArrayBufferView): Trace {
  const whole = aligned(bytes);
  const view = new DataView(whole);
  if (whole.byteLength < 8 || ascii(whole, 4) !== "ZTR1")
    throw new Error("these bytes are no trace: they do not begin with ZTR1");
  const length = view.getUint32(4, true);
  if (8 + length > whole.byteLength) throw new Error("the trace is cut off in its header");
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 8, length)));
  if (header.format !== 1) throw new Error(`the trace has format ${header.format}; this page reads format 1`);
  const begin = Math.ceil((8 + length) / 8) * 8;
  const columns = new Map<string, Numbers>();
  for (const { name, type, offset } of header.columns as { name: string; type: keyof typeof TYPES; offset: number }[]) {
    const kind = TYPES[type];
    if (begin + offset + header.size * kind.BYTES_PER_ELEMENT > whole.byteLength)
      throw new Error(`the trace is cut off in ${name}`);
    columns.set(name, new kind(whole, begin + offset, header.size));
  }
  return new Trace(header, columns);
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// Columns begin at multiples of 8 of the whole; bytes inside a larger message may not.
function aligned(bytes: ArrayBuffer | ArrayBufferView): ArrayBuffer {
  if (bytes instanceof ArrayBuffer) return bytes;
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset % 8 === 0 && buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) return buffer;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice().buffer;
}

function ascii(whole: ArrayBuffer, count: number): string {
  return String.fromCharCode(...new Uint8Array(whole, 0, Math.min(count, whole.byteLength)));
}

function asNumber(value: number | string): number {
  return Number(value); // reads "Infinity" and "-Infinity" as what they say
}
