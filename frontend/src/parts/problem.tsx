// An error as a sentence; where a text was wrong, the text with a mark under the place.
import { Refused } from "../api";

export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function Problem({ error, children }: { error: unknown; children?: preact.ComponentChildren }) {
  if (!error) return null;
  const refused = error instanceof Refused ? error : null;
  return (
    <div class="notice bad problem" role="alert">
      <p>{quoted(sentence(error))}</p>
      {refused?.text && refused.column !== null && <Place text={refused.text} column={refused.column} />}
      {children}
    </div>
  );
}

/** What stands between back-ticks is something to type, and looks like it. */
export const quoted = (text: string) =>
  text.split(/`([^`]+)`/).map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part));

const ROOM = 36; // characters shown around the place

function Place({ text, column }: { text: string; column: number }) {
  const before = text.slice(0, column);
  const line = text.split("\n")[before.split("\n").length - 1] ?? "";
  const at = column - (before.lastIndexOf("\n") + 1);
  const from = Math.max(0, at - ROOM / 2);
  const shown = line.slice(from, from + ROOM);
  return (
    <pre aria-hidden="true">
      {(from ? "…" : "") + shown + (from + ROOM < line.length ? "…" : "")}
      {`\n${" ".repeat(at - from + (from ? 1 : 0))}▲`}
    </pre>
  );
}
