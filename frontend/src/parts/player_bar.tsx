// Who plays a side: piece, name, whether it is their move, and their clock.
import { useEffect, useRef, useState } from "preact/hooks";
import { stoneOf } from "../board/choosing";
import { Shape } from "../board/shapes";
import type { PlayGame, Side } from "../messages";
import { clock } from "../numbers";
import { play as words } from "../texts";

interface PlayerProps {
  game: PlayGame;
  side: number;
  lost: boolean;
  before: number; // searches of others that the engine to move waits for
}

export function PlayerBar({ game, side, lost, before }: PlayerProps) {
  const { position, sides } = game;
  const piece = Object.values(position.scene.pieces).find((each) => each.side === side && OWN.includes(each.shape));
  const turn = game.status !== "over" && position.turn === side;
  const name = position.players[side] ?? "";
  const won = game.ending !== null && (game.ending.winner === side || game.ending.winners.includes(side));
  return (
    <div class={`player ${turn ? "turn" : ""}`}>
      {(piece || BOARDS.includes(position.scene.board)) && (
        <svg
          class={`picture ${piece ? position.scene.board : ""}`}
          viewBox="-0.5 -0.5 1 1"
          aria-hidden="true"
          data-hand={turn && sides[side].human && stoneOf(position.scene, side) ? "" : undefined}
        >
          {piece && <Shape piece={piece} filled={["holes", "points"].includes(position.scene.board)} />}
        </svg>
      )}
      <p>
        <b>{name}</b> <span class="small">{sides.every((each) => each.human) ? "" : nameOf(sides[side])}</span>
      </p>
      {turn && <span class="todo">{game.status === "thinking" ? words.thinks(before) : words.toMove}</span>}
      {won && <span class="todo won">{words.winner}</span>}
      {game.remaining && <Clock game={game} side={side} stopped={lost} />}
    </div>
  );
}

const BOARDS = ["squares", "checkered", "holes", "lines", "points"]; // a piece may come: its place is kept
const OWN = ["disc", "ring", "cross", "tile", "figure"]; // shapes that tell the sides apart

/** A strength in words; everything else by its own name. */
export function nameOf(side: Side): string {
  const level = /^level:(\d+)$/.exec(side.spec);
  return side.human ? words.human : level ? words.level(level[1]) : side.name;
}

/** Counts down between what the server says. */
function Clock({ game, side, stopped }: { game: PlayGame; side: number; stopped: boolean }) {
  const received = useRef(0);
  const [, tick] = useState(0);
  const runs = game.running === side && !stopped && game.status !== "over";
  useEffect(() => {
    received.current = performance.now();
  }, [game]);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const gone = runs && received.current ? (performance.now() - received.current) / 1000 : 0;
  const left = (game.remaining?.[side] ?? 0) - gone;
  return (
    <span
      class={`clock ${runs ? "runs" : ""} ${left < 10 ? "short" : ""}`}
      role="timer"
      aria-label={words.clockOf(game.position.players[side] ?? "")}
    >
      {clock(left)}
    </span>
  );
}
