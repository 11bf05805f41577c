// Setting up a position by clicks, for games whose text names every square in order, row by row: `XX./OO./...`.
import type { Piece, Position, Scene } from "../messages";
import { rowsOf } from "./geometry";

const EMPTY = ".-_";
const isEmpty = (letter: string) => EMPTY.includes(letter);

export interface Template {
  places: ReadonlyMap<string, number>; // where in the text each spot is
  letters: readonly string[]; // what may lie on a spot, the empty one first
}

/** How the text of a position names its squares; null if it does not, letter by letter. */
export function templateOf(position: Position): Template | null {
  const { scene, text } = position;
  const board = text.split(" ")[0];
  const at = [...board].flatMap((letter, i) => (letter === "/" ? [] : [i]));
  const spots = rowsOf(scene.spots).flat();
  if (!spots.length || at.length !== spots.length) return null;
  const fits = spots.every((spot, i) => (spot.piece ? spot.piece === board[at[i]] : isEmpty(board[at[i]])));
  const pieces = new Set([...Object.keys(scene.pieces), ...position.players].filter((key) => key.length === 1));
  const empty = [...board].find(isEmpty);
  if (!fits || !empty || pieces.size < 2) return null;
  return {
    places: new Map(spots.map((spot, i) => [spot.name, at[i]])),
    letters: [empty, ...[...pieces].sort().reverse()],
  };
}

/** The text with the next piece on a spot: nothing, one, the other, nothing. */
export function turnedOver(text: string, template: Template, spot: string): string {
  const at = template.places.get(spot)!;
  const next = template.letters[(template.letters.indexOf(text[at]) + 1) % template.letters.length];
  return text.slice(0, at) + next + text.slice(at + 1);
}

const STONES: Record<string, Piece> = {
  X: { name: "X", shape: "cross", side: 0, text: "", outline: "", lines: "" },
  O: { name: "O", shape: "ring", side: 1, text: "", outline: "", lines: "" },
};

/** The board as the text has it, whether or not that is a position the game knows. */
export function sceneOf(scene: Scene, text: string, template: Template): Scene {
  const letter = (name: string) => text[template.places.get(name)!] ?? template.letters[0];
  const pieces = { ...STONES, ...scene.pieces };
  return {
    ...scene,
    pieces,
    marks: {},
    spots: scene.spots.map((spot) => ({
      ...spot,
      piece: isEmpty(letter(spot.name)) || !pieces[letter(spot.name)] ? "" : letter(spot.name),
    })),
    choices: scene.spots.map((spot) => ({ move: spot.name, spots: [spot.name], piece: "" })),
  };
}
