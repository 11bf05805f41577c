// From clicks to moves: a choice is a move and the spots to click for it, in order.
import type { Choice, Scene } from "../messages";

export interface Picking {
  picked: string[]; // clicked so far
  asked: string[]; // moves that all have been clicked to their end: which one?
  move: string | null; // the one that was meant
}

export const NOTHING: Picking = { picked: [], asked: [], move: null };

const begins = (choice: Choice, path: readonly string[]) =>
  path.length <= choice.spots.length && path.every((name, i) => choice.spots[i] === name);

const distinct = (moves: string[]) => [...new Set(moves)];

/** What clicking a spot means after others were picked. A click that leads nowhere begins anew. */
export function click(scene: Scene, before: Picking, name: string): Picking {
  const picked = before.picked;
  if (picked.length && picked[picked.length - 1] === name && !continues(scene, [...picked, name])) return NOTHING;
  const path = continues(scene, [...picked, name]) ? [...picked, name] : [name];
  const fitting = scene.choices.filter((choice) => choice.spots.length && begins(choice, path));
  const complete = distinct(fitting.filter((c) => c.spots.length === path.length).map((c) => c.move));
  const longer = fitting.some((choice) => choice.spots.length > path.length);
  if (!fitting.length) return NOTHING;
  if (complete.length === 1 && !longer) return { picked: [], asked: [], move: complete[0] };
  return { picked: path, asked: complete, move: null };
}

const continues = (scene: Scene, path: string[]) => scene.choices.some((c) => c.spots.length && begins(c, path));

/** What is picked when the piece on a spot is lifted to be dragged on; null if it goes nowhere from there. */
export function lift(scene: Scene, before: Picking, name: string): Picking | null {
  const held = before.picked[before.picked.length - 1] === name && open(scene, before.picked).size > 0;
  const found = held ? before : click(scene, before, name);
  const last = found.picked[found.picked.length - 1];
  return last === name && open(scene, found.picked).size > 0 ? found : null;
}

/** Whether a piece is played by itself, wherever it is put: a card of a hand. */
export const loose = (scene: Scene, name: string): boolean =>
  scene.board === "table" &&
  scene.spots.some((spot) => spot.name === name && spot.piece !== "") &&
  scene.choices.some((choice) => choice.spots.length === 1 && choice.spots[0] === name);

/** The one piece that a player puts on the board, where a single click does that; null if there are several kinds. */
export function stoneOf(scene: Scene, turn: number | null | undefined): string | null {
  const own = Object.entries(scene.pieces).filter(([, piece]) => piece.side === turn);
  const placing = scene.board !== "table" && scene.choices.some((choice) => choice.spots.length === 1);
  return placing && own.length === 1 && STONES.includes(own[0][1].shape) ? own[0][0] : null;
}

const STONES = ["disc", "ring", "cross"];

/** Whether single clicks make moves, so that the name of a spot says which move was meant. */
export const oneClick = (scene: Scene): boolean =>
  scene.choices.some((choice) => choice.spots.length === 1) || !scene.choices.some((choice) => choice.spots.length);

/** Spots that can be clicked next; `true` where a click may finish a move. */
export function open(scene: Scene, picked: readonly string[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const choice of scene.choices) {
    const next = choice.spots[picked.length];
    if (next === undefined || !begins(choice, picked)) continue;
    found.set(next, found.get(next) || choice.spots.length === picked.length + 1);
  }
  return found;
}

/** Where the mark and the value of each move are drawn: the last spot of its first choice. */
export function placeOf(scene: Scene): Map<string, string> {
  const found = new Map<string, string>();
  for (const choice of scene.choices)
    if (choice.spots.length && !found.has(choice.move)) found.set(choice.move, choice.spots[choice.spots.length - 1]!);
  return found;
}

/** The spots of a move's first choice, from where to where. */
export const pathOf = (scene: Scene, move: string): string[] =>
  scene.choices.find((choice) => choice.move === move)?.spots ?? [];

/** Moves that have no spot and need a button. */
export const unplaced = (scene: Scene): string[] =>
  distinct(scene.choices.filter((choice) => !choice.spots.length).map((choice) => choice.move));
