// Parts around a game: the end and what may follow, giving up, files and links.
import { useEffect, useRef, useState } from "preact/hooks";
import { address, tellTo } from "../api";
import type { AskPlay, PlayGame } from "../messages";
import { joined } from "../parts/moves_text";
import { go } from "../router";
import { play as words } from "../texts";

export function Over({ game, onFail }: { game: PlayGame; onFail: (error: unknown) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const again = async (swap: boolean) => {
    const sides = game.sides.map((side) => side.spec);
    const body: AskPlay = { game: game.game, position: game.start || null, sides: swap ? sides.reverse() : sides, clock: game.clock };
    try {
      go(`/play/${(await tellTo<PlayGame>("/api/play", body)).id}`);
    } catch (error) {
      onFail(error);
    }
  };
  return (
    <div class="over">
      <h2 ref={heading}>{game.ending?.sentence}</h2>
      <div class="row">
        <a class="button primary" href={analysisOf(game, true)}>{words.analyse}</a>
        <button type="button" onClick={() => void again(false)}>{words.again}</button>
        {game.sides[0].spec !== game.sides[1].spec && (
          <button type="button" onClick={() => void again(true)}>{words.swap}</button>
        )}
        <a class="button" href={address("/play", { game: game.game })}>{words.another}</a>
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
  useEffect(() => {
    if (asked) no.current?.focus();
  }, [asked]);
  if (!asked) return <button type="button" disabled={disabled} onClick={() => setAsked(true)}>{words.resign}</button>;
  return (
    <span class="row question" role="group" aria-label={words.sure}>
      <span>{words.sure}</span>
      <button type="button" class="danger" onClick={() => { setAsked(false); onResign(); }}>{words.yes}</button>
      <button type="button" ref={no} onClick={() => setAsked(false)}>{words.no}</button>
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
        <a class="button" href={analysisOf(game, false)}>{words.analyseNow}</a>
      </div>
    </details>
  );
}

/** Copies a text; where the browser does not allow it, shows it to be copied by hand. */
export function Copy({ text, name }: { text: () => string; name: string }) {
  const [done, setDone] = useState<"" | "copied" | "refused">("");
  const copy = () =>
    navigator.clipboard?.writeText(text()).then(() => setDone("copied"), () => setDone("refused")) ?? setDone("refused");
  return (
    <>
      <button type="button" onClick={() => void copy()}>{done === "copied" ? words.copied : name}</button>
      {done === "refused" && <input readOnly value={text()} aria-label={name} onFocus={(event) => event.currentTarget.select()} />}
    </>
  );
}
