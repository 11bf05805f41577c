// A new game: which one, who plays, against whom, with which clock, from where.
import { useEffect, useState } from "preact/hooks";
import { address, post, useConnection } from "../api";
import type { About, AskPlay, ClockSetting, GameCard, PlayGame } from "../messages";
import { upper } from "../numbers";
import { useAsk } from "../parts/ask";
import { OpponentForm, USUAL, specOf, type Opponent } from "../parts/opponent";
import { cardOf } from "../parts/game_card";
import { Problem } from "../parts/problem";
import { Editor, PositionField, Preview, usePosition } from "../parts/setup";
import { useTitle } from "../parts/title";
import { onward } from "../router";
import { newGame as words } from "../texts";

type Who = "first" | "second" | "random" | "people" | "computers";
type Taken = "person" | "computer" | "other"; // who has a seat of more than two: all computers are the same, or not
const WHO: readonly Who[] = ["first", "second", "random", "people", "computers"];
const KEPT = "zermelo:opponent";

export function NewGame({ query }: { query: URLSearchParams }) {
  const games = useAsk<GameCard[]>("/api/games");
  const about = useAsk<About>("/api/about");
  const spec = query.get("game") ?? "";
  const card = cardOf(games.data ?? [], spec);
  if (games.error ?? about.error) return <Problem error={games.error ?? about.error} />;
  if (!games.data || !about.data) return <div class="skeleton tall" aria-busy="true" />;
  if (!card) return <ChooseGame games={games.data} unknown={spec} />;
  return <Form key={spec} card={card} about={about.data} query={query} spec={spec} />;
}

/** Straight into a game: the visitor first (of four players at the lower edge), the computer as it was last chosen. */
export function PlayNow({ query }: { query: URLSearchParams }) {
  const games = useAsk<GameCard[]>("/api/games");
  const [problem, setProblem] = useState<unknown>(null);
  const spec = query.get("game") ?? "";
  const card = cardOf(games.data ?? [], spec);
  useEffect(() => {
    if (!card) return;
    const other = specOf(fitted(keptOpponent(), card));
    const mine = card.players.length > 2 ? 2 : 0;
    const body: AskPlay = { game: spec, sides: card.players.map((_, seat) => (seat === mine ? "human" : other)) };
    const go = onward();
    post<PlayGame>("/api/play", body).then((game) => go(`/play/${game.id}`, { replace: true }), setProblem);
  }, [card?.spec]);
  if (games.data && !card) return <ChooseGame games={games.data} unknown={spec} />;
  if (games.error ?? problem) return <Problem error={games.error ?? problem} />;
  return <div class="skeleton tall" aria-busy="true" />;
}

function ChooseGame({ games, unknown }: { games: GameCard[]; unknown: string }) {
  return (
    <section>
      <h1>{words.title}</h1>
      {unknown && (
        <p class="notice bad" role="alert">
          {words.unknown(unknown)}
        </p>
      )}
      <ul class="plainlist row">
        {games
          .filter((each) => each.playable)
          .map((each) => (
            <li key={each.spec}>
              <a class="button" href={address("/play", { game: each.spec })}>
                {each.title}
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}

interface FormProps {
  card: GameCard;
  about: About;
  query: URLSearchParams;
  spec: string;
}

function Form({ card, about, query, spec }: FormProps) {
  const { lost } = useConnection();
  useTitle(words.of(card.title));
  const [options, setOptions] = useState(() => optionsIn(spec));
  const [who, setWho] = useState<Who>("first");
  const [first, setFirst] = useState(() => fitted(keptOpponent(), card));
  const [second, setSecond] = useState(() => fitted({ ...USUAL, level: 6 }, card));
  const [taken, setTaken] = useState<Record<number, Taken>>({});
  const [others, setOthers] = useState<Record<number, Opponent>>({});
  const [clock, setClock] = useState<ClockSetting | null>(null);
  const [text, setText] = useState(query.get("position") ?? "");
  const [editing, setEditing] = useState(text !== "");
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const game = withOptions(card.spec, options);
  const moves = query.get("moves") ?? "";
  const position = usePosition(game, text, moves);
  const players = position.data?.players ?? card.players;
  const usual = Math.max(0, position.data?.turn ?? 0); // the seat that has the first move is offered to the visitor
  const seats = players.map((_, seat): Taken => taken[seat] ?? (seat === usual ? "person" : "computer"));

  // Seats and players follow the position: nothing is sent before it has been read.
  const incomplete = position.pending || position.error !== null || (!card.playable && !text.trim());
  const dealing = card.deals && !text.trim() && !moves;

  const start = async (event: Event) => {
    event.preventDefault();
    if (incomplete || busy) return;
    setBusy(true);
    keep(first);
    const go = onward();
    const sides =
      players.length === 2
        ? sidesOf(who, first, second)
        : seats.map((each, seat) =>
            each === "person" ? "human" : specOf((each === "other" && others[seat]) || first),
          );
    const body: AskPlay = { game, position: text.trim() || null, moves, sides, clock };
    try {
      go(`/play/${(await post<PlayGame>("/api/play", body)).id}`);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const against = who === "computers" ? words.plays(players[0]) : words.opponent;
  return (
    <form class="newgame" onSubmit={(event) => void start(event)}>
      <div class="about">
        <h1>{upper(card.title)}</h1>
        <p>{upper(card.summary)}</p>
        {card.rules && (
          <details>
            <summary>{words.rules}</summary>
            <p>{card.rules}</p>
            <p>
              <a href={address("/rules", { game: card.spec })}>{words.moreRules}</a>
            </p>
          </details>
        )}
        {editing && position.data ? (
          <Editor position={position.data} text={text} onText={setText} />
        ) : dealing ? (
          <p class="notice">{words.deals}</p>
        ) : (
          <Preview position={position.data} />
        )}
        {!card.playable && !text.trim() && <p class="notice">{card.why_not}</p>}
      </div>
      <div class="terms">
        {players.length === 2 ? (
          <>
            <fieldset>
              <legend>{words.who}</legend>
              <div class="choices">
                {WHO.map((each) => (
                  <label key={each}>
                    <input type="radio" name="who" checked={who === each} onChange={() => setWho(each)} />
                    {words.whos[each](players[0], players[1])}
                  </label>
                ))}
              </div>
            </fieldset>
            {who !== "people" && <OpponentForm who={first} set={setFirst} title={against} about={about} card={card} />}
            {who === "computers" && (
              <OpponentForm who={second} set={setSecond} title={words.plays(players[1])} about={about} card={card} />
            )}
          </>
        ) : (
          <>
            <SeatsForm players={players} seats={seats} set={(seat, each) => setTaken({ ...taken, [seat]: each })} />
            {seats.includes("computer") && (
              <OpponentForm who={first} set={setFirst} title={words.computer} about={about} card={card} />
            )}
            {seats.map(
              (each, seat) =>
                each === "other" && (
                  <OpponentForm
                    key={seat}
                    who={others[seat] ?? first}
                    set={(chosen) => setOthers({ ...others, [seat]: chosen })}
                    title={words.plays(players[seat])}
                    about={about}
                    card={card}
                  />
                ),
            )}
          </>
        )}
        <ClockForm clock={clock} set={setClock} />
        {card.options.length > 0 && (
          <fieldset>
            <legend>{words.variant}</legend>
            <div class="row">
              {card.options.map((option) => (
                <label key={option.name} class="stacked" title={option.help}>
                  <span>{option.name}</span>
                  {option.words.length ? (
                    <select
                      value={options[option.name] ?? String(option.default)}
                      onChange={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}
                    >
                      {option.words.map((word) => (
                        <option key={word}>{word}</option>
                      ))}
                    </select>
                  ) : (
                    <input
                      type="number"
                      min={option.low}
                      max={option.high}
                      value={options[option.name] ?? String(option.default)}
                      onInput={(event) => setOptions({ ...options, [option.name]: event.currentTarget.value })}
                    />
                  )}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <details open={editing} onToggle={(event) => setEditing(event.currentTarget.open)}>
          <summary>{words.position}</summary>
          <PositionField text={text} start={position.data?.start ?? ""} error={position.error} onText={setText} />
        </details>
        {position.error !== null && !text && <Problem error={position.error} />}
        <Problem error={problem} />
        <div class="row begin">
          <button type="submit" class="primary large" disabled={lost || busy || incomplete}>
            {words.start}
          </button>
          <a class="button" href={address("/analyse", { game, position: text.trim() })}>
            {words.analyse}
          </a>
        </div>
      </div>
    </form>
  );
}

interface SeatsProps {
  players: readonly string[];
  seats: readonly Taken[];
  set: (seat: number, taken: Taken) => void;
}

/** The seats of a game of more than two. */
function SeatsForm({ players, seats, set }: SeatsProps) {
  return (
    <fieldset>
      <legend>{words.who}</legend>
      <div class="row">
        {players.map((player, seat) => (
          <label key={player} class="stacked">
            <span>{player}</span>
            <select value={seats[seat]} onChange={(event) => set(seat, event.currentTarget.value as Taken)}>
              {(["person", "computer", "other"] as const).map((each) => (
                <option key={each} value={each}>
                  {words.taken[each]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function ClockForm({ clock, set }: { clock: ClockSetting | null; set: (clock: ClockSetting | null) => void }) {
  const kind = clock?.kind ?? "none";
  const choose = (chosen: string) =>
    set(
      chosen === "none"
        ? null
        : { kind: chosen as ClockSetting["kind"], seconds: chosen === "move" ? 10 : 300, increment: 0 },
    );
  const number = (name: "seconds" | "increment", least: number) => (
    <label class="stacked">
      <span>{words[name]}</span>
      <input
        type="number"
        min={least}
        max={36000}
        value={clock![name]}
        onInput={(event) => set({ ...clock!, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <fieldset>
      <legend>{words.clock}</legend>
      <div class="row">
        <label class="stacked">
          <span>{words.time}</span>
          <select value={kind} onChange={(event) => choose(event.currentTarget.value)}>
            {(["none", "move", "game"] as const).map((each) => (
              <option key={each} value={each}>
                {words.clocks[each]}
              </option>
            ))}
          </select>
        </label>
        {clock && number("seconds", 1)}
        {clock?.kind === "game" && number("increment", 0)}
      </div>
    </fieldset>
  );
}

function sidesOf(who: Who, first: Opponent, second: Opponent): string[] {
  if (who === "people") return ["human", "human"];
  if (who === "computers") return [specOf(first), specOf(second)];
  const mine = who === "first" || (who === "random" && Math.random() < 0.5);
  return mine ? ["human", specOf(first)] : [specOf(first), "human"];
}

/** `connect4:width=6,height=5` as a record, and back. */
function optionsIn(spec: string): Record<string, string> {
  const pairs = spec.split(":")[1]?.split(",") ?? [];
  return Object.fromEntries(pairs.flatMap((each) => (each.includes("=") ? [each.split("=") as [string, string]] : [])));
}

function withOptions(spec: string, options: Record<string, string>): string {
  const given = Object.entries(options)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${value}`);
  return given.length ? `${spec}:${given.join(",")}` : spec;
}

/** With a method that can search the game. */
const fitted = (who: Opponent, card: GameCard): Opponent =>
  card.methods.includes(who.method) ? who : { ...who, method: "auto" };

function keptOpponent(): Opponent {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Opponent>) };
  } catch {
    return USUAL;
  }
}

function keep(who: Opponent): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(who));
  } catch {
    // then the usual one is offered next time
  }
}
