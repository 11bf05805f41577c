// What a game's own solver says of a position: a value on every move, and a table of results.
import { useEffect, useState } from "preact/hooks";
import { post } from "../api";
import type { SquareValue } from "../board/picture";
import type { ExactView } from "../messages";
import { Problem } from "../parts/problem";
import { analysis as words } from "../texts";

/** Asks while the component is shown; what was found stays until the next answer is there. */
export function useExact(query: { game: string; position: string; moves: string } | null) {
  const [state, set] = useState<{ data: ExactView | null; error: unknown; of: string }>({
    data: null,
    error: null,
    of: "",
  });
  const [count, setCount] = useState(0);
  const asked = query && JSON.stringify(query);
  useEffect(() => {
    if (!query || !asked) return;
    const abort = new AbortController();
    post<ExactView>("/api/exact", { ...query, position: query.position || null }, abort.signal).then(
      (data) => set({ data, error: null, of: asked }),
      (error) => !abort.signal.aborted && set({ data: null, error, of: asked }),
    );
    return () => abort.abort();
  }, [asked, count]);
  const again = () => {
    set((before) => ({ ...before, error: null }));
    setCount(count + 1);
  };
  return { data: state.of === asked ? state.data : null, last: state.data, error: state.error, again };
}

export const exactValues = (view: ExactView): Map<string, SquareValue> =>
  new Map(view.moves.map(({ move, text, best }) => [move, { text, short: text, best, bound: false }]));

interface ExactProps {
  view: ExactView | null;
  error: unknown;
  onAgain: () => void;
}

export function Exact({ view, error, onAgain }: ExactProps) {
  return (
    <div class="panel exact-view">
      <h2>
        {words.exact} <span aria-hidden="true">✓</span>
      </h2>
      <Problem error={error}>
        <button type="button" onClick={onAgain}>
          {words.again}
        </button>
      </Problem>
      <p class="small">{view ? view.what : words.exactWait}</p>
      {view && view.rows.length > 0 && (
        <table>
          <caption>{view.title}</caption>
          <thead>
            <tr>
              {view.head.map((each, i) => (
                <th key={each} scope="col" class={i ? "number" : ""}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((each, i) => (
                  <td key={i} class="number">
                    {each}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {view?.note && <p class="small">{view.note}</p>}
    </div>
  );
}
