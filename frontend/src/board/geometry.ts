// Where things are on a board: the part of the plane that is drawn, rows for the grid, the neighbour in a direction.
import type { Scene, Spot } from "../messages";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LABEL_ROOM = 0.27; // squares around the centre of a coordinate

/** What must be in the picture: the board itself and, when they are shown, the coordinates around it. */
export function boxOf(scene: Scene, withLabels: boolean): Box {
  let left = 0;
  let top = 0;
  let right = scene.width;
  let bottom = scene.height;
  for (const label of withLabels ? scene.labels : []) {
    left = Math.min(left, label.x - LABEL_ROOM);
    top = Math.min(top, label.y - LABEL_ROOM);
    right = Math.max(right, label.x + LABEL_ROOM);
    bottom = Math.max(bottom, label.y + LABEL_ROOM);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The scene seen from the other side of the board; labels stay on their edge. */
export function turned(scene: Scene): Scene {
  const turn = <T extends { x: number; y: number }>(at: T): T => ({
    ...at,
    x: scene.width - at.x,
    y: scene.height - at.y,
  });
  const spots = scene.spots.map((spot) => ({
    ...turn(spot),
    tall: Math.abs(spot.tall) > 1 ? -spot.tall : spot.tall,
    wide: Math.abs(spot.wide) > 1 ? -spot.wide : spot.wide,
  }));
  const labels = scene.labels.map((label) => ({
    ...label,
    x: label.x < 0 || label.x > scene.width ? label.x : scene.width - label.x,
    y: label.y < 0 || label.y > scene.height ? label.y : scene.height - label.y,
  }));
  return { ...scene, spots, labels, areas: scene.areas.map(turn) };
}

/** The scene as it is laid out where there is little room. */
export const narrowed = (scene: Scene): Scene => (scene.narrow ? { ...scene, ...scene.narrow, narrow: null } : scene);

/** Whether a spot's pieces lie across rather than down. */
export const across = (spot: Spot): boolean => Math.abs(spot.wide) > Math.abs(spot.tall);

/** Where the pieces of a spot are drawn, the last one last; where the first would be, if there is none. */
export function stackOf(spot: Spot): Spot[] {
  const along = across(spot) ? spot.wide : spot.tall;
  const room = Math.abs(along);
  const step = along > 0 ? 1 : -1;
  const shown = Math.max(1, Math.min(spot.count, Math.floor(room)));
  return [...Array(shown).keys()].map((i) => {
    const far = step * (i + 0.5 - room / 2);
    return across(spot) ? { ...spot, x: spot.x + far } : { ...spot, y: spot.y + far };
  });
}

/** The last piece of a spot: where dots, values and arrows are drawn. */
export const topOf = (spot: Spot): Spot => stackOf(spot).pop()!;

/** The spots as rows from top to bottom, each from left to right; spots less than half a square apart share a row. */
export function rowsOf(spots: readonly Spot[]): Spot[][] {
  const rows: Spot[][] = [];
  for (const spot of [...spots].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const last = rows[rows.length - 1];
    if (last && spot.y - last[0].y < 0.5) last.push(spot);
    else rows.push([spot]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

/** The nearest spot in a direction, straight ones before slanted ones; the spot itself at the edge. */
export function neighbour(spots: readonly Spot[], from: Spot, dx: number, dy: number): Spot {
  let best = from;
  let least = Infinity;
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (along < 0.25 || aside > along * 2) continue;
    const far = along + 3 * aside;
    if (far < least) {
      best = spot;
      least = far;
    }
  }
  return best;
}

/** The spot that holds a point of the drawing. */
export function spotAt(spots: readonly Spot[], x: number, y: number, size: number): Spot | null {
  const inside = (spot: Spot) =>
    Math.abs(spot.x - x) <= (size * Math.abs(spot.wide)) / 2 &&
    Math.abs(spot.y - y) <= (size * Math.abs(spot.tall)) / 2;
  return spots.find(inside) ?? null;
}

/** Whether a board may be seen from the other side. */
export const turns = (scene: Scene): boolean => scene.board === "squares" || scene.board === "checkered";

/** How large a square is in the drawing of each spot: less where spots are closer together than a square. Cards overlap. */
export function spacing(spots: readonly Spot[], board = ""): number {
  let least = 1;
  if (board === "table" || board === "points") return least;
  for (const row of rowsOf(spots))
    for (let i = 1; i < row.length; i++) least = Math.min(least, row[i]!.x - row[i - 1]!.x || 1);
  return Math.max(least, 0.3);
}
