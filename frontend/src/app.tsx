// The frame of every page: skip link, navigation, theme switch, and the page that the path names.
import { useLayoutEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import type { ComponentChildren, ComponentType } from "preact";
import { Explore } from "./explorer/explore";
import { Practice } from "./explorer/practice";
import { Analysis } from "./pages/analysis";
import { Help } from "./pages/help";
import { Home } from "./pages/home";
import { Play } from "./pages/play";
import { Tournament } from "./pages/tournament";
import { Banner } from "./parts/connection";
import { apply } from "./parts/settings";
import { go, usePlace, type Place } from "./router";
import { shell } from "./texts";
import { applyTheme, setTheme, theme, THEMES, type Theme } from "./theme";

export interface PageProps {
  place: Place;
}

interface Page {
  path: RegExp;
  title: string;
  view: ComponentType<PageProps>;
}

const PAGES: Page[] = [
  { path: /^\/$/, title: shell.home, view: Home },
  { path: /^\/play(\/|$)/, title: shell.name, view: Play },
  { path: /^\/analyse$/, title: shell.analyse, view: Analysis },
  { path: /^\/explore$/, title: shell.explore, view: Explore },
  { path: /^\/practise$/, title: shell.practise, view: Practice },
  { path: /^\/tournament(\/|$)/, title: shell.tournament, view: Tournament },
  { path: /^\/help$/, title: shell.help, view: Help },
];

const NAVIGATION = [
  ["/", shell.home],
  ["/analyse", shell.analyse],
  ["/explore", shell.explore],
  ["/practise", shell.practise],
  ["/tournament", shell.tournament],
  ["/help", shell.help],
] as const;

export function App() {
  const place = usePlace();
  const page = PAGES.find(({ path }) => path.test(place.path));
  useLayoutEffect(() => {
    document.title = page && page.title !== shell.name ? `${page.title} · ${shell.name}` : shell.name;
  }, [page]);
  useLayoutEffect(apply, []);
  useHelpKey();
  useFocus(place.path);
  return (
    <>
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <header class="top">
        <a class="brand" href="/" aria-label={shell.name}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>{shell.name}</span>
        </a>
        <nav aria-label={shell.pages}>
          {NAVIGATION.map(([path, name]) => (
            <a key={path} href={path} aria-current={place.path === path ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <Banner />
      <main id="content" tabindex={-1}>
        <Guard key={place.path}>{page ? <page.view place={place} /> : <NotFound />}</Guard>
      </main>
    </>
  );
}

// `?` opens the help from anywhere but a field of text.
function useHelpKey() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
      if (event.key === "?" && !typing) go("/help");
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

// A new page begins at its top, also for the keyboard and the screen reader.
function useFocus(path: string) {
  const before = useRef(path);
  useLayoutEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [path]);
}

function ThemeSwitch() {
  const [chosen, choose] = useState(theme);
  useLayoutEffect(() => applyTheme(chosen), []);
  const change = (value: Theme) => {
    choose(value);
    setTheme(value);
  };
  return (
    <label class="theme">
      <span class="unseen">{shell.theme}</span>
      <select value={chosen} onChange={(event) => change(event.currentTarget.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {shell.themes[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

// A page that fails says so and leaves the rest standing.
function Guard({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((problem) => console.error(problem));
  if (!error) return <>{children}</>;
  return (
    <section class="notice bad" role="alert">
      <h1>{shell.crashed}</h1>
      <p>{String(error instanceof Error ? error.message : error)}</p>
      <p>{shell.crashedWay}</p>
    </section>
  );
}

function NotFound() {
  return (
    <section class="notice">
      <h1>{shell.notFound}</h1>
      <p>{shell.notFoundWay}</p>
      <p>
        <a href="/">{shell.home}</a>
      </p>
    </section>
  );
}
