// The moves of a game as a list: click one to see the position after it.
import { useEffect, useRef } from "preact/hooks";
import { moves as words } from "../texts";

export interface ListedMove {
  move: string;
  player: number;
  note?: string; // value, time
  tag?: string; // inaccuracy, mistake, blunder
  cost?: string;
}

export const TAGS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

interface MovesProps {
  moves: readonly ListedMove[];
  players: readonly string[];
  current: number; // how many moves were made in the position shown
  onPick: (ply: number) => void;
}

export function Moves({ moves, players, current, onPick }: MovesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && box.current) box.current.scrollTop = here.offsetTop - box.current.clientHeight / 2;
  }, [current, moves.length]);
  return (
    <div class="moves" ref={box} role="group" aria-label={words.label} tabIndex={moves.length > 12 ? 0 : undefined}>
      <button type="button" class="plain" aria-current={current === 0 ? "step" : undefined} onClick={() => onPick(0)}>
        {words.start}
      </button>
      {moves.map((each, i) => (
        <button
          key={i}
          type="button"
          class={`plain ${each.player === 0 ? "first" : "second"} ${each.tag ?? ""}`}
          aria-current={current === i + 1 ? "step" : undefined}
          title={each.note || each.move}
          onClick={() => onPick(i + 1)}
        >
          <MoveText ply={i + 1} player={players[each.player] ?? ""} move={each.move} tag={each.tag} cost={each.cost} />
        </button>
      ))}
    </div>
  );
}

interface TextProps {
  ply: number;
  player: string;
  move: string;
  tag?: string;
  cost?: string;
}

/** Number, move, sign and cost; the words that the eye does not need are for the ear. */
export function MoveText({ ply, player, move, tag, cost }: TextProps) {
  return (
    <>
      <small>{ply}</small>
      {player && <span class="unseen">{player}</span>} {move}
      {tag && <b aria-hidden="true">{TAGS[tag]}</b>}
      {cost && (
        <small class="cost" aria-hidden="true">
          {cost}
        </small>
      )}
      {tag && <span class="unseen">{words.tag(tag, cost ?? "")}</span>}
    </>
  );
}
