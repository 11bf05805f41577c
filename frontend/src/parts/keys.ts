// Keys of a page, outside of fields of text. `undo` is Ctrl+Z; a full stop repeats the last line, a comma reads the value.
import { useLayoutEffect, useRef } from "preact/hooks";
import { repeat, sayDetail } from "./status";

export function useKeys(keys: Record<string, () => unknown>): void {
  const now = useRef(keys);
  now.current = keys;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
      const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      if (!undo && (event.ctrlKey || event.metaKey || event.altKey)) return;
      const own = undo ? now.current.undo : now.current[event.key];
      const act = event.key === "." ? repeat : event.key === "," ? sayDetail : own;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
