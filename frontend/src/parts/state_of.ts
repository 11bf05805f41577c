// State that belongs to something else: to a revision of a game, a scene, a recorded search.
import { useMemo, useState } from "preact/hooks";

type Change<T> = T | ((before: T) => T);

/** As `useState`, but begins anew with every other `owner`, in the same rendering. An effect that clears the state runs
 * after the page has been drawn, and would take back what a quick visitor has done by then. */
export function useStateOf<T>(owner: unknown, begin: () => T): [T, (change: Change<T>) => void] {
  const first = useMemo(begin, [owner]);
  const [held, hold] = useState({ owner, value: first });
  const now = (state: { owner: unknown; value: T }) => (state.owner === owner ? state.value : first);
  const set = (change: Change<T>) =>
    hold((state) => ({ owner, value: change instanceof Function ? change(now(state)) : change }));
  return [now(held), set];
}
