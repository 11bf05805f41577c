// The analysis of a position: value bar, lines as they arrive, variations, the mistakes of a game, methods compared.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { PageProps } from "../app";
import { address, useConnection } from "../api";
import { Board } from "../board/board";
import { oneClick } from "../board/choosing";
import { turns } from "../board/geometry";
import type { About, GameCard, Position, Score } from "../messages";
import { spoken } from "../numbers";
import { useAsk, usePost } from "../parts/ask";
import { cardOf, methodsOf } from "../parts/game_card";
import { Graph } from "../parts/graph";
import { useKeys } from "../parts/keys";
import { joined } from "../parts/moves_text";
import { Paste } from "../parts/paste";
import { Problem } from "../parts/problem";
import { useReview, useSearch } from "../parts/searching";
import { useSettings } from "../parts/settings";
import { useStateOf } from "../parts/state_of";
import { Status, say, useDetail } from "../parts/status";
import { useTitle } from "../parts/title";
import { ValueBar } from "../parts/thinking";
import { scoreText, squareValues } from "../parts/values";
import { type Branch, inMain, lineFrom, lineThrough, movesTo } from "../parts/variations";
import { VariationList } from "../parts/variation_list";
import { board as boardWords, analysis as words } from "../texts";
import { Compare, Engine, FilesAndText, Mistakes } from "./analysis_parts";
import { reviewPoints, searchPoints, tagsOf, useDesk } from "./desk";
import { Exact, exactValues, useExact } from "./exact";
import "./analysis.css";

export function Analysis({ place }: PageProps) {
  const games = useAsk<GameCard[]>("/api/games");
  const about = useAsk<About>("/api/about");
  const game = place.query.get("game");
  if (games.error ?? about.error) return <Problem error={games.error ?? about.error} />;
  if (!game) return <Empty games={games.data ?? []} />;
  if (!about.data || !games.data) return <div class="skeleton tall" aria-busy="true" />;
  return <Opened key={place.query.toString()} game={game} query={place.query} about={about.data} games={games.data} />;
}

/** The moves of the address in any form a person may have typed; the server knows what they are called. */
function Opened(props: Omit<DeskProps, "moves">) {
  const { game, query } = props;
  const body = { game, position: query.get("position"), moves: query.get("moves") ?? "" };
  const opened = usePost<Position>("/api/position", body);
  if (opened.data) return <Desk {...props} moves={opened.data.played} />;
  if (opened.error) return <Impossible error={opened.error} games={props.games} game={game} />;
  return <div class="skeleton tall" aria-busy="true" />;
}

function Empty({ games }: { games: readonly GameCard[] }) {
  return (
    <section class="help">
      <h1>{words.title}</h1>
      <p>{words.empty}</p>
      <ul class="plainlist row">
        {games.map((each) => (
          <li key={each.spec}>
            <a class="button" href={address("/analyse", { game: each.spec })}>
              {each.title}
            </a>
          </li>
        ))}
      </ul>
      <div class="panel">
        <Paste games={games} />
      </div>
    </section>
  );
}

interface DeskProps {
  game: string;
  moves: readonly string[];
  query: URLSearchParams;
  about: About;
  games: readonly GameCard[];
}

const BEGIN_SECONDS = 5;
const DEEPEST_SHOWN = 4; // plies of a refutation that can be followed in the explorer

function Desk({ game, moves: given, query, about, games }: DeskProps) {
  const settings = useSettings();
  const { lost } = useConnection();
  const start = query.get("position") ?? "";
  const desk = useDesk(game, start, given, query);
  const { position, current, tree } = desk;
  const card = cardOf(games, game);
  const methods = useMemo(() => methodsOf(about, card), [about, card]);
  const [method, setMethod] = useState("auto");
  const [flipped, setFlipped] = useState(false);
  const main = joined(lineFrom(tree).map((branch) => branch.move));
  const [reviewed, setReviewed] = useState<string | null>(query.get("review") === "yes" && main ? main : null);
  const scores = useRef(new Map<Branch, Score>());
  const moves = joined(movesTo(current));
  const [seconds, setSeconds] = useStateOf(current, () => BEGIN_SECONDS);

  const review = useReview(reviewed === null ? null : { game, position: start, moves: reviewed });
  const hides = card?.kind.hidden ?? false;
  const decided = position !== null && !position.over && (position.turn >= 0 || !hides); // by a player, or open dice
  const searching = settings.engine && decided && !review.running;
  const search = useSearch(
    searching ? { game, position: start, moves, best: settings.lines, method, seconds } : null,
    (found) => found.score && scores.current.set(current, found.score),
  );
  const thinking = searching || lost ? search.thinking : null;
  const score = thinking?.score ?? null;
  const single = position === null || oneClick(position.scene);
  const exact = useExact(card?.exact ? { game, position: start, moves } : null);
  const values = useMemo(
    () => (settings.values ? (exact.data ? exactValues(exact.data) : squareValues(thinking, single)) : undefined),
    [thinking, exact.data, settings.values, single],
  );
  const line = lineThrough(current);
  const points = review.moves.length ? reviewPoints(review) : searchPoints(line, scores.current);
  const tags = useMemo(() => tagsOf(review), [review]);

  useTitle(position && words.of(position.title));
  useDetail(() =>
    score && thinking
      ? words.detail(spoken(scoreText(score)), position?.players[score.player] ?? "", thinking.depth)
      : "",
  );
  useKeys({
    "[": () => desk.pick(current.parent ?? current),
    "]": () => desk.pick(current.children[0] ?? current),
    undo: () => desk.pick(current.parent ?? current),
  });
  const refutation = (path: string[], depth: number) => {
    return address("/explore", {
      game,
      position: start,
      moves: joined(path),
      depth: Math.max(1, Math.min(DEEPEST_SHOWN, depth)),
    });
  };
  if (!position) return <div class="skeleton tall" aria-busy="true" />;
  const pickPly = (ply: number) => {
    const on = inMain(current) || review.moves.length ? lineFrom(tree) : line;
    desk.pick(ply === 0 ? tree : (on[ply - 1] ?? current));
  };
  return (
    <section class={`analysis ${lost ? "lost" : ""}`}>
      <h1 class="unseen">{words.of(position.title)}</h1>
      <div class="table">
        <div class="withbar">
          {position.players.length === 2 && (
            <ValueBar
              score={score ?? scores.current.get(current) ?? null}
              players={position.players}
              board={position.scene.board}
              flipped={flipped && turns(position.scene)}
            />
          )}
          <Board
            scene={position.scene}
            label={words.boardOf(position.title)}
            turn={position.turn}
            readOnly={lost || position.over !== null}
            flipped={flipped && turns(position.scene)}
            coordinates={settings.coordinates}
            showLegal={settings.legal}
            values={values}
            arrows={settings.values ? thinking?.lines.map((each) => each.move) : undefined}
            onMove={(move) => desk.play([move])}
            onRefuse={(spot, from) => (from === null ? desk.play([spot]) : say(boardWords.nothing(spot, from)))}
          />
        </div>
        <Steps desk={desk} last={line[line.length - 1] ?? current}>
          {turns(position.scene) && (
            <button type="button" aria-pressed={flipped} onClick={() => setFlipped(!flipped)}>
              {words.flip}
            </button>
          )}
          <a
            class="button"
            role="link"
            aria-disabled={desk.reading}
            href={desk.reading ? undefined : address("/play", { game, position: position.text })}
          >
            {words.playFrom}
          </a>
          <a class="button" href={address("/explore", { game, position: start, moves })}>
            {words.explore}
          </a>
        </Steps>
      </div>
      <div class="side">
        <div class="panel talk">
          <Status start={position.caption} />
          <Problem error={desk.error} />
        </div>
        <Engine
          search={{ ...search, thinking }}
          about={about}
          methods={methods}
          method={method}
          setMethod={setMethod}
          seconds={seconds}
          onDeeper={() => setSeconds(Math.min(seconds * 4, about.limits.seconds))}
          position={position}
          lost={lost}
          onPlay={desk.play}
          whyNot={(move) => refutation([...movesTo(current), move], (search.thinking?.depth ?? 3) - 1)}
        />
        {card?.exact && <Exact view={exact.data} error={exact.error} onAgain={exact.again} />}
        <div class="panel">
          <h2>{words.moves}</h2>
          {position.players.length === 2 && (
            <Graph
              points={points}
              plies={Math.max(line.length, points.length)}
              current={current.ply}
              players={position.players}
              measure={card && { unit: card.measure, width: card.width, points: card.kind.points }}
              onPick={pickPly}
            />
          )}
          {tree.children.length ? (
            <VariationList tree={tree} current={current} tags={tags} onPick={desk.pick} />
          ) : (
            <p class="small moves">{words.noMoves}</p>
          )}
          <div class="row">
            <button type="button" disabled={inMain(current)} onClick={() => desk.promote()}>
              {words.promote}
            </button>
            <button type="button" disabled={current === tree} onClick={() => desk.cut()}>
              {words.cut}
            </button>
          </div>
        </div>
        <div class="panel">
          <div class="row">
            <h2>{words.mistakes}</h2>
            <button
              type="button"
              class="review-button"
              disabled={lost || review.running || !tree.children.length}
              onClick={() => setReviewed(main)}
            >
              {review.running ? words.reviewing(review.moves.length) : words.review}
            </button>
          </div>
          <Mistakes
            unit={card?.measure ?? ""}
            review={review}
            players={position.players}
            onPick={pickPly}
            whyNot={(ply, move) =>
              refutation(
                [
                  ...lineFrom(tree)
                    .slice(0, ply - 1)
                    .map((each) => each.move),
                  move,
                ],
                3,
              )
            }
          />
        </div>
        <Compare methods={methods} game={game} position={start} moves={moves} />
        <FilesAndText games={games} game={game} position={position} moves={movesTo(current)} />
      </div>
    </section>
  );
}

interface StepsProps {
  desk: ReturnType<typeof useDesk>;
  last: Branch;
  children: ComponentChildren;
}

/** To the start, back, on, to the end. */
function Steps({ desk, last, children }: StepsProps) {
  const { tree, current, pick } = desk;
  const steps: [string, string, Branch | null][] = [
    ["|◀", words.first, current === tree ? null : tree],
    ["◀", words.back, current.parent],
    ["▶", words.forward, current.children[0] ?? null],
    ["▶|", words.last, current.children.length ? last : null],
  ];
  return (
    <div class="row steps">
      {steps.map(([sign, name, to]) => (
        <button key={name} type="button" aria-label={name} disabled={!to} onClick={() => to && pick(to)}>
          {sign}
        </button>
      ))}
      {children}
    </div>
  );
}

function Impossible({ error, games, game }: { error: unknown; games: readonly GameCard[]; game: string }) {
  return (
    <section class="help">
      <h1>{words.impossible}</h1>
      <Problem error={error} />
      <div class="panel">
        <Paste games={games} game={game.split(":")[0]} />
      </div>
    </section>
  );
}
