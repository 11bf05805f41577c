// The first page: the last games, the games there are, and a place to paste what one has.
import { useState } from "preact/hooks";
import type { PageProps } from "../app";
import { address, remove, useConnection } from "../api";
import { Picture } from "../board/picture";
import type { About, GameCard, PlayList, PlaySummary, Position } from "../messages";
import { upper } from "../numbers";
import { useAsk, usePost } from "../parts/ask";
import { Paste } from "../parts/paste";
import { Problem } from "../parts/problem";
import { nameOf } from "../parts/player_bar";
import { home as words } from "../texts";

export function Home(_: PageProps) {
  const { lost } = useConnection();
  const games = useAsk<GameCard[]>("/api/games");
  const about = useAsk<About>("/api/about");
  const last = useAsk<PlayList>("/api/play");
  return (
    <div class={`home ${lost ? "lost" : ""}`}>
      <LastGames list={last.data} again={last.again} />
      <section aria-labelledby="games">
        <h1 id="games">{words.title}</h1>
        {last.data?.games.length === 0 && <p class="small">{words.none}</p>}
        <Problem error={games.error}>
          <button type="button" onClick={games.again}>
            {words.again}
          </button>
        </Problem>
        <ul class="cards plainlist">
          {games.data
            ? games.data.map((card) => <Card key={card.spec} card={card} />)
            : !games.error && [0, 1, 2, 3].map((i) => <li key={i} class="card skeleton" aria-hidden="true" />)}
        </ul>
        {games.data?.length === 0 && <p>{words.noGames}</p>}
      </section>
      <section class="panel" aria-labelledby="paste">
        <h2 id="paste">{words.paste}</h2>
        <Paste games={games.data ?? []} />
      </section>
      <section class="ways" aria-label={words.more}>
        {words.ways.map(([path, title, summary]) => (
          <a key={path} class="panel" href={path}>
            <h2>{title}</h2>
            <p>{summary}</p>
          </a>
        ))}
      </section>
      {about.data?.missing.map((each) => (
        <p key={each.extra} class="notice">
          {words.missing(each.brings)} <code>{each.command}</code>
        </p>
      ))}
    </div>
  );
}

// A few moves that make a livelier picture than an empty board; a game that is not here shows its start.
const SAMPLES: Record<string, string> = {
  tictactoe: "5 1 9 3",
  connect4: "4 4 3 5 4 5 5",
  othello: "f5 d6 c3 d3 c4 f4 f6",
  mnk: "b2 a1 c1 a3",
};

function Card({ card }: { card: GameCard }) {
  const [plain, setPlain] = useState(false);
  const moves = plain ? "" : (SAMPLES[card.spec] ?? "");
  const sample = usePost<Position>("/api/position", { game: card.spec, moves });
  if (sample.error && moves) setPlain(true);
  const scene = sample.data?.scene;
  return (
    <li class="card">
      <div class="thumb" aria-hidden="true">
        {scene?.spots.length ? <Picture scene={{ ...scene, marks: {} }} labels={false} /> : <pre>{scene?.text}</pre>}
      </div>
      <h2>
        <a href={address(card.playable ? "/play" : "/explore", { game: card.spec })}>{upper(card.title)}</a>
        {card.own && <span class="tag">{words.own}</span>}
      </h2>
      <p>{upper(card.playable ? card.summary : card.why_not)}</p>
      <p class="links">
        <a href={address("/analyse", { game: card.spec })}>
          {words.analyse}
          <span class="unseen"> {card.title}</span>
        </a>
      </p>
    </li>
  );
}

function LastGames({ list, again }: { list: PlayList | null; again: () => void }) {
  if (!list?.games.length) return null;
  return (
    <section aria-labelledby="last">
      <h2 id="last">{words.last}</h2>
      <ul class="lastgames plainlist">
        {list.games.slice(0, 6).map((game) => (
          <LastGame key={game.id} game={game} again={again} />
        ))}
      </ul>
    </section>
  );
}

function LastGame({ game, again }: { game: PlaySummary; again: () => void }) {
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const away = () => remove(`/api/play/${game.id}`).then(again, setProblem);
  return (
    <li class="panel">
      <a href={`/play/${game.id}`}>
        <b>{game.title}</b>
        <span class="small">{game.sides.map(nameOf).join(" – ")}</span>
      </a>
      <span class="small">
        {game.sentence} · {words.count(game.moves)} · {words.ago((Date.now() - 1000 * game.changed) / 1000)}
      </span>
      {asked ? (
        <span class="row">
          <button type="button" class="danger" onClick={() => void away()}>
            {words.reallyDelete}
          </button>
          <button type="button" onClick={() => setAsked(false)}>
            {words.keep}
          </button>
        </span>
      ) : (
        <span class="row">
          <a class="button" href={`/play/${game.id}`}>
            {game.status === "over" ? words.look : words.resume}
            <span class="unseen"> {game.title}</span>
          </a>
          <button type="button" aria-label={words.deleteOf(game.title)} onClick={() => setAsked(true)}>
            {words.delete}
          </button>
        </span>
      )}
      <Problem error={problem} />
    </li>
  );
}
