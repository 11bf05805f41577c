// Dragging a piece from spot to spot, for games whose moves go along several; a drop is the click on its spot.
import { useRef, useState } from "preact/hooks";
import type { Scene } from "../messages";
import { type Picking, click, lift, open } from "./choosing";
import { type Box, spacing, spotAt } from "./geometry";

export interface Lifted {
  spot: string;
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
    const around = (event.currentTarget as HTMLElement).getBoundingClientRect();
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
      const spot = (event.target as Element).closest<HTMLElement>("[data-spot]")?.dataset.spot;
      if (readOnly || !spot || event.button !== 0 || !event.isPrimary) return;
      drag.current = { pointer: event.pointerId, spot, x: event.clientX, y: event.clientY, picking: null };
    },
    onPointerMove: (event: PointerEvent) => {
      const now = drag.current;
      if (!now || now.pointer !== event.pointerId) return;
      if (!now.picking) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < SLACK) return;
        now.picking = lift(scene, picking, now.spot);
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
        const target = spotAt(scene.spots, x, y, spacing(scene.spots, scene.board));
        if (target && target.name !== now.spot) onDrop(target.name, now.picking);
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

/** What a drop on a spot means; null if no move goes there. */
export const dropped = (scene: Scene, picking: Picking, spot: string): Picking | null =>
  open(scene, picking.picked).has(spot) ? click(scene, picking, spot) : null;
