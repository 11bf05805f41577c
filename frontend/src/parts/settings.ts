// What a visitor likes, kept in this browser: coordinates, palette, legal moves, the engine of the analysis.
import { useLayoutEffect, useState } from "preact/hooks";

export interface Settings {
  coordinates: boolean;
  legal: boolean;
  palette: "colour" | "contrast";
  engine: boolean; // whether the analysis searches by itself
  lines: number;
  values: boolean; // on the squares
  suits: "two" | "four"; // colours of cards
  sound: boolean; // at each move
}

const KEY = "zermelo:settings";
const USUAL: Settings = {
  coordinates: true,
  legal: true,
  palette: "colour",
  engine: true,
  lines: 3,
  values: true,
  suits: "two",
  sound: false,
};
const listeners = new Set<() => void>();
let current: Settings = { ...USUAL, ...read() };

function read(): Partial<Settings> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(USUAL)
        .filter(([name, usual]) => typeof kept?.[name] === typeof usual)
        .map(([name]) => [name, kept[name]]),
    );
  } catch {
    return {};
  }
}

export function change(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // a browser without storage forgets it, nothing more
  }
  apply();
  listeners.forEach((listener) => listener());
}

export function apply(): void {
  document.documentElement.dataset.palette = current.palette;
  document.documentElement.dataset.suits = current.suits;
}

/** As they are now, for what is not drawn. */
export const settings = (): Settings => current;

export function useSettings(): Settings {
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return current;
}
