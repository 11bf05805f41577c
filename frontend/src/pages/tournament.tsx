// Tournaments as they are played: the table, who beat whom, the test in words, and every game to replay.
import { useEffect, useState } from "preact/hooks";
import type { PageProps } from "../app";
import { type Refused, address, ask, listen, useConnection } from "../api";
import type {
  CrossCell,
  RunningGame,
  TournamentGame,
  TournamentList,
  TournamentReplay,
  TournamentRow,
  TournamentTable,
} from "../messages";
import { duration, minus, signed, upper } from "../numbers";
import { useAsk } from "../parts/ask";
import { joined } from "../parts/moves_text";
import { Problem, quoted } from "../parts/problem";
import { onward } from "../router";
import { tournament as words } from "../texts";
import "./tournament.css";

export function Tournament({ place }: PageProps) {
  const list = useAsk<TournamentList>("/api/tournaments");
  const name = place.query.get("name") ?? (list.data?.tournaments.length === 1 ? list.data.tournaments[0].name : null);
  if (list.error) return <Problem error={list.error} />;
  if (!list.data) return <div class="skeleton tall" aria-busy="true" />;
  if (!list.data.tournaments.length) return <Empty />;
  return (
    <div class="tournament">
      <h1>{words.title}</h1>
      {list.data.tournaments.length > 1 && (
        <nav class="row" aria-label={words.all}>
          {list.data.tournaments.map((each) => (
            <a
              key={each.name}
              class="button"
              href={address("/tournament", { name: each.name })}
              aria-current={each.name === name ? "page" : undefined}
            >
              {each.name} <span class="small">{words.count(each.played, each.total)}</span>
            </a>
          ))}
        </nav>
      )}
      {list.data.tournaments
        .filter((each) => each.trouble)
        .map((each) => (
          <p key={each.name} class="notice bad">
            <b>{each.name}</b> {each.trouble}
          </p>
        ))}
      {name && <Live key={name} name={name} />}
    </div>
  );
}

function Empty() {
  return (
    <section class="help">
      <h1>{words.title}</h1>
      <p>{words.empty}</p>
      <pre class="panel" tabIndex={0} role="group" aria-label={words.commands}>
        {words.how}
      </pre>
    </section>
  );
}

function Live({ name }: { name: string }) {
  const [table, setTable] = useState<TournamentTable | null>(null);
  const [error, setError] = useState<Refused | null>(null);
  const { lost } = useConnection();
  useEffect(
    () =>
      listen(`/api/tournaments/${encodeURIComponent(name)}/events`, {
        again: true,
        refused: setError,
        on: (event, data) => event === "table" && setTable(data as TournamentTable),
      }),
    [name],
  );
  if (error) return <Problem error={error} />;
  if (!table) return <div class="skeleton tall" aria-busy="true" />;
  return (
    <>
      {lost && <p class="notice wait">{words.reattach}</p>}
      <section aria-labelledby="state">
        <h2 id="state">{words.heading(upper(table.game), table.format, table.time)}</h2>
        <Progress table={table} />
        {table.notes.map((each) => (
          <p key={each} class="small">
            {each}
          </p>
        ))}
      </section>
      {table.running.length > 0 && <Running games={table.running} />}
      {table.rows.length ? <Standings rows={table.rows} /> : <p>{words.noGames}</p>}
      {table.test && (
        <section aria-labelledby="test">
          <h2 id="test">{words.test}</h2>
          <p>{minus(table.test.words)}</p>
          <Ratio llr={table.test.llr} low={table.test.low} high={table.test.high} />
        </section>
      )}
      {table.match && <p>{minus(table.match)}</p>}
      {table.rows.length > 2 && <Cross rows={table.rows} cross={table.cross} />}
      <Games name={name} games={table.games} />
      {table.faults.length > 0 && (
        <section aria-labelledby="faults">
          <h2 id="faults">{words.faults}</h2>
          {table.faults.map((each) => (
            <details key={`${each.engine} ${each.ending} ${each.reason}`} class="panel">
              <summary>{words.fault(each.engine, each.ending, each.game, each.count)}</summary>
              <p>{quoted(each.reason)}</p>
              {each.messages && (
                <pre class="scroll" tabIndex={0} role="group" aria-label={words.messages}>
                  {each.messages}
                </pre>
              )}
            </details>
          ))}
        </section>
      )}
    </>
  );
}

function Progress({ table }: { table: TournamentTable }) {
  const done = table.total > 0 && table.played >= table.total;
  return (
    <div class="progress">
      <progress max={Math.max(table.total, 1)} value={table.played} aria-label={words.progress} />
      <p role="status">
        {done ? words.done(table.played) : words.count(table.played, table.total)}
        {!done && table.games_per_second !== null && ` · ${words.speed(table.games_per_second)}`}
        {!done && table.seconds_left !== null && ` · ${words.left(duration(table.seconds_left))}`}
      </p>
    </div>
  );
}

function Standings({ rows }: { rows: readonly TournamentRow[] }) {
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{words.standings}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="standings">
        <table>
          <thead>
            <tr>
              {words.columns.map((each, i) => (
                <th key={each} scope="col" class={i === 1 ? "" : "number"}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <td class="number">{row.place}</td>
                <th scope="row">{row.name}</th>
                <td class="number">
                  <b>{half(row.points)}</b>
                </td>
                <td class="number">{row.games}</td>
                <td class="number">{row.won}</td>
                <td class="number">{row.drawn}</td>
                <td class="number">{row.lost}</td>
                <td class="number">
                  {signed(row.elo, 0)} ± {Math.round(row.error)}
                </td>
                <td class="number">{row.seconds > 0 ? duration(row.move_seconds) : ""}</td>
                <td class="number">{row.seconds > 0 ? duration(row.seconds) : ""}</td>
                <td class="number">{row.faults || ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Cross({ rows, cross }: { rows: readonly TournamentRow[]; cross: readonly (readonly (CrossCell | null)[])[] }) {
  return (
    <section aria-labelledby="cross">
      <h2 id="cross">{words.cross}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="cross">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.pointsOf}</th>
              {rows.map((row, i) => (
                <th key={row.name} scope="col" class="number" title={row.name}>
                  {i + 1}
                  <span class="unseen"> {row.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={row.name}>
                <th scope="row">
                  {i + 1} {row.name}
                </th>
                {rows.map((other, k) => (
                  <Met key={other.name} cell={cross[i]?.[k] ?? null} own={i === k} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Points of one engine against another; won, even and lost have a ground of their own and a sign. */
function Met({ cell, own }: { cell: CrossCell | null; own: boolean }) {
  if (own) return <td class="number own">–</td>;
  if (!cell) return <td class="number" />;
  const share = cell.points / Math.max(1, cell.games);
  const how = share > 0.5 ? "won" : share < 0.5 ? "lost" : "even";
  return (
    <td class={`number met ${how}`}>
      <span aria-hidden="true">{words.signs[how]}</span> {half(cell.points)}
      <small> / {cell.games}</small>
    </td>
  );
}

/** 1½ instead of 1.5 */
const half = (points: number): string => (Number.isInteger(points) ? String(points) : `${Math.floor(points) || ""}½`);

/** The boards of the games that are being played. */
function Running({ games }: { games: readonly RunningGame[] }) {
  return (
    <section aria-labelledby="running">
      <h2 id="running">{words.running}</h2>
      <ul class="running">
        {games.map((game) => (
          <li key={game.id} class="panel">
            <b>
              {game.first} – {game.second}
            </b>
            {game.game && (
              <a
                href={address("/analyse", { game: game.game, position: game.start, moves: joined(game.moves) })}
                aria-label={words.follow(game.first, game.second)}
              >
                <img
                  src={address("/api/thumbnail", { game: game.game, position: game.start, moves: joined(game.moves) })}
                  alt={words.boardOf(game.first, game.second, game.moves.length)}
                />
              </a>
            )}
            <span class="small">{words.at(game.moves.length, game.moves[game.moves.length - 1] ?? "")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the ratio stands between the two verdicts. */
function Ratio({ llr, low, high }: { llr: number; low: number; high: number }) {
  const share = Math.min(1, Math.max(0, (llr - low) / (high - low)));
  return (
    <div class="ratio" role="img" aria-label={words.ratio(signed(llr), signed(low), signed(high))}>
      <span>{signed(low)}</span>
      <div>
        <i style={{ left: `${100 * share}%` }} />
      </div>
      <span>{signed(high)}</span>
    </div>
  );
}

const SHOWN = 100;

function Games({ name, games }: { name: string; games: readonly TournamentGame[] }) {
  const [problem, setProblem] = useState<unknown>(null);
  const replay = async (id: string) => {
    const go = onward();
    try {
      const game = await ask<TournamentReplay>(address(`/api/tournaments/${encodeURIComponent(name)}/game`, { id }));
      go(address("/analyse", { game: game.game, position: game.start, moves: joined(game.moves) }));
    } catch (error) {
      setProblem(error);
    }
  };
  if (!games.length) return null;
  return (
    <section aria-labelledby="games">
      <h2 id="games">{words.games}</h2>
      <Problem error={problem} />
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="games">
        <table>
          <thead>
            <tr>
              {words.gameColumns.map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {games.slice(0, SHOWN).map((game) => (
              <tr key={game.id}>
                <td>
                  {game.first} – {game.second}
                </td>
                <td>{game.winner === null ? "½ – ½" : game.winner === 0 ? "1 – 0" : "0 – 1"}</td>
                <td>{game.ending}</td>
                <td class="number">{game.plies}</td>
                <td>
                  <button type="button" class="link" onClick={() => void replay(game.id)}>
                    {words.replay}
                    <span class="unseen"> {game.id}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {games.length > SHOWN && <p class="small">{words.more(games.length - SHOWN)}</p>}
    </section>
  );
}
