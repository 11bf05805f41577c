// Keys of a page, outside of fields of text. `undo` is Ctrl+Z; a full stop repeats the last line, a comma reads the value.
import { useLayoutEffect, useRef } from "preact/hooks";
import { repeat, sayDetail } from "./status";

/** Letters and figures that are typed outside of any field go where moves are written. */
export function useTyping(type: ((character: string) => void) | null): void {
  const now = useRef(type);
  now.current = type;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const busy = event.target instanceof Element && event.target.closest("input, textarea, select, [role=grid]");
      if (busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!now.current || !/^[\p{L}\p{N}]$/u.test(event.key)) return;
      event.preventDefault();
      now.current(event.key);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

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
