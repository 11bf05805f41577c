// Which of several moves with the same clicks is meant, asked on the board: the piece of a promotion.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Scene, Spot } from "../messages";
import * as texts from "../texts";
import type { Box } from "./geometry";
import { Shape } from "./shapes";

interface ChooserProps {
  scene: Scene;
  box: Box;
  spot: Spot;
  asked: readonly string[];
  onMove: (move: string) => void;
  onLeave: () => void;
}

/** The pieces that tell the moves apart; null unless each has one. */
export function piecesOf(scene: Scene, asked: readonly string[]): string[] | null {
  const found = asked.map((move) => scene.choices.find((choice) => choice.move === move)?.piece ?? "");
  return asked.length && found.every((piece) => scene.pieces[piece]) ? found : null;
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

export function Chooser({ scene, box, spot, asked, onMove, onLeave }: ChooserProps) {
  const list = useRef<HTMLDivElement>(null);
  const pieces = piecesOf(scene, asked)!;
  const down = spot.y < scene.height / 2;
  const top = down ? spot.y - 0.5 : spot.y + 0.5 - asked.length;
  const shown = asked.map((move, i) => ({ move, piece: scene.pieces[pieces[i]] }));
  if (!down) shown.reverse(); // the first is on the spot itself
  useLayoutEffect(() => {
    const buttons = list.current?.querySelectorAll("button");
    buttons?.[down ? 0 : buttons.length - 1]?.focus();
  }, []);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") onLeave();
    else if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div class="chooser" onClick={(event) => event.target === event.currentTarget && onLeave()}>
      <div
        ref={list}
        role="group"
        aria-label={texts.board.which}
        onKeyDown={keys}
        style={{
          left: percent(spot.x - 0.5 - box.x, box.width),
          top: percent(top - box.y, box.height),
          width: percent(1, box.width),
          height: percent(asked.length, box.height),
        }}
      >
        {shown.map(({ move, piece }) => (
          <button
            key={move}
            type="button"
            data-move={move}
            aria-label={`${move}, ${piece.name}`}
            title={move}
            onClick={() => onMove(move)}
          >
            <svg class={`picture ${scene.board}`} viewBox="-0.5 -0.5 1 1" aria-hidden="true">
              <Shape piece={piece} />
            </svg>
          </button>
        ))}
      </div>
    </div>
  );
}
