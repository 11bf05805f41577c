// The state of a game page: what the server sends, what the visitor asks, and which position is shown.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refused, listen, post } from "../api";
import type { PlayGame, Position, Scene, Thinking, Waiting } from "../messages";
import { minus, spoken, upper } from "../numbers";
import type { GraphPoint } from "../parts/graph";
import { joined } from "../parts/moves_text";
import { useStateOf } from "../parts/state_of";
import { knock } from "../parts/sound";
import { remember, say } from "../parts/status";
import { scoreText } from "../parts/values";
import { note } from "../router";
import { play as words } from "../texts";

/** The game as the server reports it, from now on. */
export function useGame(id: string) {
  const [game, setGame] = useState<PlayGame | null>(null);
  const [thinking, setThinking] = useState<Thinking | null>(null);
  const [before, setBefore] = useState(0); // searches of others, before the engine's own
  const [error, setError] = useState<Refused | null>(null);
  useEffect(
    () =>
      listen(`/api/play/${encodeURIComponent(id)}/events`, {
        again: true,
        refused: setError,
        on: (event, data) => {
          setBefore(event === "waiting" ? (data as Waiting).before : 0);
          if (event === "thinking") setThinking(data as Thinking);
          if (event !== "game") return;
          setGame((before) => (before && before.revision > data.revision ? before : data));
          setThinking((data as PlayGame).thinking);
        },
      }),
    [id],
  );
  const newer = (sent: PlayGame) => setGame((before) => (before && before.revision > sent.revision ? before : sent));
  return { game, thinking, before, error, setGame: newer };
}

export interface Asking {
  change: (what: string, body?: object) => Promise<PlayGame | Thinking | null>;
  askHint: () => Promise<void>;
  busy: string | null; // what was asked and is not yet answered
  hint: Thinking | null;
  problem: unknown;
  setProblem: (problem: unknown) => void;
}

/** Moves, undo, hints and the like; a hint and an error last until the game changes. */
export function useAsking(game: PlayGame, setGame: (game: PlayGame) => void): Asking {
  const [problem, setProblem] = useStateOf<unknown>(game.revision, () => null);
  const [hint, setHint] = useStateOf<Thinking | null>(game.revision, () => null);
  const [busy, setBusy] = useState<string | null>(null);
  const under = useRef(new Set<string>()); // what is on its way: a second press asks nothing
  const now = useRef({ revision: game.revision, setProblem });
  now.current = { revision: game.revision, setProblem };
  const change = async (what: string, body: object = {}) => {
    const asked = `${what} ${game.revision}`;
    if (under.current.has(asked)) return null;
    under.current.add(asked);
    setBusy(what);
    setProblem(null);
    try {
      const path = `/api/play/${game.id}/${what}`;
      const reply = await post<PlayGame | Thinking>(path, { revision: game.revision, ...body });
      if ("revision" in reply) setGame(reply);
      return reply;
    } catch (error) {
      now.current.setProblem(error); // also when the game went on meanwhile
      if (error instanceof Refused) remember(error.message);
      return null;
    } finally {
      under.current.delete(asked);
      setBusy((now) => (now === what ? null : now));
    }
  };
  const askHint = async () => {
    const reply = (await change("hint")) as Thinking | null;
    if (!reply || now.current.revision !== game.revision) return;
    setHint(reply);
    if (reply.lines.length) say(words.hinted(reply.lines[0].move, spoken(scoreText(reply.lines[0].score))));
  };
  return { change, askHint, busy, hint, problem, setProblem };
}

export interface Look {
  ply: number | null; // null: at the game as it stands
  position: Position | null;
  pick: (ply: number) => void;
}

const NOW = { ply: null, position: null };

/** Showing an earlier position while the game goes on. */
export function useLook(game: PlayGame): Look {
  const length = useRef(game.moves.length);
  if (game.status !== "over") length.current = game.moves.length; // a move of the game brings one back to it, not its end
  const [{ ply, position }, look] = useStateOf<Omit<Look, "pick">>(length.current, () => NOW);
  const wanted = useRef(0);
  const pick = async (at: number) => {
    const ticket = ++wanted.current;
    const here = length.current;
    if (at >= game.moves.length) return look(NOW);
    if (game.hiding) return say(words.hiding);
    const moves = game.moves.slice(0, at).map((each) => each.move);
    const reply = await post<Position>("/api/position", { game: game.game, position: game.start, moves }).catch(
      () => null,
    );
    if (!reply || ticket !== wanted.current || here !== length.current) return;
    look({ ply: at, position: reply });
    say(words.lookedAt(at, moves[at - 1] ?? "", reply.caption));
  };
  return { ply, position, pick: (at: number) => void pick(at) };
}

/** Says what happened: who played what, and what is next. */
export function useEvents(game: PlayGame) {
  const before = useRef(game);
  useEffect(() => {
    const old = before.current;
    before.current = game;
    if (old === game) return;
    const last = game.moves[game.moves.length - 1];
    if (last && game.moves.length > old.moves.length) knock(game.sides[last.player]?.human ?? false);
    const name = upper(last ? (game.position.players[last.player] ?? "") : "");
    const unseen = game.hiding && last && !(game.sides[last.player]?.human ?? false);
    const happened =
      last &&
      (unseen ? told(name, last.move) : last.player < 0 ? words.chance(last.move) : words.moved(name, last.move));
    if (game.ending && !old.ending)
      say(last && game.moves.length > old.moves.length ? `${happened} ${nextOf(game)}` : nextOf(game));
    else if (game.moves.length > old.moves.length && last) say(`${happened} ${nextOf(game)}`);
    else if (game.moves.length < old.moves.length) say(`${words.undone} ${nextOf(game)}`);
  }, [game]);
}

/** What is to be done now: by the visitor, in the words of the game; else who is being waited for, or how it ended. */
export function nextOf({ position, sides, ending, status }: PlayGame): string {
  if (ending) return minus(ending.sentence);
  const who = upper(position.players[position.turn] ?? "");
  if (status === "failed") return words.stopped;
  if (position.turn < 0) return words.rolling;
  if (!sides[position.turn]!.human) return words.waits(who);
  const alone = sides.filter((side) => side.human).length === 1;
  return words.your(alone ? "" : who, position.scene.todo || words.ways(wayOf(position.scene)));
}

/** How moves are made here: by one click, by several, or by buttons. */
function wayOf(scene: Scene): "square" | "piece" | "button" {
  const longest = Math.max(0, ...scene.choices.map((choice) => choice.spots.length));
  return longest > 1 ? "piece" : longest === 1 ? "square" : "button";
}

/** What was seen of another's move, or of chance's, in a game of imperfect information. */
const told = (name: string, what: string) => (name ? words.heard(name, what) : `${upper(what)}.`);

/** Keeps the whole game in the address: it can be shared, and started again on another server. Not while it hides
 * something. */
export function useAddress(game: PlayGame) {
  useLayoutEffect(() => {
    if (game.hiding) return;
    const query = new URLSearchParams({ game: game.game, sides: game.sides.map((side) => side.spec).join("|") });
    if (game.start) query.set("position", game.start);
    if (game.moves.length) query.set("moves", joined(game.moves.map((each) => each.move)));
    note(query);
  }, [game]);
}

export function detailOf(thinking: Thinking | null, game: PlayGame): string {
  const best = thinking?.lines[0];
  if (!thinking || !best) return words.noValue;
  return words.detail(spoken(scoreText(best.score)), game.position.players[best.score.player] ?? "", thinking.depth);
}

/** The values that engines gave to the positions before their moves. */
export function pointsOf(game: PlayGame): GraphPoint[] {
  return game.moves.flatMap((each, i) =>
    each.score
      ? [
          {
            ply: i + 1,
            bar: each.score.bar,
            text: scoreText(each.score),
            move: each.move,
            exact: each.score.proved && each.score.bound === "exact",
            tag: "",
          },
        ]
      : [],
  );
}
