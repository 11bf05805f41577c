// Talking to the server: answers or errors as sentences, streams of events, and one place that knows whether it is there.
import { useLayoutEffect, useState } from "preact/hooks";
import * as texts from "./texts";

/** What the server did not do, in a sentence; with the text it is about and the column, where a text was wrong. */
export class Refused extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly status = 0,
    readonly text: string | null = null,
    readonly column: number | null = null,
  ) {
    super(message);
  }
}

/** The server could not be reached at all. */
export class Lost extends Error {}

export const aborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

// ---- whether the server is there ----

const RETRY_SECONDS = 2;
const listeners = new Set<() => void>();
const connection = { lost: false, since: 0, trying: false };
let timer = 0;

function lose(): void {
  if (connection.lost) return;
  Object.assign(connection, { lost: true, since: Date.now() });
  timer = window.setTimeout(retry, RETRY_SECONDS * 1000);
  notify();
}

function found(): void {
  if (!connection.lost) return;
  clearTimeout(timer);
  Object.assign(connection, { lost: false, trying: false });
  notify();
}

const notify = () => listeners.forEach((listener) => listener());

/** Asks whether the server is back; until it is, again every two seconds. */
export async function retry(): Promise<void> {
  clearTimeout(timer);
  if (!connection.lost || connection.trying) return;
  connection.trying = true;
  notify();
  const there = await fetch("/api/about", { cache: "no-store" }).then(
    (answer) => answer.status < 500,
    () => false,
  );
  connection.trying = false;
  if (there) return found();
  timer = window.setTimeout(retry, RETRY_SECONDS * 1000);
  notify();
}

/** Whether the server is lost, since when, and whether it is being asked just now. */
export function useConnection(): Readonly<typeof connection> {
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return { ...connection };
}

/** Resolves when the server is there (again); rejects when the signal says so. */
function there(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      if (connection.lost && !signal.aborted) return;
      listeners.delete(done);
      signal.removeEventListener("abort", done);
      if (signal.aborted) reject(new DOMException("", "AbortError"));
      else resolve();
    };
    listeners.add(done);
    signal.addEventListener("abort", done);
    done();
  });
}

// ---- questions and answers ----

type Query = Record<string, string | number | boolean | null | undefined>;

/** The path with a query; empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await answered(await reach(path, { signal }))).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal, method = "POST"): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const answer = await answered(await reach(path, { method, headers, body: JSON.stringify(body), signal }));
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const remove = (path: string): Promise<unknown> => post(path, {}, undefined, "DELETE");

async function reach(path: string, options: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(path, { cache: "no-store", ...options });
    found();
    return answer;
  } catch (error) {
    if (aborted(error)) throw error;
    lose();
    throw new Lost(texts.connection.lost);
  }
}

async function answered(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => null);
  const problem = body?.error;
  if (!problem) throw new Refused("server", texts.connection.odd(answer.status), answer.status);
  throw new Refused(problem.kind, problem.message, answer.status, problem.text ?? null, problem.column ?? null);
}

// ---- streams ----

export interface Stream {
  on: (event: string, data: any) => void;
  refused?: (error: Refused) => void;
  again?: boolean; // open it again when the server is back; otherwise the end of the line is the end
  body?: unknown; // sent by POST
}

/** Listens until it ends, is refused or is stopped by the function returned. A break in the line is waited out. */
export function listen(path: string, stream: Stream): () => void {
  const abort = new AbortController();
  void follow(path, stream, abort.signal).catch((error) => {
    if (error instanceof Refused) stream.refused?.(error);
    else if (!aborted(error)) console.error(error);
  });
  return () => abort.abort();
}

async function follow(path: string, stream: Stream, signal: AbortSignal): Promise<void> {
  for (;;) {
    await there(signal);
    try {
      const ended = await events(path, stream, signal);
      if (ended || !stream.again) return;
    } catch (error) {
      if (error instanceof Refused || signal.aborted) throw error;
      if (!(error instanceof Lost)) lose();
      if (!stream.again) return;
    }
    await pause(300, signal);
  }
}

/** Reads one connection to its end; whether an `end` event closed it. */
async function events(path: string, stream: Stream, signal: AbortSignal): Promise<boolean> {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(stream.body),
  };
  const answer = await answered(await reach(path, { signal, ...(stream.body === undefined ? {} : request) }));
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const parts = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = parts.pop()!;
    for (const part of parts) {
      const event = eventOf(part);
      if (!event || signal.aborted) continue;
      if (event.name === "error")
        throw new Refused(event.data?.error?.kind ?? "server", event.data?.error?.message ?? "");
      stream.on(event.name, event.data);
      if (event.name === "end") return true;
    }
  }
}

/** One event of a stream; null for a heartbeat. */
export function eventOf(text: string): { name: string; data: any } | null {
  let name = "message";
  const data: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const wait = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(wait);
      reject(new DOMException("", "AbortError"));
    });
  });
}

/** An answer that is not JSON: a recorded search. */
export async function bytesFrom(path: string, body: unknown, signal?: AbortSignal): Promise<ArrayBuffer> {
  const headers = { "Content-Type": "application/json" };
  return (
    await answered(await reach(path, { method: "POST", headers, body: JSON.stringify(body), signal }))
  ).arrayBuffer();
}
