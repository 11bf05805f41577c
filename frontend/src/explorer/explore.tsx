// The page of the tree explorer: what to search, by which convention, and the search itself.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { aborted, address, bytesFrom, Lost, useConnection } from "../api";
import type { PageProps } from "../app";
import type { About, GameCard } from "../messages";
import { useAsk } from "../parts/ask";
import { joined } from "../parts/moves_text";
import { Problem } from "../parts/problem";
import { go, note } from "../router";
import { explore as texts, explorer } from "../texts";
import { ConventionBar, Source } from "./controls";
import { pathOf, type Spot } from "./drawing";
import { Editor, taken, type Place } from "./editor";
import "./explorer.css";
import { Explorer } from "./explorer";
import { conventionWords, namesOf } from "./names";
import { Run } from "./run";
import { Still } from "./still";
import { askFor, EXAMPLES, queryOf, setupFrom, type Setup } from "./setup";
import { decode, type Trace } from "./trace";

const STEP_PAUSE = 250; // browsers limit how often an address may change

export function Explore({ place }: PageProps) {
  const games = useAsk<GameCard[]>("/api/games");
  const asked = setupFrom(place.query, games.data ?? []);
  const setup = useMemo(() => asked, [place.query.toString(), asked?.usual]); // the same while it says the same
  const about = useAsk<About>("/api/about");
  const unsure = setup?.tree === null; // which method is usual for the game: the form would change under one's hands
  if (unsure && !games.data && !games.error) return <div class="skeleton tall" aria-busy="true" />;
  if (!setup) return <Welcome games={games.data ?? []} about={about.data} />;
  return <Desk setup={setup} step={Number(place.query.get("step")) || 0} games={games.data ?? []} about={about.data} />;
}

const show = (setup: Setup, step?: number) => go(`/explore?${queryOf(setup, step)}`);

function Welcome({ games, about }: { games: readonly GameCard[]; about: About | null }) {
  return (
    <div class="explore">
      <h1>{explorer.title}</h1>
      <p>{texts.intro}</p>
      <div class="panel">
        <Source setup={null} games={games} onChange={show} />
      </div>
      <Examples games={games} about={about} />
    </div>
  );
}

// Those whose game and method the server has.
function Examples({ games, about }: { games: readonly GameCard[]; about: About | null }) {
  const known = (query: string) => {
    const { game, method } = Object.fromEntries(new URLSearchParams(query));
    const there = !game || !games.length || games.some((each) => each.spec === game);
    return there && (!method || !about || about.methods.some((each) => each.name === method));
  };
  return (
    <section class="examples">
      <h2>{texts.examples}</h2>
      <ul class="plainlist row">
        {Object.entries(EXAMPLES)
          .filter(([, query]) => known(query))
          .map(([name, query]) => (
            <li key={name}>
              <a class="button" href={`/explore?${encode(query)}`}>
                {texts.example[name as keyof typeof texts.example]}
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}

// The examples are written as they are read; in an address = and > inside a value are escaped.
function encode(query: string): string {
  const params = new URLSearchParams();
  for (const part of query.split("&")) {
    const at = part.indexOf("=");
    params.set(part.slice(0, at), part.slice(at + 1));
  }
  return params.toString();
}

interface DeskProps {
  setup: Setup;
  step: number;
  games: readonly GameCard[];
  about: About | null;
}

function Desk({ setup, step, games, about }: DeskProps) {
  const search = useRuns(setup);
  const { lost } = useConnection();
  const keep = useStepInAddress(setup);
  const explicit = setup.tree !== null;
  const edited = useRef<Place | null>(null); // a change, until its search is shown
  const failed = !search.busy && (search.stopped || search.error !== null);
  if (failed || edited.current?.tree !== setup.tree) edited.current = null;
  const edit = (place: Place) => {
    edited.current = place;
    show({ ...setup, tree: place.tree, moves: "" });
  };
  const abilities = {
    keysEverywhere: true,
    board: explicit
      ? undefined
      : (trace: Trace, moves: string[]) =>
          address("/api/thumbnail", {
            game: setup.game,
            position: setup.moves ? trace.header.position : setup.position,
            moves: joined(moves),
          }),
    editor: explicit
      ? (run: Run, spot: Spot) =>
          run.trace.header.tree && (
            <Editor place={edited.current ?? { tree: run.trace.header.tree, path: pathOf(spot) }} onChange={edit} />
          )
      : undefined,
    exports: <Exports setup={setup} />,
  };
  return (
    <div class="explore">
      <h1 class="unseen">{explorer.title}</h1>
      <details class="panel search-setup">
        <summary>
          <span class="one-line">{summaryOf(setup, games)}</span> <span class="small">{texts.change}</span>
        </summary>
        <Source setup={setup} games={games} onChange={show} />
        <ConventionBar setup={setup} about={about} onChange={(next) => show(next)} />
      </details>
      {search.error !== null && !(search.error instanceof Lost) && <Problem error={search.error} />}
      {lost && (
        <p class="notice wait" role="status">
          {search.runs ? texts.lost : texts.lostEmpty}
        </p>
      )}
      <Waiting search={search} />
      {search.error !== null && !search.runs && setup.tree !== null && <Still tree={setup.tree} />}
      {search.runs ? (
        <Explorer
          runs={search.runs}
          names={namesOf((search.shown ?? setup).runs)}
          step={step}
          abilities={abilities}
          select={() => taken(edited)}
          onStep={keep}
        />
      ) : (
        !search.busy && search.error === null && <p class="notice">{search.stopped ? texts.stopped : texts.empty}</p>
      )}
    </div>
  );
}

// What is shown and by which convention, in one line that stays in sight when the controls are folded.
function summaryOf(setup: Setup, games: readonly GameCard[]): string {
  const title =
    setup.tree !== null ? texts.tree : (games.find((each) => each.spec === setup.game)?.title ?? setup.game);
  const runs = setup.runs.map(conventionWords);
  return [
    title,
    runs.join(" / "),
    setup.depth === null ? texts.toTheEnd : `${texts.depth.toLowerCase()} ${setup.depth}`,
  ].join(" · ");
}

interface Search {
  runs: Run[] | null;
  shown: Setup | null; // what the runs are of
  busy: boolean;
  stopped: boolean;
  error: unknown;
  stop: () => void;
}

// The recorded searches of a setup. While a new one is under way the old one stays.
function useRuns(setup: Setup): Search {
  const [state, set] = useState<Omit<Search, "stop" | "busy"> & { done: string }>({
    runs: null,
    shown: null,
    done: "",
    stopped: false,
    error: null,
  });
  const abort = useRef<AbortController | null>(null);
  const asks = setup.runs.map((run) => askFor(setup, run));
  const { lost } = useConnection();
  const [tries, tryAgain] = useState(0);
  const asked = JSON.stringify([asks, tries]);
  useEffect(() => {
    if (!lost && state.error instanceof Lost) tryAgain((n) => n + 1);
  }, [lost]);
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    set((old) => ({ ...old, stopped: false, error: null }));
    Promise.all(asks.map((ask) => bytesFrom("/api/trace", ask, controller.signal)))
      .then((answers) =>
        set({
          runs: answers.map((bytes) => new Run(decode(bytes))),
          shown: setup,
          done: asked,
          stopped: false,
          error: null,
        }),
      )
      .catch((error) => {
        if (controller.signal.aborted && abort.current !== controller) return;
        set((old) => ({ ...old, done: asked, stopped: aborted(error), error: aborted(error) ? null : error }));
      });
    return () => {
      abort.current = null;
      controller.abort();
    };
  }, [asked]);
  return { ...state, busy: state.done !== asked, stop: () => abort.current?.abort() };
}

// Nothing flickers for searches that are done at once.
function Waiting({ search }: { search: Search }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!search.busy) return;
    const timer = setTimeout(() => setLate(true), 250);
    return () => clearTimeout(timer);
  }, [search.busy]);
  if (!search.busy || !late) return null;
  return (
    <div class="notice wait row" role="status">
      <span class="spinner" aria-hidden="true" />
      {texts.searching}
      <button type="button" onClick={search.stop}>
        {texts.stop}
      </button>
    </div>
  );
}

function useStepInAddress(setup: Setup): (step: number) => void {
  const timer = useRef(0);
  const latest = useRef(setup);
  latest.current = setup;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => (step: number) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => note(queryOf(latest.current, step)), STEP_PAUSE);
    },
    [],
  );
}

function Exports({ setup }: { setup: Setup }) {
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(location.href).then(() => setCopied(true));
  const { moves, ...ask } = askFor(setup, setup.runs[0]);
  return (
    <>
      {Object.entries(texts.formats).map(([form, name]) => (
        <a
          key={form}
          class="button"
          download
          href={address(`/api/export/${form}`, { ...ask, moves: String(moves ?? "") })}
        >
          {name}
        </a>
      ))}
      <button type="button" onClick={copy}>
        {copied ? texts.copied : texts.copy}
      </button>
    </>
  );
}
