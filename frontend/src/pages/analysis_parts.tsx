// Panels of the analysis: the engine's lines, the mistakes of a game, methods side by side, texts in and out.
import { useState } from "preact/hooks";
import { address, post } from "../api";
import type { About, Comparison, GameCard, Named, Position } from "../messages";
import { duration, grouped, minus, signed, upper } from "../numbers";
import { joined } from "../parts/moves_text";
import { Paste } from "../parts/paste";
import { Problem } from "../parts/problem";
import type { Reviewing, Search } from "../parts/searching";
import { change, useSettings } from "../parts/settings";
import { Editor, PositionField, usePosition } from "../parts/setup";
import { methodName } from "../parts/game_card";
import { Figures, Lines, ScoreTag } from "../parts/thinking";
import { scoreText } from "../parts/values";
import { TAGS } from "../parts/moves";
import { go } from "../router";
import { analysis as words } from "../texts";
import { Copy } from "./game_parts";

interface EngineProps {
  search: Search;
  about: About;
  methods: readonly Named[];
  method: string;
  setMethod: (method: string) => void;
  seconds: number;
  onDeeper: () => void;
  position: Position;
  lost: boolean;
  onPlay: (moves: readonly string[]) => void;
  whyNot: (move: string) => string;
}

export function Engine(props: EngineProps) {
  const settings = useSettings();
  const { search, about, position, lost } = props;
  const { thinking } = search;
  const [move, setMove] = useState("");
  const score = thinking?.score;
  const best = thinking?.lines[0]?.move;
  const others = position.turn < 0 ? [] : position.moves.filter((each) => each !== best);
  const chosen = others.includes(move) ? move : (others[0] ?? "");
  return (
    <div class={`panel engine ${lost ? "stale" : ""}`}>
      <div class="row">
        <h2>
          {words.engine}
          {score && <ScoreTag key={score.text} score={score} />}
          {score && <small key={`${score.text} for`}>{words.forPlayer(position.players[score.player] ?? "")}</small>}
        </h2>
        <label>
          <input
            type="checkbox"
            role="switch"
            checked={settings.engine}
            onChange={(event) => change({ engine: event.currentTarget.checked })}
          />{" "}
          {words.on}
        </label>
      </div>
      <Problem error={search.error} />
      <div class="figures-room">
        {lost && thinking ? (
          <p class="figures">{words.stale(thinking.depth, Math.round((Date.now() - search.at) / 1000))}</p>
        ) : thinking ? (
          <Figures thinking={thinking} />
        ) : (
          <p class="figures">
            {position.over
              ? words.over
              : !settings.engine
                ? words.off
                : search.running || search.error
                  ? words.begins
                  : words.waits}
          </p>
        )}
      </div>
      <div class="lines-room" style={{ "--lines": settings.lines }}>
        {thinking && <Lines lines={thinking.lines} onMove={lost ? undefined : props.onPlay} />}
      </div>
      <div class="row">
        <label class="stacked">
          <span>{words.lines}</span>
          <select value={settings.lines} onChange={(event) => change({ lines: Number(event.currentTarget.value) })}>
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <label class="stacked">
          <span>{words.method}</span>
          <select value={props.method} onChange={(event) => props.setMethod(event.currentTarget.value)}>
            {props.methods.map((each) => (
              <option key={each.name} value={each.name}>
                {methodName(each.name)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          disabled={lost || !thinking || thinking.solved || search.running || props.seconds >= about.limits.seconds}
          onClick={props.onDeeper}
        >
          {search.running ? words.running : thinking?.solved ? words.solved : words.deeper}
        </button>
      </div>
      <p class="small method-words">{props.methods.find((each) => each.name === props.method)?.summary}</p>
      <div class="row">
        <label class="stacked">
          <span>{words.whyNot}</span>
          <select value={chosen} disabled={!chosen} onChange={(event) => setMove(event.currentTarget.value)}>
            {others.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <a class="button" role="link" aria-disabled={!chosen} href={chosen ? props.whyNot(chosen) : undefined}>
          {words.refute}
        </a>
      </div>
    </div>
  );
}

interface MistakesProps {
  unit: string; // of what a mistake cost, in games of points
  review: Reviewing;
  players: readonly string[];
  onPick: (ply: number) => void;
  whyNot: (ply: number, move: string) => string;
}

/** What the moves of a game cost, worst first, and the conclusion. Its room is there before it is asked for. */
export function Mistakes({ unit, review, players, onPick, whyNot }: MistakesProps) {
  const wrong = review.moves.filter((each) => each.name).sort((a, b) => b.loss - a.loss || a.ply - b.ply);
  const begun = review.running || review.end !== null || review.error !== null;
  return (
    <div class="review-room" tabIndex={0} role="group" aria-label={words.mistakes}>
      {!begun && <p class="small">{words.reviewAbout}</p>}
      <Problem error={review.error} />
      {review.end && (
        <>
          <ul class="summary">
            {review.end.summary.map((each) => (
              <li key={each}>{upper(minus(each))}</li>
            ))}
          </ul>
          {!wrong.length && <p>{words.noMistakes}</p>}
        </>
      )}
      {review.running && <p class="small">{words.reviewRuns}</p>}
      {review.end && wrong.length > 0 && (
        <ol class="mistakes">
          {wrong.map((each) => (
            <li key={each.ply}>
              <button type="button" class="plain" onClick={() => onPick(each.ply - 1)}>
                <b>
                  {each.ply}. {each.move} {TAGS[each.name]}
                </b>
              </button>
              <span>
                {words.mistake(
                  upper(players[each.player] ?? ""),
                  each.name,
                  [minus(signed(-each.loss)), unit].filter(Boolean).join(" "),
                )}{" "}
                {words.better(each.best, scoreText(each.before), scoreText(each.after))}
              </span>
              <a href={whyNot(each.ply, each.move)}>
                {words.why}
                <span class="unseen"> {each.move}</span>
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

// What is compared by default, as far as it can search the game.
const COMPARED = [
  "minimax",
  "alphabeta",
  "scout",
  "auto",
  "expectiminimax",
  "expectiminimax+star1",
  "expectiminimax+star2",
  "montecarlo",
  "ismcts",
  "maxn",
  "paranoid",
];

interface CompareProps {
  methods: readonly Named[];
  game: string;
  position: string;
  moves: string;
}

export function Compare({ methods, game, position, moves }: CompareProps) {
  const [chosen, setChosen] = useState<string[]>(() =>
    COMPARED.filter((name) => methods.some((each) => each.name === name)),
  );
  const [depth, setDepth] = useState(4);
  const [found, setFound] = useState<Comparison | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      setFound(
        await post<Comparison>("/api/compare", { game, position: position || null, moves, methods: chosen, depth }),
      );
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <details class="panel">
      <summary>{words.compare}</summary>
      <form onSubmit={(event) => void run(event)}>
        <fieldset>
          <legend>{words.methods}</legend>
          <div class="checks">
            {methods.map((each) => (
              <label key={each.name} title={each.summary}>
                <input type="checkbox" checked={chosen.includes(each.name)} onChange={() => toggle(each.name)} />{" "}
                <span>
                  {methodName(each.name)} <small>{each.summary}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div class="row">
          <label class="stacked">
            <span>{words.depth}</span>
            <input
              type="number"
              min={1}
              max={40}
              value={depth}
              onInput={(event) => setDepth(Number(event.currentTarget.value))}
            />
          </label>
          <button type="submit" disabled={busy || !chosen.length}>
            {busy ? words.running : words.run}
          </button>
        </div>
      </form>
      <Problem error={problem} />
      {found && <Compared found={found} />}
    </details>
  );
}

function Compared({ found }: { found: Comparison }) {
  const most = Math.max(1, ...found.rows.map((row) => row.nodes));
  return (
    <>
      <h3>{words.nodes}</h3>
      <ul class="bars">
        {found.rows.map((row) => (
          <li key={row.method}>
            <span>{methodName(row.method)}</span>
            <div>
              <i style={{ width: `${(75 * row.nodes) / most}%` }} aria-hidden="true" />
              <span>{grouped(row.nodes)}</span>
            </div>
          </li>
        ))}
      </ul>
      <div class="scroll" tabIndex={0} role="group" aria-label={words.compare}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.method}</th>
              <th scope="col">{words.value}</th>
              <th scope="col">{words.move}</th>
              <th scope="col" class="number">
                {words.nodes}
              </th>
              <th scope="col" class="number">
                {words.evaluations}
              </th>
              <th scope="col" class="number">
                {words.cutoffs}
              </th>
              <th scope="col" class="number">
                {words.time}
              </th>
            </tr>
          </thead>
          <tbody>
            {found.rows.map((row) => (
              <tr key={row.method}>
                <th scope="row">{methodName(row.method)}</th>
                {row.trouble ? (
                  <td colSpan={6}>{row.trouble}</td>
                ) : (
                  <>
                    <td>{row.score && <ScoreTag score={row.score} />}</td>
                    <td>{row.move}</td>
                    <td class="number">{grouped(row.nodes)}</td>
                    <td class="number">{grouped(row.evaluations)}</td>
                    <td class="number">{grouped(row.cutoffs)}</td>
                    <td class="number">{duration(row.seconds)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface FilesProps {
  games: readonly GameCard[];
  game: string;
  position: Position;
  moves: readonly string[];
}

/** What is inside is made when it is opened: there is a second board in it. */
export function FilesAndText(props: FilesProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.files}</summary>
      {open && <Files {...props} />}
    </details>
  );
}

function Files({ games, game, position, moves }: FilesProps) {
  const [text, setText] = useState("");
  const preview = usePosition(text.trim() ? game : null, text);
  const valid = text.trim() !== "" && preview.data !== null && !preview.error && !preview.pending;
  return (
    <>
      <div class="row">
        <Copy text={() => location.href} name={words.copyLink} />
        <Copy text={() => joined(moves)} name={words.copyMoves} />
        <Copy text={() => position.text} name={words.copyPosition} />
        <a class="button" href={address("/api/thumbnail", { game, position: position.text })} download>
          {words.picture}
        </a>
      </div>
      <h3>{words.setUp}</h3>
      <PositionField text={text} start={position.text} error={text.trim() ? preview.error : null} onText={setText} />
      <Editor position={valid && preview.data ? preview.data : position} text={text} onText={setText} />
      <button type="button" disabled={!valid} onClick={() => go(address("/analyse", { game, position: text.trim() }))}>
        {words.analyseIt}
      </button>
      <h3>{words.paste}</h3>
      <Paste games={games} game={game.split(":")[0]} />
    </>
  );
}
