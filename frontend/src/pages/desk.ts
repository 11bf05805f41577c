// The state of an analysis: the tree of moves, where one is in it, and what is known of its positions.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Lost, Refused, post, useConnection } from "../api";
import type { Position, Score } from "../messages";
import { minus, signed } from "../numbers";
import type { GraphPoint } from "../parts/graph";
import { joined } from "../parts/moves_text";
import type { Reviewing } from "../parts/searching";
import { remember, say } from "../parts/status";
import { scoreText } from "../parts/values";
import { type Branch, addAll, cut, inMain, lineFrom, movesTo, pathTo, promote, root } from "../parts/variations";
import type { Tag } from "../parts/variation_list";
import { note } from "../router";
import { analysis as words } from "../texts";

/** The tree of moves, where one is in it, and the position there. */
export function useDesk(game: string, start: string, moves: readonly string[], query: URLSearchParams) {
  const [tree] = useState(() => {
    const made = root();
    addAll(made, moves);
    return made;
  });
  const [current, setCurrent] = useState<Branch>(() => beginning(tree, query));
  const [position, setPosition] = useState<Position | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [, redraw] = useState(0);
  const { lost } = useConnection();
  const shown = useRef<Branch | null>(null);
  const wanted = useRef<Branch | null>(null);
  const known = useRef(new Map<Branch, Position>());

  useEffect(() => {
    const moved = wanted.current !== current; // also there and back, faster than the server
    wanted.current = current;
    if (shown.current === current && !moved) return;
    const seen = known.current.get(current);
    const show = (found: Position) => {
      known.current.set(current, found);
      const first = shown.current === null;
      shown.current = current;
      setPosition(found);
      setError(null);
      if (!first) say(words.at(current.ply, current.move, found.caption));
    };
    if (seen) return show(seen);
    if (lost) return;
    const abort = new AbortController();
    post<Position>("/api/position", { game, position: start || null, moves: movesTo(current) }, abort.signal).then(
      show,
      (problem) => {
        if (problem instanceof Lost && shown.current) setCurrent(shown.current); // here one knows what there is
        if (!(problem instanceof Refused)) return;
        setError(problem);
        remember(problem.message);
        if (current.parent && shown.current) setCurrent(cut(current));
      },
    );
    return () => abort.abort();
  }, [current, lost]);
  useLayoutEffect(() => {
    const address = new URLSearchParams({ game });
    const main = inMain(current);
    const moves = (main ? lineFrom(tree) : pathTo(current)).map((each) => each.move);
    if (start) address.set("position", start);
    if (moves.length) address.set("moves", joined(moves));
    if (main && current.ply < moves.length) address.set("at", String(current.ply));
    note(address);
  });
  return {
    tree,
    current,
    position,
    reading: shown.current !== current, // the position is still that of another place
    error,
    pick: (branch: Branch) => (!lost || known.current.has(branch)) && setCurrent(branch),
    play: (moves: readonly string[]) => setCurrent(addAll(current, moves)),
    promote: () => {
      promote(current);
      redraw((count) => count + 1);
    },
    cut: () => setCurrent(cut(current)),
  };
}

function beginning(tree: Branch, query: URLSearchParams): Branch {
  const line = lineFrom(tree);
  const at = Number(query.get("at") ?? (query.get("review") === "yes" ? 0 : line.length));
  return at > 0 ? (line[Math.min(at, line.length) - 1] ?? tree) : tree;
}

/** The value of every position of a reviewed game, the first one included: what a move leaves, the next begins with. */
export function reviewPoints(review: Reviewing): GraphPoint[] {
  const [first] = review.moves;
  const start =
    first?.ply === 1
      ? [
          {
            ply: 0,
            bar: first.before.bar,
            text: scoreText(first.before),
            move: words.start,
            exact: first.before.proved,
            tag: "",
          },
        ]
      : [];
  const rest = review.moves.map((each) => ({
    ply: each.ply,
    bar: each.bar,
    text: scoreText(each.after),
    move: each.move,
    exact: each.after.proved,
    tag: each.name,
  }));
  return [...start, ...rest];
}

export function searchPoints(line: readonly Branch[], scores: ReadonlyMap<Branch, Score>): GraphPoint[] {
  return line.flatMap((branch) => {
    const score = scores.get(branch);
    return score
      ? [{ ply: branch.ply, bar: score.bar, text: scoreText(score), move: branch.move, exact: score.proved, tag: "" }]
      : [];
  });
}

export function tagsOf(review: Reviewing): Map<number, Tag> {
  return new Map(
    review.moves
      .filter((each) => each.name)
      .map((each) => [each.ply, { name: each.name, cost: minus(signed(-each.loss)) }]),
  );
}
