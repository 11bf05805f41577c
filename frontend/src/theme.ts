// Light, dark or as the system has it; the choice is kept in this browser.
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "zermelo:theme";
const listeners = new Set<() => void>();

export function theme(): Theme {
  const kept = read();
  return THEMES.includes(kept as Theme) ? (kept as Theme) : "system";
}

export function setTheme(chosen: Theme): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // a browser without storage forgets the choice, nothing more
  }
  applyTheme(chosen);
}

export function applyTheme(chosen: Theme = theme()): void {
  document.documentElement.style.colorScheme = chosen === "system" ? "light dark" : chosen;
  document.documentElement.dataset.theme = chosen;
  for (const listener of listeners) listener();
}

// Calls back when the colours change, for canvas drawings; returns what ends it.
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  listeners.add(listener);
  system.addEventListener("change", listener);
  document.addEventListener("zermelo:colours", listener); // a notebook that changes its theme
  return () => {
    listeners.delete(listener);
    document.removeEventListener("zermelo:colours", listener);
    system.removeEventListener("change", listener);
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
