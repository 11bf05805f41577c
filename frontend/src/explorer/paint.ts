// How a node looks, on a canvas. Every meaning has a sign or a shape of its own; colour only repeats it:
// ▲ MAX  ▼ MIN  ◆ chance  ▢ leaf  ✂ and dashes: pruned  dotted ring: from the table  ? test  ↻ searched again  ≥ ≤ bounds
// What a selective search did stands under the node in a word, and its edge is dotted (reduced) or thick (extended).
import type { Box } from "./layout";
import type { Effect } from "./trace";

export type NodeState = "unseen" | "open" | "done" | "cut" | "table" | "pruned" | "under";

export interface Look {
  turn: number; // 0 MAX, 1 MIN, −1 chance, −2 leaf
  text: string; // its value, "" if nothing is known
  note: string; // its window
  edge: string; // the move to it
  odds: string;
  state: NodeState;
  sign: string; // a badge: ?, ↻, ✂
  deeds: { sign: string; hue: Effect["hue"]; edge: Effect["edge"] }[]; // of a selective search
  current: boolean;
  selected: boolean;
  best: boolean; // on the principal variation
  folded: number;
  more: number;
  board?: (dark: boolean) => HTMLImageElement | null; // a picture of the position, in place of the shape
}

// How tall a level of the tree is, half the height of a node, and half its width where boards are drawn (0: shapes).
export interface Sizes {
  level: number;
  half: number;
  wide: number;
}

export interface Colours {
  ground: string;
  surface: string;
  ink: string;
  soft: string;
  line: string;
  strong: string;
  blue: string;
  blueGround: string;
  green: string;
  greenGround: string;
  vermilion: string;
  vermilionGround: string;
  purple: string;
  purpleGround: string;
  orange: string;
  focus: string;
  text: string;
  dark: boolean;
  type?: number; // how much larger than usual letters are drawn, where the whole drawing is small
}

const font = (c: Colours, size: number, weight = ""): string =>
  `${weight ? `${weight} ` : ""}${size * (c.type ?? 1)}px ${c.text}`;

export const SCISSORS = "✂\uFE0E"; // as a sign, not as a coloured picture
export const TOP = 44;
const HALF = 15; // of a shape
export const SHAPES: Sizes = { level: 112, half: HALF, wide: 0 };

// Boards of this shape in the nodes: as tall as four shapes, wider if they are wider.
export function boardSizes(aspect: number): Sizes {
  const half = aspect > 1.6 ? 24 : 32;
  return { level: 102 + 2 * (half - HALF), half, wide: Math.round(half * Math.min(2.2, Math.max(0.6, aspect))) };
}

// The colours of the theme as a canvas understands them.
export function coloursOf(element: Element): Colours {
  const probe = document.createElement("span");
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours: Colours = {
    ground: read("ground"),
    surface: read("surface"),
    ink: read("ink"),
    soft: read("soft"),
    line: read("line"),
    strong: read("strong-line"),
    blue: read("blue"),
    blueGround: read("blue-ground"),
    green: read("green"),
    greenGround: read("green-ground"),
    vermilion: read("vermilion"),
    vermilionGround: read("vermilion-ground"),
    purple: read("purple"),
    purpleGround: read("purple-ground"),
    orange: read("orange"),
    focus: read("focus"),
    text: getComputedStyle(element).fontFamily,
    dark: isDark(read("surface")),
  };
  probe.remove();
  return colours;
}

// "rgb(29, 33, 39)" is dark.
const isDark = (colour: string): boolean =>
  (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) < 384;

export const levelY = (depth: number, sizes: Sizes): number => TOP + sizes.half - HALF + depth * sizes.level;

type Pen = CanvasRenderingContext2D;

export function paintEdge<T>(
  pen: Pen,
  box: Box<T>,
  look: Look,
  above: Look | null,
  c: Colours,
  detail: boolean,
  sizes: Sizes,
): void {
  if (!box.parent) return;
  const [x0, y0] = [box.parent.x, levelY(box.parent.depth, sizes) + sizes.half + (above?.text ? 20 : 3)];
  const [x1, y1] = [box.x, levelY(box.depth, sizes) - sizes.half - (detail ? 4 : 2)];
  const gone = look.state === "pruned" || look.state === "under";
  pen.beginPath();
  const way = look.deeds.find((each) => each.edge === "dotted" || each.edge === "thick");
  pen.setLineDash(gone ? [5, 5] : way?.edge === "dotted" ? [2, 4] : []);
  pen.lineWidth = look.best ? 4 : gone ? 1.5 : way ? 2.6 : 1.3;
  pen.strokeStyle = look.best
    ? c.ink
    : look.state === "pruned"
      ? c.vermilion
      : gone || look.state === "unseen"
        ? c.strong
        : way
          ? c[way.hue]
          : look.state === "open"
            ? c.blue
            : c.soft;
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
  pen.setLineDash([]);
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  if (look.state === "pruned") scissors(pen, x, y, c);
  // Right over the node, where siblings leave room for long names; the window of a node needs that place itself.
  if (detail)
    edgeLabel(pen, look, look.note ? x : x1, look.note ? y : y1 - (look.current || look.selected ? 15 : 6), c);
}

function scissors(pen: Pen, x: number, y: number, c: Colours): void {
  pen.fillStyle = c.surface;
  pen.beginPath();
  pen.arc(x, y, 9, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = c.vermilion;
  pen.font = font(c, 16);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(SCISSORS, x, y + 1);
}

function edgeLabel(pen: Pen, look: Look, x: number, y: number, c: Colours): void {
  const text = look.odds ? `${look.edge} · ${look.odds}` : look.edge;
  if (!text) return;
  pen.font = font(c, 11);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const width = pen.measureText(text).width + 6;
  pen.fillStyle = c.surface;
  const tall = 15 * (c.type ?? 1);
  pen.fillRect(x - width / 2, y - tall / 2, width, tall);
  pen.fillStyle = look.best ? c.ink : c.soft;
  pen.fillText(text, x, y);
}

export function paintNode<T>(pen: Pen, box: Box<T>, look: Look, c: Colours, detail: boolean, sizes: Sizes): void {
  const [x, y] = [box.x, levelY(box.depth, sizes)];
  const tone = toneOf(look, c);
  pen.save();
  pen.lineWidth = look.state === "unseen" || look.state === "under" ? 1.2 : 2;
  pen.strokeStyle = tone.line;
  pen.fillStyle = tone.fill;
  pen.setLineDash(look.state === "pruned" || look.state === "under" ? [4, 3] : []);
  const boards = sizes.wide > 0;
  const leaf = look.turn === -2 && !boards;
  const half = boards ? sizes.wide : leaf ? leafHalf(pen, look, c) : HALF;
  if (boards) pictured(pen, look, x, y, sizes, c.dark);
  else {
    shape(pen, look.turn, x, y, half, HALF);
    pen.fill();
    pen.stroke();
  }
  pen.setLineDash([]);
  const below = detail ? (look.text && !leaf ? 14 : 0) + (look.deeds.length ? 17 : 0) : 0;
  if (look.state === "table") ring(pen, x, y, half, sizes.half, 0, c.purple, [2, 3], 2);
  if (look.current) ring(pen, x, y, half, sizes.half, below, c.focus, [], 3.5);
  else if (look.selected) ring(pen, x, y, half, sizes.half, below, c.ink, [6, 3], 2);
  if (detail) words(pen, look, x, y, half, sizes.half, leaf, c, tone.text);
  pen.restore();
}

// The position itself, in a frame of the node's state; whose turn it is stands under its corner.
function pictured(pen: Pen, look: Look, x: number, y: number, { half, wide }: Sizes, dark: boolean): void {
  const board = look.board?.(dark);
  pen.beginPath();
  pen.roundRect(x - wide, y - half, 2 * wide, 2 * half, 4);
  pen.fill();
  if (board) {
    pen.globalAlpha = look.state === "pruned" || look.state === "under" ? 0.3 : look.state === "unseen" ? 0.55 : 1;
    const [width, height] = [board.naturalWidth || 1, board.naturalHeight || 1];
    const scale = Math.min((2 * wide - 4) / width, (2 * half - 4) / height);
    pen.drawImage(board, x - (width * scale) / 2, y - (height * scale) / 2, width * scale, height * scale);
    pen.globalAlpha = 1;
  }
  pen.stroke();
  if (look.turn === -2) return;
  pen.save();
  pen.setLineDash([]);
  shape(pen, look.turn, x - wide + 8, y + half + 11, 5, 5);
  pen.fill();
  pen.stroke();
  pen.restore();
}

function toneOf(look: Look, c: Colours): { line: string; fill: string; text: string } {
  switch (look.state) {
    case "open":
      return { line: c.blue, fill: c.blueGround, text: c.blue };
    case "done":
      return { line: c.green, fill: c.greenGround, text: c.ink };
    case "cut":
      return { line: c.vermilion, fill: c.vermilionGround, text: c.ink };
    case "table":
      return { line: c.purple, fill: c.purpleGround, text: c.ink };
    default:
      return { line: c.strong, fill: c.surface, text: c.soft };
  }
}

function leafHalf(pen: Pen, look: Look, c: Colours): number {
  pen.font = font(c, 14, "600");
  return Math.max(HALF - 1, pen.measureText(look.text).width / 2 + 6);
}

function shape(pen: Pen, turn: number, x: number, y: number, half: number, h: number): void {
  pen.beginPath();
  if (turn === 0)
    polygon(pen, [
      [x, y - h - 2],
      [x + h + 3, y + h],
      [x - h - 3, y + h],
    ]);
  else if (turn === 1)
    polygon(pen, [
      [x, y + h + 2],
      [x + h + 3, y - h],
      [x - h - 3, y - h],
    ]);
  else if (turn === -1)
    polygon(pen, [
      [x, y - h - 3],
      [x + h + 3, y],
      [x, y + h + 3],
      [x - h - 3, y],
    ]);
  else pen.roundRect(x - half, y - h + 1, 2 * half, 2 * h - 2, 5);
}

function polygon(pen: Pen, points: [number, number][]): void {
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}

function ring(
  pen: Pen,
  x: number,
  y: number,
  half: number,
  tall: number,
  below: number,
  colour: string,
  dash: number[],
  width: number,
): void {
  pen.beginPath();
  pen.setLineDash(dash);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.roundRect(x - half - 8, y - tall - 8, 2 * half + 16, 2 * tall + 16 + below, 10);
  pen.stroke();
  pen.setLineDash([]);
}

function words(
  pen: Pen,
  look: Look,
  x: number,
  y: number,
  half: number,
  tall: number,
  leaf: boolean,
  c: Colours,
  tone: string,
): void {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = font(c, 14, "600");
  pen.fillStyle = tone;
  if (look.text && leaf) pen.fillText(look.text, x, y + 1);
  else if (look.text) plate(pen, look.text, x, y + tall + 10, c, tone);
  if (look.sign) badge(pen, look.sign, x - half - (tall > HALF ? 10 : 17), y, c);
  const under = y + tall + (look.text && !leaf ? 28 : 16);
  if (look.deeds.length) deeds(pen, look.deeds, x, under, c);
  if (look.folded) folded(pen, look.folded, x, under + (look.deeds.length ? 18 : 0), c);
}

function plate(pen: Pen, text: string, x: number, y: number, c: Colours, tone: string): void {
  const width = pen.measureText(text).width + 6;
  pen.fillStyle = c.surface;
  const high = 17 * (c.type ?? 1);
  pen.fillRect(x - width / 2, y - high / 2, width, high);
  pen.fillStyle = tone;
  pen.fillText(text, x, y);
}

// The window of a node, over it: painted last, so that no neighbour covers it.
export function paintNote<T>(pen: Pen, box: Box<T>, look: Look, c: Colours, sizes: Sizes): void {
  if (!look.note) return;
  const [x, y] = [box.x, levelY(box.depth, sizes) - sizes.half - (look.current ? 19 : 14)];
  pen.font = font(c, 12);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const width = pen.measureText(look.note).width + 6;
  pen.fillStyle = c.surface;
  pen.fillRect(x - width / 2, y - 8, width, 16);
  pen.fillStyle = c.blue;
  pen.fillText(look.note, x, y);
}

function badge(pen: Pen, sign: string, x: number, y: number, c: Colours): void {
  pen.font = font(c, 14, "700");
  pen.fillStyle = sign === SCISSORS ? c.vermilion : c.ink;
  pen.fillText(sign, x, y);
}

// What a selective search did, side by side: each in its hue, in a frame with corners.
function deeds(pen: Pen, list: Look["deeds"], x: number, y: number, c: Colours): void {
  pen.font = font(c, 11, "600");
  const widths = list.map(({ sign }) => pen.measureText(sign).width + 8);
  let left = x - widths.reduce((sum, width) => sum + width + 2, -2) / 2;
  list.forEach(({ sign, hue }, i) => {
    pen.beginPath();
    pen.rect(left, y - 8, widths[i], 15);
    pen.fillStyle = c.surface;
    pen.fill();
    pen.strokeStyle = c[hue];
    pen.lineWidth = 1.4;
    pen.stroke();
    pen.fillStyle = c[hue];
    pen.fillText(sign, left + widths[i] / 2, y);
    left += widths[i] + 2;
  });
}

function folded(pen: Pen, count: number, x: number, y: number, c: Colours): void {
  const text = `+${count}`;
  pen.font = font(c, 11);
  const width = pen.measureText(text).width + 10;
  pen.beginPath();
  pen.roundRect(x - width / 2, y - 8, width, 16, 8);
  pen.fillStyle = c.surface;
  pen.fill();
  pen.strokeStyle = c.strong;
  pen.lineWidth = 1;
  pen.stroke();
  pen.fillStyle = c.soft;
  pen.fillText(text, x, y + 0.5);
}
