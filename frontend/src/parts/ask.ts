// An answer of the server as the state of a component: asked at once, and again when the server is back.
import { useEffect, useRef, useState } from "preact/hooks";
import { Lost, aborted, ask, post, useConnection } from "../api";

export interface Asked<T> {
  data: T | null;
  error: unknown;
  again: () => void;
}

export interface Posted<T> extends Asked<T> {
  pending: boolean; // whether data and error belong to an earlier body
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
      (reply) => {
        kept.set(path, reply);
        setData(reply);
        setError(null);
      },
      (problem) => !aborted(problem) && !(problem instanceof Lost) && setError(problem),
    );
    return () => abort.abort();
  }, [path, count, lost]);
  return { data, error, again: () => setCount(count + 1) };
}

/** POST of a body that changes as one types: asked a moment after the last change. Until the answer is there, data and
 * error are those of the body before, and `pending` says so: a form that depends on them is not yet complete. */
export function usePost<T>(path: string, body: object | null, milliseconds = 150): Posted<T> {
  const text = body && JSON.stringify(body);
  const [data, setData] = useState<T | null>(() => (kept.get(`${path} ${text}`) as T) ?? null);
  const [error, setError] = useState<unknown>(null);
  const [answered, setAnswered] = useState(data === null ? null : text); // the body that data or error belongs to
  const [count, setCount] = useState(0);
  const first = useRef(true);
  const { lost } = useConnection();
  useEffect(() => {
    if (!text || lost) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        post<T>(path, JSON.parse(text), abort.signal).then(
          (reply) => {
            if (kept.size < MOST_KEPT) kept.set(`${path} ${text}`, reply);
            setData(reply);
            setError(null);
            setAnswered(text);
          },
          (problem) => {
            if (aborted(problem) || problem instanceof Lost) return;
            setError(problem);
            setAnswered(text);
          },
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
  return { data, error, pending: text !== null && text !== answered, again: () => setCount(count + 1) };
}
