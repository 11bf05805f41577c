// One polite line for each event. A key repeats it, another reads the value and the depth.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

const AGAIN = "\u00a0"; // makes a repeated line a new one to a screen reader
const listeners = new Set<() => void>();
let line = "";
let last = "";
let detail: () => string = () => "";

export function say(text: string): void {
  last = text;
  line = text === line ? text + AGAIN : text;
  listeners.forEach((listener) => listener());
}

/** What an alert announced elsewhere, and can be repeated. */
export function remember(text: string): void {
  last = text;
}

export const repeat = (): void => say(last);

/** What the key for value and depth reads while a page is shown. */
export function useDetail(read: () => string): void {
  useEffect(() => {
    detail = read;
    return () => {
      if (detail === read) detail = () => "";
    };
  });
}

export const sayDetail = (): void => say(detail() || last);

export function Status({ start = "" }: { start?: string }) {
  const [, redraw] = useState(0);
  // Before anything can be clicked: what is said from then on stays.
  useLayoutEffect(() => {
    line = last = start;
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    listener();
    return () => {
      listeners.delete(listener);
      line = last = "";
    };
  }, []);
  return (
    <p class="status" role="status" aria-live="polite">
      {line}
    </p>
  );
}
