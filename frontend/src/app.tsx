// The frame of every page: skip link, navigation, theme switch, and the page that the path names.
import { useLayoutEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import type { ComponentChildren, ComponentType } from "preact";
import { Home } from "./pages/home";
import { Banner } from "./parts/connection";
import { apply } from "./parts/settings";
import { go, usePlace, type Place } from "./router";
import { rules, shell } from "./texts";
import { applyTheme, setTheme, theme, THEMES, type Theme } from "./theme";

export interface PageProps {
  place: Place;
}

interface Page {
  path: RegExp;
  title: string;
  view: ComponentType<PageProps>;
}

// Pages that the first one does not need are loaded when they are asked for; the one that is asked for most comes
// while the first is read.
const loadPlay = () => import("./pages/play").then((module) => module.Play);
const Play = later(loadPlay);
const Help = later(() => import("./pages/help").then((module) => module.Help));
const RulesPage = later(() => import("./pages/rules").then((module) => module.RulesPage));
const Explore = later(() => import("./explorer/explore").then((module) => module.Explore));
const Practice = later(() => import("./explorer/practice").then((module) => module.Practice));
const Analysis = later(() => import("./pages/analysis").then((module) => module.Analysis));
const Tournament = later(() => import("./pages/tournament").then((module) => module.Tournament));

const PAGES: Page[] = [
  { path: /^\/$/, title: shell.home, view: Home },
  { path: /^\/play(\/|$)/, title: shell.name, view: Play },
  { path: /^\/analyse$/, title: shell.analyse, view: Analysis },
  { path: /^\/explore$/, title: shell.explore, view: Explore },
  { path: /^\/practise$/, title: shell.practise, view: Practice },
  { path: /^\/tournament(\/|$)/, title: shell.tournament, view: Tournament },
  { path: /^\/rules$/, title: rules.title, view: RulesPage },
  { path: /^\/help$/, title: shell.help, view: Help },
];

const SOON = 500; // milliseconds after a page is drawn

const NAVIGATION = [
  ["/", shell.home],
  ["/analyse", shell.analyse],
  ["/explore", shell.explore],
  ["/practise", shell.practise],
  ["/tournament", shell.tournament],
  ["/help", shell.help],
] as const;

function later(load: () => Promise<ComponentType<PageProps>>): ComponentType<PageProps> {
  let view: ComponentType<PageProps> | null = null;
  return function Later(props: PageProps) {
    const [failed, setFailed] = useState<unknown>(null);
    const [, redraw] = useState(0);
    useLayoutEffect(() => {
      if (view) return;
      load().then((loaded) => {
        view = loaded;
        redraw(1);
      }, setFailed);
    }, []);
    if (failed) throw failed;
    const View = view;
    return View ? <View {...props} /> : <div class="skeleton tall" aria-busy="true" />;
  };
}

export function App() {
  const place = usePlace();
  const page = PAGES.find(({ path }) => path.test(place.path));
  useLayoutEffect(() => {
    document.title = page && page.title !== shell.name ? `${page.title} · ${shell.name}` : shell.name;
  }, [page]);
  useLayoutEffect(apply, []);
  useHelpKey();
  useFocus(place.path);
  useSoon(place.path === "/", loadPlay);
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

// Loads what is likely to be wanted next, when there is nothing else to do.
function useSoon(likely: boolean, load: () => Promise<unknown>) {
  useLayoutEffect(() => {
    if (!likely) return;
    const timer = setTimeout(() => void load().catch(() => null), SOON);
    return () => clearTimeout(timer);
  }, [likely]);
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
      <span>{shell.theme}</span>
      <select value={chosen} onChange={(event) => change(event.currentTarget.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {shell.shortThemes[name]}
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
