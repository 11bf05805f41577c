// A game being played: board, clocks, the computer's thinking, moves by click, key or text.
import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Refused, address, post, useConnection } from "../api";
import { Board } from "../board/board";
import { turns } from "../board/geometry";
import type { AskPlay, PlayGame, Thinking } from "../messages";
import { useKeys, useTyping } from "../parts/keys";
import { PlayerBar } from "../parts/player_bar";
import { Problem } from "../parts/problem";
import { useSettings } from "../parts/settings";
import { useStateOf } from "../parts/state_of";
import { Status, say, useDetail } from "../parts/status";
import { useTitle } from "../parts/title";
import { onward } from "../router";
import { board as boardWords, play as words } from "../texts";
import { Course, Export, Mind, Over, Resign } from "./game_parts";
import {
  type Asking,
  type Look,
  detailOf,
  nextOf,
  useAddress,
  useAsking,
  useEvents,
  useGame,
  useLook,
} from "./game_state";

interface Props {
  id: string;
  query: URLSearchParams;
}

export function GamePage({ id, query }: Props) {
  const { game, thinking, before, error, setGame } = useGame(id);
  if (error) return <Gone error={error} query={query} />;
  if (!game) return <Waiting />;
  return <Table game={game} thinking={thinking} before={before} setGame={setGame} />;
}

function Waiting() {
  return (
    <section class="play" aria-busy="true">
      <h1 class="unseen">{words.loading}</h1>
      <div class="skeleton square" />
      <div class="skeleton tall" />
    </section>
  );
}

/** The game is not on this server; its moves may still be in the address. */
function Gone({ error, query }: { error: Refused; query: URLSearchParams }) {
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const game = query.get("game");
  const again = async () => {
    setBusy(true);
    const go = onward();
    const body: AskPlay = {
      game: game!,
      position: query.get("position"),
      moves: query.get("moves") ?? "",
      sides: sidesIn(query),
    };
    try {
      go(`/play/${(await post<PlayGame>("/api/play", body)).id}`, { replace: true });
    } catch (failure) {
      setProblem(failure);
      setBusy(false);
    }
  };
  return (
    <section>
      <h1>{words.gone}</h1>
      <Problem error={problem ?? error} />
      <p class="row">
        {game && (
          <button type="button" class="primary" disabled={busy} onClick={() => void again()}>
            {words.fromLink}
          </button>
        )}
        <a class="button" href="/">
          {words.toGames}
        </a>
      </p>
    </section>
  );
}

const sidesIn = (query: URLSearchParams): string[] => {
  const sides = query.get("sides")?.split("|") ?? [];
  return sides.length ? sides : ["human", "level:3"];
};

interface TableProps {
  game: PlayGame;
  thinking: Thinking | null;
  before: number;
  setGame: (game: PlayGame) => void;
}

function Table({ game, thinking, before, setGame }: TableProps) {
  const settings = useSettings();
  const { lost } = useConnection();
  const [typed, setTyped] = useStateOf(game.revision, () => "");
  const [shaking, setShaking] = useState<string | null>(null);
  const [flipped, setFlipped] = useState(() => game.sides.length === 2 && !game.sides[0].human && game.sides[1].human);
  const input = useRef<HTMLInputElement>(null);
  const asking = useAsking(game, setGame);
  const look = useLook(game);
  useEvents(game);
  useAddress(game);
  useTitle(game.title);

  const { position, sides } = game;
  const mine = game.status === "playing" && position.turn >= 0 && sides[position.turn].human;
  const locked = !mine || lost || look.ply !== null || asking.busy === "move";
  const move = (name: string) => void asking.change("move", { move: name });
  const refuse = (spot: string, from: string | null) => {
    setShaking(spot);
    setTimeout(() => setShaking(null), 450);
    if (from === null)
      move(spot); // the server says which rule it breaks
    else say(boardWords.nothing(spot, from));
  };
  const at = look.ply ?? game.moves.length;
  const type = (character: string) => {
    setTyped((before) => before + character);
    input.current?.focus();
  };
  useTyping(locked ? null : type);
  useKeys({
    "!": () => mine && void asking.askHint(),
    "/": () => input.current?.focus(),
    "[": () => look.pick(Math.max(0, at - 1)),
    "]": () => look.pick(Math.min(game.moves.length, at + 1)),
    undo: () => game.can_undo && void asking.change("undo"),
  });
  useDetail(() => detailOf(thinking ?? asking.hint, game));

  const { scene } = look.position ?? position;
  const bar = (side: number) => <PlayerBar key={side} game={game} side={side} lost={lost} before={before} />;
  const [above, below] = sides.length === 2 ? (flipped ? [[0], [1]] : [[1], [0]]) : [sides.map((_, side) => side), []];
  const over = game.status === "over";
  const flip = turns(scene) && (
    <button type="button" aria-pressed={flipped} onClick={() => setFlipped(!flipped)}>
      {words.flip}
    </button>
  );
  return (
    <section class={`play ${lost ? "lost" : ""}`}>
      <h1 class="unseen">{game.title}</h1>
      <div class="table">
        <Prompt game={game} look={look} mine={mine} />
        {above.length > 1 ? <div class="players">{above.map(bar)}</div> : above.map(bar)}
        <Board
          scene={scene}
          label={words.boardOf(game.title)}
          turn={locked ? null : position.turn}
          readOnly={locked}
          flipped={flipped && turns(scene)}
          coordinates={settings.coordinates}
          showLegal={settings.legal}
          hints={asking.hint?.lines.slice(0, 1).map((line) => line.move)}
          shaking={shaking}
          onMove={move}
          onRefuse={refuse}
          onType={type}
        >
          {below.map(bar)}
        </Board>
      </div>
      <div class="side">
        <div class="panel talk">
          <News game={game} asking={asking} start={nextOf(game)} />
          {over ? (
            <Over game={game} onFail={asking.setProblem}>
              <button type="button" onClick={() => void asking.change("undo")} disabled={lost || !game.can_undo}>
                {words.undo}
              </button>
              {flip}
            </Over>
          ) : (
            <>
              <TypedMove {...{ typed, setTyped, input, locked }} example={position.moves[0]} onMove={move} />
              <Actions game={game} asking={asking} mine={mine} lost={lost}>
                {flip}
              </Actions>
            </>
          )}
        </div>
        <Mind game={game} thinking={asking.hint ?? thinking} hinted={asking.hint !== null} look={look} />
        <Course game={game} look={look} />
        <p class="row links">
          <a href={address("/rules", { game: game.game })}>{words.rules}</a>
        </p>
        {!game.hiding && <Export game={game} />}
      </div>
    </section>
  );
}

interface PromptProps {
  game: PlayGame;
  look: Look;
  mine: boolean;
}

/** What the visitor is to do now, in one line that is always there. */
function Prompt({ game, look, mine }: PromptProps) {
  if (look.ply !== null)
    return (
      <p class="prompt looking">
        <span>{words.looking(look.ply, game.moves.length)}</span>
        <button type="button" onClick={() => look.pick(game.moves.length)}>
          {words.backToGame}
        </button>
      </p>
    );
  return (
    <p class={`prompt ${mine && !game.ending ? "mine" : ""}`}>
      <span>{nextOf(game)}</span>
    </p>
  );
}

/** What happened and what went wrong, in a place that keeps its size. */
function News({ game, asking, start }: { game: PlayGame; asking: Asking; start: string }) {
  const quiet = asking.problem === null && game.status !== "failed" && game.status !== "over";
  return (
    <div class={game.status === "over" && asking.problem === null ? "" : "news"}>
      <Problem error={asking.problem} />
      {game.status === "failed" && (
        <div class="notice bad" role="alert">
          <p>
            <strong>{words.failed}</strong> {game.trouble}
          </p>
          <button type="button" class="primary" onClick={() => void asking.change("resume")}>
            {words.resume}
          </button>
        </div>
      )}
      <div class={quiet ? "happened" : "unseen"}>
        <Status start={start} />
        <p class="small">{game.status === "over" ? "" : game.position.caption}</p>
      </div>
    </div>
  );
}

interface TypedProps {
  typed: string;
  setTyped: (typed: string) => void;
  input: RefObject<HTMLInputElement | null>;
  locked: boolean;
  example?: string;
  onMove: (move: string) => void;
}

function TypedMove({ typed, setTyped, input, locked, example, onMove }: TypedProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    if (typed.trim() && !locked) onMove(typed.trim());
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label class="stacked">
        <span>{words.typed}</span>
        <input
          ref={input}
          value={typed}
          placeholder={example ?? ""}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={locked || !typed.trim()}>
        {words.playIt}
      </button>
    </form>
  );
}

interface ActionsProps {
  game: PlayGame;
  asking: Asking;
  mine: boolean;
  lost: boolean;
  children: ComponentChildren;
}

/** The buttons keep their places: what cannot be done now is greyed out. */
function Actions({ game, asking, mine, lost, children }: ActionsProps) {
  const { change, busy } = asking;
  return (
    <div class="actions">
      {game.status === "thinking" ? (
        <button type="button" onClick={() => void change("stop")} disabled={lost}>
          {words.moveNow}
        </button>
      ) : (
        <button type="button" onClick={() => void asking.askHint()} disabled={lost || busy === "hint" || !mine}>
          {busy === "hint" ? words.thinkingHint : words.hint}
        </button>
      )}
      <button type="button" onClick={() => void change("undo")} disabled={lost || !game.can_undo}>
        {words.undo}
      </button>
      {game.sides.some((side) => side.human) && (
        <Resign disabled={lost || game.status === "over"} onResign={() => void change("resign")} />
      )}
      {children}
    </div>
  );
}
