// Dragging: a piece from spot to spot, where moves go along several; a card from a hand to the table; a stone from
// beside the board to its place. A drop is the click on a spot.
import { useRef, useState } from "preact/hooks";
import type { Scene } from "../messages";
import { NOTHING, type Picking, click, lift, loose, open } from "./choosing";
import { type Box, spacing, spotAt } from "./geometry";

export interface Lifted {
  spot: string; // "" for a stone from beside the board
  x: number;
  y: number;
}

interface Drag {
  pointer: number;
  spot: string;
  x: number; // where the pointer went down
  y: number;
  picking: Picking | null; // once it has moved
}

const SLACK = 5; // pixels that a click may move
const AWAY = 0.8; // squares by which a card has left its hand
export const HAND = "data-hand"; // marks a stone beside the board

interface Dragging {
  scene: Scene;
  box: Box;
  readOnly: boolean;
  picking: Picking;
  onPick: (picking: Picking) => void;
  onDrop: (spot: string, picking: Picking) => void;
}

export function useDragging({ scene, box, readOnly, picking, onPick, onDrop }: Dragging) {
  const drag = useRef<Drag | null>(null);
  const dragged = useRef(false); // the click after a drop means nothing
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const place = (event: PointerEvent) => {
    const board = (event.currentTarget as HTMLElement).querySelector(".boardbox")!;
    const around = board.getBoundingClientRect();
    return {
      x: box.x + ((event.clientX - around.left) / around.width) * box.width,
      y: box.y + ((event.clientY - around.top) / around.height) * box.height,
    };
  };
  const end = () => {
    drag.current = null;
    setLifted(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      dragged.current = false;
      const from = event.target as Element;
      const spot = from.closest(`[${HAND}]`) ? "" : from.closest<HTMLElement>("[data-spot]")?.dataset.spot;
      if (readOnly || spot === undefined || event.button !== 0 || !event.isPrimary) return;
      drag.current = { pointer: event.pointerId, spot, x: event.clientX, y: event.clientY, picking: null };
    },
    onPointerMove: (event: PointerEvent) => {
      const now = drag.current;
      if (!now || now.pointer !== event.pointerId) return;
      if (!now.picking) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < SLACK) return;
        now.picking = lifting(scene, picking, now.spot);
        if (!now.picking) return end();
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        dragged.current = true;
        onPick(now.picking);
      }
      setLifted({ spot: now.spot, ...place(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      const now = drag.current;
      if (now?.picking && now.pointer === event.pointerId) {
        const { x, y } = place(event);
        const from = scene.spots.find((spot) => spot.name === now.spot);
        const target = spotAt(scene.spots, x, y, spacing(scene.spots, scene.board));
        if (from && now.picking === LOOSE)
          Math.hypot(x - from.x, y - from.y) > AWAY ? onDrop(now.spot, NOTHING) : onPick(NOTHING);
        else if (target && target.name !== now.spot) onDrop(target.name, now.picking);
      }
      end();
    },
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!dragged.current) return;
      dragged.current = false;
      event.stopPropagation();
    },
  };
  return { lifted, handlers };
}

const LOOSE: Picking = { ...NOTHING }; // what is held is played wherever it is put

const lifting = (scene: Scene, picking: Picking, spot: string): Picking | null =>
  spot === "" ? NOTHING : (lift(scene, picking, spot) ?? (loose(scene, spot) ? LOOSE : null));

/** What a drop on a spot means; null if no move goes there. */
export const dropped = (scene: Scene, picking: Picking, spot: string): Picking | null =>
  open(scene, picking.picked).has(spot) ? click(scene, picking, spot) : null;
