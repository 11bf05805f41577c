// An answer of the server as the state of a component: asked at once, and again when the server is back.
import { useEffect, useRef, useState } from "preact/hooks";
import { Lost, aborted, ask, tellTo, useConnection } from "../api";

export interface Asked<T> {
  data: T | null;
  error: unknown;
  again: () => void;
}

const MOST_KEPT = 100;
const kept = new Map<string, unknown>(); // what a page showed when it was left, to begin with

/** GET; `null` asks nothing. What was answered before is shown until the new answer is there. */
export function useAsk<T>(path: string | null): Asked<T> {
  const [data, setData] = useState<T | null>(() => (path ? (kept.get(path) as T) : null) ?? null);
  const [error, setError] = useState<unknown>(null);
  const [count, setCount] = useState(0);
  const { lost } = useConnection();
  useEffect(() => {
    if (!path || lost) return;
    const abort = new AbortController();
    ask<T>(path, abort.signal).then(
      (told) => {
        kept.set(path, told);
        setData(told);
        setError(null);
      },
      (problem) => !aborted(problem) && !(problem instanceof Lost) && setError(problem),
    );
    return () => abort.abort();
  }, [path, count, lost]);
  return { data, error, again: () => setCount(count + 1) };
}

/** POST of a body that changes as one types: asked a moment after the last change. */
export function useTold<T>(path: string, body: object | null, milliseconds = 150): Asked<T> {
  const text = body && JSON.stringify(body);
  const [data, setData] = useState<T | null>(() => (kept.get(`${path} ${text}`) as T) ?? null);
  const [error, setError] = useState<unknown>(null);
  const [count, setCount] = useState(0);
  const first = useRef(true);
  const { lost } = useConnection();
  useEffect(() => {
    if (!text || lost) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        tellTo<T>(path, JSON.parse(text), abort.signal).then(
          (told) => {
            if (kept.size < MOST_KEPT) kept.set(`${path} ${text}`, told);
            setData(told);
            setError(null);
          },
          (problem) => !aborted(problem) && !(problem instanceof Lost) && setError(problem),
        );
      },
      first.current ? 0 : milliseconds,
    );
    first.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, text, count, lost]);
  return { data, error, again: () => setCount(count + 1) };
}
