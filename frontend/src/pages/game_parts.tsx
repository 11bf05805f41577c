// Parts around a game: the computer's thoughts, the course, the end and what may follow, files and links.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, post } from "../api";
import type { AskPlay, PlayGame, Thinking } from "../messages";
import { minus } from "../numbers";
import { Graph } from "../parts/graph";
import { Moves } from "../parts/moves";
import { joined } from "../parts/moves_text";
import { Figures, ScoreTag } from "../parts/thinking";
import { scoreText } from "../parts/values";
import { onward } from "../router";
import { play as words } from "../texts";
import { type Look, pointsOf } from "./game_state";

interface OverProps {
  game: PlayGame;
  onFail: (error: unknown) => void;
  children: ComponentChildren;
}

/** How it ended, and what may follow. */
export function Over({ game, onFail, children }: OverProps) {
  const busy = useRef(false); // a second press makes no second game
  const again = async (swap: boolean) => {
    if (busy.current) return;
    busy.current = true;
    const go = onward();
    const sides = game.sides.map((side) => side.spec);
    const body: AskPlay = {
      game: game.game,
      position: game.start || null,
      sides: swap ? sides.reverse() : sides,
      clock: game.clock,
    };
    try {
      go(`/play/${(await post<PlayGame>("/api/play", body)).id}`);
    } catch (error) {
      onFail(error);
    } finally {
      busy.current = false;
    }
  };
  return (
    <div class="over">
      <h2>{minus(game.ending?.sentence ?? "")}</h2>
      <div class="actions">
        <a class="button primary" href={analysisOf(game, true)}>
          {words.analyse}
        </a>
        <button type="button" onClick={() => void again(false)}>
          {words.again}
        </button>
        {game.sides.length === 2 && game.sides[0].spec !== game.sides[1].spec && (
          <button type="button" onClick={() => void again(true)}>
            {words.swap}
          </button>
        )}
        <a class="button" href={address("/play", { game: game.game })}>
          {words.another}
        </a>
        {children}
      </div>
    </div>
  );
}

export const analysisOf = (game: PlayGame, review: boolean): string =>
  address("/analyse", {
    game: game.game,
    position: game.start,
    moves: joined(game.moves.map((each) => each.move)),
    review: review ? "yes" : "",
  });

/** Gives up, after a question. */
export function Resign({ disabled, onResign }: { disabled: boolean; onResign: () => void }) {
  const [asked, setAsked] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (asked) no.current?.focus();
  }, [asked]);
  if (!asked)
    return (
      <button type="button" disabled={disabled} onClick={() => setAsked(true)}>
        {words.resign}
      </button>
    );
  return (
    <span class="question" role="group" aria-label={words.sure}>
      <span>{words.sure}</span>
      <button
        type="button"
        class="danger"
        onClick={() => {
          setAsked(false);
          onResign();
        }}
      >
        {words.yes}
      </button>
      <button type="button" ref={no} onClick={() => setAsked(false)}>
        {words.no}
      </button>
    </span>
  );
}

export function Export({ game }: { game: PlayGame }) {
  const moves = joined(game.moves.map((each) => each.move));
  return (
    <details class="panel">
      <summary>{words.share}</summary>
      <div class="row">
        <Copy text={() => location.href} name={words.copyLink} />
        <Copy text={() => moves} name={words.copyMoves} />
        <Copy text={() => game.position.text} name={words.copyPosition} />
        {game.formats.map((format) => (
          <a key={format} class="button" download href={address(`/api/play/${game.id}/export`, { format })}>
            {words.file(format)}
          </a>
        ))}
        <a class="button" href={analysisOf(game, false)}>
          {words.analyseNow}
        </a>
      </div>
    </details>
  );
}

/** Copies a text; where the browser does not allow it, shows it to be copied by hand. */
export function Copy({ text, name }: { text: () => string; name: string }) {
  const [done, setDone] = useState<"" | "copied" | "refused">("");
  const copy = () =>
    navigator.clipboard?.writeText(text()).then(
      () => setDone("copied"),
      () => setDone("refused"),
    ) ?? setDone("refused");
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {done === "copied" ? words.copied : name}
      </button>
      {done === "refused" && (
        <input readOnly value={text()} aria-label={name} onFocus={(event) => event.currentTarget.select()} />
      )}
    </>
  );
}

interface MindProps {
  game: PlayGame;
  thinking: Thinking | null;
  hinted: boolean;
  look: Look;
}

/** What the computer thinks, as it thinks it, and how its values went: for those who open it. */
export function Mind({ game, thinking, hinted, look }: MindProps) {
  const points = useMemo(() => pointsOf(game), [game]);
  const { players } = game.position;
  const best = thinking?.lines[0];
  const title = hinted ? words.hintTitle : game.status === "thinking" ? words.mind : words.thought;
  return (
    <details class="panel mind">
      <summary>{words.thoughts}</summary>
      <h2>
        {title}
        {best && <ScoreTag score={best.score} />}
        {best && <small>{words.forPlayer(players[best.score.player] ?? "")}</small>}
      </h2>
      {thinking ? <Figures thinking={thinking} /> : <p class="figures">{words.nothingYet}</p>}
      <p class="movesline">
        {best &&
          (best.line.length ? best.line : [best.move]).slice(0, 12).map((move, i) => <span key={i}>{move}</span>)}
      </p>
      {players.length === 2 && (
        <Graph
          points={points}
          plies={game.moves.length}
          current={look.ply ?? game.moves.length}
          players={players}
          onPick={look.pick}
        />
      )}
    </details>
  );
}

/** The list of moves; a click shows the position after a move. */
export function Course({ game, look }: { game: PlayGame; look: Look }) {
  const current = look.ply ?? game.moves.length;
  const moves = game.moves.map((each) => ({ ...each, note: each.score ? scoreText(each.score) : each.comment }));
  const { players } = game.position;
  return (
    <div class="panel">
      <h2>{words.course}</h2>
      <Moves moves={moves} players={players} current={current} onPick={look.pick} />
    </div>
  );
}
