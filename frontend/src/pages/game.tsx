// A game being played: board, clocks, the computer's thinking, moves by click, key or text.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Refused, listen, tellTo, useConnection } from "../api";
import { Board } from "../board/board";
import type { AskPlay, PlayGame, Position, Thinking } from "../messages";
import { spoken, upper } from "../numbers";
import { Graph, type GraphPoint } from "../parts/graph";
import { useKeys } from "../parts/keys";
import { Moves } from "../parts/moves";
import { joined } from "../parts/moves_text";
import { PlayerBar } from "../parts/player_bar";
import { Problem } from "../parts/problem";
import { useSettings } from "../parts/settings";
import { Status, remember, say, useDetail } from "../parts/status";
import { Figures, ScoreTag } from "../parts/thinking";
import { scoreText } from "../parts/values";
import { go, note } from "../router";
import { play as words } from "../texts";
import { Export, Over, Resign } from "./game_parts";

interface Props {
  id: string;
  query: URLSearchParams;
}

export function GamePage({ id, query }: Props) {
  const { game, thinking, error, setGame } = useGame(id);
  if (error) return <Gone error={error} query={query} />;
  if (!game) return <Waiting />;
  return <Table game={game} thinking={thinking} setGame={setGame} />;
}

/** The game as the server tells it, from now on. */
function useGame(id: string) {
  const [game, setGame] = useState<PlayGame | null>(null);
  const [thinking, setThinking] = useState<Thinking | null>(null);
  const [error, setError] = useState<Refused | null>(null);
  useEffect(
    () =>
      listen(`/api/play/${encodeURIComponent(id)}/events`, {
        again: true,
        refused: setError,
        on: (event, data) => {
          if (event === "thinking") setThinking(data as Thinking);
          if (event !== "game") return;
          setGame((before) => (before && before.revision > data.revision ? before : data));
          setThinking((data as PlayGame).thinking);
        },
      }),
    [id],
  );
  const newer = (told: PlayGame) => setGame((before) => (before && before.revision > told.revision ? before : told));
  return { game, thinking, error, setGame: newer };
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
  const game = query.get("game");
  const again = async () => {
    const body: AskPlay = { game: game!, position: query.get("position"), moves: query.get("moves") ?? "", sides: sidesIn(query) };
    try {
      go(`/play/${(await tellTo<PlayGame>("/api/play", body)).id}`, { replace: true });
    } catch (failure) {
      setProblem(failure);
    }
  };
  return (
    <section>
      <h1>{words.gone}</h1>
      <Problem error={problem ?? error} />
      <p class="row">
        {game && <button type="button" class="primary" onClick={() => void again()}>{words.fromLink}</button>}
        <a class="button" href="/">{words.toGames}</a>
      </p>
    </section>
  );
}

const sidesIn = (query: URLSearchParams): string[] => {
  const told = query.get("sides")?.split("|") ?? [];
  return told.length === 2 ? told : ["human", "level:3"];
};

interface TableProps {
  game: PlayGame;
  thinking: Thinking | null;
  setGame: (game: PlayGame) => void;
}

function Table({ game, thinking, setGame }: TableProps) {
  const settings = useSettings();
  const { lost } = useConnection();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const [shaking, setShaking] = useState<string | null>(null);
  const [hint, setHint] = useState<Thinking | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [flipped, setFlipped] = useState(() => !game.sides[0].human && game.sides[1].human);
  const input = useRef<HTMLInputElement>(null);
  const look = useLook(game);
  useEvents(game);
  useAddress(game);
  useEffect(() => {
    setHint(null);
    setProblem(null);
    setTyped("");
  }, [game.revision]);

  const { position, sides } = game;
  const mine = game.status === "playing" && position.turn >= 0 && sides[position.turn].human;
  const locked = !mine || lost || look.ply !== null || busy === "move";
  const change = async (what: string, body: object = {}) => {
    setBusy(what);
    setProblem(null);
    try {
      const told = await tellTo<PlayGame | Thinking>(`/api/play/${game.id}/${what}`, { revision: game.revision, ...body });
      if ("revision" in told) setGame(told);
      return told;
    } catch (error) {
      setProblem(error);
      if (error instanceof Refused) remember(error.message);
      return null;
    } finally {
      setBusy(null);
    }
  };
  const move = (name: string) => void change("move", { move: name });
  const refuse = (spot: string) => {
    if (locked) return;
    setShaking(spot);
    setTimeout(() => setShaking(null), 450);
    move(spot);
  };
  const askHint = async () => {
    const told = (await change("hint")) as Thinking | null;
    setHint(told);
    if (told?.lines.length) say(words.hinted(told.lines[0].move, spoken(scoreText(told.lines[0].score))));
  };
  useKeys({
    "!": () => mine && void askHint(),
    "/": () => input.current?.focus(),
    "[": () => look.pick(Math.max(0, (look.ply ?? game.moves.length) - 1)),
    "]": () => look.pick(Math.min(game.moves.length, (look.ply ?? game.moves.length) + 1)),
    undo: () => game.can_undo && void change("undo"),
  });
  useDetail(() => detailOf(thinking ?? hint, game));

  const shown = look.position ?? position;
  const bottom = flipped ? 1 : 0;
  const points = useMemo(() => pointsOf(game), [game]);
  const bar = (side: number) => <PlayerBar game={game} side={side} lost={lost} />;
  return (
    <section class={`play ${lost ? "lost" : ""}`}>
      <h1 class="unseen">{game.title}</h1>
      <div class="table">
        {bar(1 - bottom)}
        <Board
          scene={shown.scene}
          label={words.boardOf(game.title)}
          turn={locked ? null : position.turn}
          readOnly={locked}
          flipped={flipped && shown.scene.board === "squares"}
          coordinates={settings.coordinates}
          showLegal={settings.legal}
          hints={hint?.lines.slice(0, 1).map((line) => line.move)}
          shaking={shaking}
          onMove={move}
          onRefuse={refuse}
          onType={(character) => {
            setTyped((before) => before + character);
            input.current?.focus();
          }}
        />
        {bar(bottom)}
      </div>
      <div class="side">
        <div class="panel talk">
          <div class={game.status === "over" ? "unseen" : ""}><Status start={position.caption} /></div>
          {look.ply !== null && (
            <p class="row looking">
              <span>{words.looking(look.ply, game.moves.length)}</span>
              <button type="button" onClick={() => look.pick(game.moves.length)}>{words.backToGame}</button>
            </p>
          )}
          <Problem error={problem} />
          {game.status === "failed" && (
            <div class="notice bad" role="alert">
              <p><strong>{words.failed}</strong> {game.trouble}</p>
              <button type="button" class="primary" onClick={() => void change("resume")}>{words.resume}</button>
            </div>
          )}
          {game.status === "over" && <Over game={game} onFail={setProblem} />}
          {game.status !== "over" && (
            <form
              class="typed"
              onSubmit={(event) => {
                event.preventDefault();
                if (typed.trim() && !locked) move(typed.trim());
              }}
            >
              <label class="stacked">
                <span>{words.typed}</span>
                <input
                  ref={input}
                  value={typed}
                  placeholder={position.moves[0] ?? ""}
                  autocomplete="off"
                  autocapitalize="none"
                  spellcheck={false}
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
              </label>
              <button type="submit" disabled={locked || !typed.trim()}>{words.playIt}</button>
            </form>
          )}
          <div class="row actions">
            {game.status === "thinking" && (
              <button type="button" onClick={() => void change("stop")} disabled={lost}>{words.moveNow}</button>
            )}
            {mine && (
              <button type="button" onClick={() => void askHint()} disabled={lost || busy === "hint"}>
                {busy === "hint" ? words.thinkingHint : words.hint}
              </button>
            )}
            <button type="button" onClick={() => void change("undo")} disabled={lost || !game.can_undo}>{words.undo}</button>
            {game.status !== "over" && sides.some((side) => side.human) && (
              <Resign disabled={lost} onResign={() => void change("resign")} />
            )}
            {shown.scene.board === "squares" && (
              <button type="button" aria-pressed={flipped} onClick={() => setFlipped(!flipped)}>{words.flip}</button>
            )}
          </div>
        </div>
        <Mind game={game} thinking={hint ?? thinking} hinted={hint !== null} />
        <div class="panel">
          <h2>{words.course}</h2>
          <Graph
            points={points}
            plies={game.moves.length}
            current={look.ply ?? game.moves.length}
            players={position.players}
            onPick={look.pick}
          />
          <Moves
            moves={game.moves.map((each) => ({ ...each, note: each.score ? scoreText(each.score) : each.comment }))}
            players={position.players}
            current={look.ply ?? game.moves.length}
            onPick={look.pick}
          />
        </div>
        <Export game={game} />
      </div>
    </section>
  );
}

/** What the computer thinks, as it thinks it. */
function Mind({ game, thinking, hinted }: { game: PlayGame; thinking: Thinking | null; hinted: boolean }) {
  const engines = game.sides.some((side) => !side.human);
  if (!thinking) return engines && game.status === "thinking" ? <div class="panel mind"><h2>{words.mind}</h2><p class="small">{words.begins}</p></div> : null;
  const best = thinking.lines[0];
  const title = hinted ? words.hintTitle : game.status === "thinking" ? words.mind : words.thought;
  return (
    <div class="panel mind">
      <h2>
        {title}
        {best && <ScoreTag score={best.score} />}
        {best && <small>{words.forPlayer(game.position.players[best.score.player] ?? "")}</small>}
      </h2>
      <Figures thinking={thinking} />
      {best && <p class="movesline">{(best.line.length ? best.line : [best.move]).slice(0, 12).map((move, i) => <span key={i}>{move}</span>)}</p>}
    </div>
  );
}

/** Looking at an earlier position while the game goes on. */
function useLook(game: PlayGame) {
  const [ply, setPly] = useState<number | null>(null);
  const [position, setPosition] = useState<Position | null>(null);
  const wanted = useRef(0);
  const pick = async (at: number) => {
    const ticket = ++wanted.current;
    if (at >= game.moves.length) {
      setPly(null);
      return setPosition(null);
    }
    const moves = game.moves.slice(0, at).map((each) => each.move);
    const told = await tellTo<Position>("/api/position", { game: game.game, position: game.start, moves }).catch(() => null);
    if (!told || ticket !== wanted.current) return;
    setPly(at);
    setPosition(told);
    say(words.lookedAt(at, moves[at - 1] ?? "", told.caption));
  };
  useEffect(() => {
    if (game.status !== "over") void pick(game.moves.length);
  }, [game.moves.length]);
  return { ply, position, pick: (at: number) => void pick(at) };
}

/** Says what happened: who played what, and what is next. */
function useEvents(game: PlayGame) {
  const before = useRef(game);
  useEffect(() => {
    const old = before.current;
    before.current = game;
    if (old === game) return;
    const last = game.moves[game.moves.length - 1];
    const name = upper(last ? game.position.players[last.player] ?? "" : "");
    if (game.ending && !old.ending) say(last && game.moves.length > old.moves.length ? `${words.moved(name, last.move)} ${game.ending.sentence}` : game.ending.sentence);
    else if (game.moves.length > old.moves.length && last) say(`${words.moved(name, last.move)} ${game.position.caption}.`.replace("..", "."));
    else if (game.moves.length < old.moves.length) say(`${words.undone} ${game.position.caption}`);
  }, [game]);
}

/** Keeps the whole game in the address: it can be shared, and started again on another server. */
function useAddress(game: PlayGame) {
  useEffect(() => {
    const query = new URLSearchParams({ game: game.game, sides: game.sides.map((side) => side.spec).join("|") });
    if (game.start) query.set("position", game.start);
    if (game.moves.length) query.set("moves", joined(game.moves.map((each) => each.move)));
    note(query);
  }, [game]);
}

function detailOf(thinking: Thinking | null, game: PlayGame): string {
  const best = thinking?.lines[0];
  if (!thinking || !best) return words.noValue;
  return words.detail(spoken(scoreText(best.score)), game.position.players[best.score.player] ?? "", thinking.depth);
}

/** The values that engines gave to the positions before their moves. */
function pointsOf(game: PlayGame): GraphPoint[] {
  return game.moves.flatMap((each, i) =>
    each.score
      ? [{ ply: i + 1, bar: each.score.bar, text: scoreText(each.score), move: each.move, exact: each.score.proved && each.score.bound === "exact", tag: "" }]
      : [],
  );
}
