// The first page: what this is, three doors, the last games, the games there are, and a place to paste what one has.
import { useState } from "preact/hooks";
import type { PageProps } from "../app";
import { address, remove, useConnection } from "../api";
import { Picture } from "../board/picture";
import type { About, GameCard, PlayList, PlaySummary, Scene } from "../messages";
import { minus, upper } from "../numbers";
import { useAsk } from "../parts/ask";
import { Paste } from "../parts/paste";
import { Problem } from "../parts/problem";
import { nameOf } from "../parts/player_bar";
import { home as words } from "../texts";

export function Home(_: PageProps) {
  const { lost } = useConnection();
  const games = useAsk<GameCard[]>("/api/games");
  const about = useAsk<About>("/api/about");
  const last = useAsk<PlayList>("/api/play");
  const cards = known(games.data ?? []);
  return (
    <div class={`home ${lost ? "lost" : ""}`}>
      <section class="welcome" aria-labelledby="what">
        <h1 id="what">{words.sentence}</h1>
        <Doors cards={cards} />
      </section>
      <LastGames list={last.data} again={last.again} />
      <section aria-labelledby="games">
        <h2 id="games">{words.title}</h2>
        {last.data?.games.length === 0 && <p class="small">{words.none}</p>}
        <Problem error={games.error}>
          <button type="button" onClick={games.again}>
            {words.again}
          </button>
        </Problem>
        <ul class="cards plainlist">
          {games.data
            ? cards.map((card) => <Card key={card.spec} card={card} />)
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

// The order in which people know them; the visitor's own games come first, what is not here comes last.
const ORDER =
  "tictactoe connect4 othello chess checkers backgammon battleship hearts bridge rps holdem liars_dice".split(" ");
const rank = (card: GameCard) => {
  const place = ORDER.indexOf(card.spec);
  return (card.own ? -100 : 0) + (card.playable ? 0 : 200) + (place < 0 ? 100 : place);
};
const known = (cards: readonly GameCard[]) => [...cards].sort((a, b) => rank(a) - rank(b));

/** Play, watch, analyse: each a picture, a sentence, and one click to the thing itself. */
function Doors({ cards }: { cards: readonly GameCard[] }) {
  const first = cards.filter((card) => ORDER.slice(0, 5).includes(card.spec));
  return (
    <ul class="doors plainlist">
      <li class="door">
        <Thumb spec="connect4" />
        <div>
          <h2>
            <a href={address("/play", { game: "tictactoe", now: "yes" })}>{words.play}</a>
          </h2>
          <p>{words.playAbout}</p>
          <p class="links">
            {(first.length ? first : FIRST).map((card) => (
              <a key={card.spec} href={address("/play", { game: card.spec, now: "yes" })}>
                {card.title}
              </a>
            ))}
          </p>
        </div>
      </li>
      <li class="door">
        <div class="thumb" aria-hidden="true">
          <TreePicture />
        </div>
        <div>
          <h2>
            <a href={address("/explore", { tree: "[[3,12,8],[2,4,6],[14,5,2]]" })}>{words.watch}</a>
          </h2>
          <p>{words.watchAbout}</p>
        </div>
      </li>
      <li class="door">
        <Thumb spec="othello" />
        <div>
          <h2>
            <a href="/analyse">{words.analysis}</a>
          </h2>
          <p>{words.analysisAbout}</p>
        </div>
      </li>
    </ul>
  );
}

// Until the list of games is there, so that nothing moves when it comes.
const FIRST = [
  { spec: "tictactoe", title: "Tic-tac-toe" },
  { spec: "connect4", title: "Connect Four" },
  { spec: "othello", title: "Othello" },
  { spec: "chess", title: "Chess" },
  { spec: "checkers", title: "Checkers" },
];

/** A game in play, as its own scene draws it. */
function Thumb({ spec }: { spec: string }) {
  const { data: scene } = useAsk<Scene>(address("/api/picture", { game: spec }));
  return (
    <div class="thumb" aria-hidden="true">
      {scene?.spots.length ? <Picture scene={{ ...scene, marks: {} }} labels={false} /> : <pre>{scene?.text}</pre>}
    </div>
  );
}

/** A small searched tree: MAX above, MIN below it, and an edge that is cut off. */
const TreePicture = () => (
  <svg class="treepicture" viewBox="0 0 100 62">
    <path class="edge" d="M50 9L18 30M50 9L50 30M50 9L82 30M18 30L8 52M18 30L28 52M50 30L42 52M82 30L74 52" />
    <path class="edge best" d="M50 9L18 30L8 52" />
    <path class="edge cut" d="M50 30L58 52M82 30L92 52" />
    <path class="cutter" d="M56 39L51 43M90 40L84 44" />
    {[
      [50, 9, "3", "max"],
      [18, 30, "3", "min"],
      [50, 30, "≤2", "min"],
      [82, 30, "≤2", "min"],
    ].map(([x, y, text, kind]) => (
      <g key={`${x}`} class={`node ${kind}`} transform={`translate(${x} ${y})`}>
        <path d={kind === "max" ? "M0-8L10 7H-10Z" : "M0 8L10-7H-10Z"} />
        <text y={kind === "max" ? 2.2 : -1.5}>{text}</text>
      </g>
    ))}
    {[8, 28, 42, 58, 74, 92].map((x, i) => (
      <g key={x} class="leaf" transform={`translate(${x} 54)`}>
        <rect x={-5} y={-5} width={10} height={10} rx={1.5} />
        <text>{["3", "8", "2", "", "2", ""][i]}</text>
      </g>
    ))}
  </svg>
);

function Card({ card }: { card: GameCard }) {
  return (
    <li class="card">
      {card.playable ? (
        <Thumb spec={card.spec} />
      ) : (
        <div class="thumb" aria-hidden="true">
          <TreePicture />
        </div>
      )}
      <h3>
        <a href={address(card.playable ? "/play" : "/explore", { game: card.spec })}>{upper(card.title)}</a>
        {card.own && <span class="tag">{words.own}</span>}
      </h3>
      <p>{upper(card.playable ? card.summary : card.why_not)}</p>
      <p class="links">
        {card.playable && (
          <a href={address("/play", { game: card.spec, now: "yes" })}>
            {words.now}
            <span class="unseen"> {card.title}</span>
          </a>
        )}
        <a href={address("/rules", { game: card.spec })}>
          {words.rules}
          <span class="unseen"> {words.rulesOf(card.title)}</span>
        </a>
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
        {minus(game.sentence)} · {words.count(game.moves)} · {words.ago((Date.now() - 1000 * game.changed) / 1000)}
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
