// Streams of the analysis as the state of a component: a search of the position, a review of a game.
import { useEffect, useRef } from "preact/hooks";
import { type Refused, address, listen } from "../api";
import type { End, ReviewEnd, ReviewedMove, Thinking } from "../messages";
import { useStateOf } from "./state_of";

export interface Search {
  thinking: Thinking | null;
  running: boolean;
  error: Refused | null;
  at: number; // when the last finished depth arrived
}

const NONE: Search = { thinking: null, running: false, error: null, at: 0 };
const MOST_KEPT = 200;
const kept = new Map<string, Search>(); // what was found before, to begin with; a search that came to its end is not repeated

/** Searches while the component is shown; another query begins anew, `null` searches nothing. */
export function useSearch(
  query: Record<string, string | number> | null,
  onThinking?: (thinking: Thinking) => void,
): Search {
  const path = query && address("/api/analyse", query);
  // Never the lines of another position: they can be clicked.
  const begin = () => (path && kept.get(path)) || { ...NONE, running: path !== null };
  const [search, setSearch] = useStateOf<Search>(path, begin);
  const listener = useRef(onThinking);
  listener.current = onThinking;
  useEffect(() => {
    if (!path) return;
    const before = kept.get(path);
    if (before?.thinking && !before.running) return setSearch(before);
    let now: Search = before ?? NONE;
    const update = (changes: Partial<Search>) => {
      now = { ...now, ...changes };
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(path, now);
      setSearch(now);
    };
    update({ running: true, error: null });
    return listen(path, {
      again: true,
      refused: (error) => update({ running: false, error }),
      on: (event, data: Thinking | End) => {
        if (event === "end") return update({ running: false });
        if (event !== "thinking") return;
        listener.current?.(data as Thinking);
        update({ thinking: data as Thinking, at: Date.now() });
      },
    });
  }, [path]);
  return search;
}

export interface Reviewing {
  moves: ReviewedMove[];
  end: ReviewEnd | null;
  running: boolean;
  error: Refused | null;
}

/** Moves come from the last to the first, and one may come again: in the order of the game, each as it came last. */
export const taken = (moves: readonly ReviewedMove[], move: ReviewedMove): ReviewedMove[] =>
  [...moves.filter((each) => each.ply !== move.ply), move].sort((a, b) => a.ply - b.ply);

const UNREVIEWED: Reviewing = { moves: [], end: null, running: false, error: null };

/** Reviews every move of a game; `null` reviews nothing and forgets. */
export function useReview(query: Record<string, string | number> | null): Reviewing {
  const path = query && address("/api/review", query);
  const [review, setReview] = useStateOf<Reviewing>(path, () => ({ ...UNREVIEWED, running: path !== null }));
  useEffect(() => {
    if (!path) return;
    return listen(path, {
      refused: (error) => setReview((before) => ({ ...before, running: false, error })),
      on: (event, data) => {
        if (event === "move") setReview((before) => ({ ...before, moves: taken(before.moves, data as ReviewedMove) }));
        if (event === "end") setReview((before) => ({ ...before, running: false, end: data as ReviewEnd }));
      },
    });
  }, [path]);
  return review;
}
