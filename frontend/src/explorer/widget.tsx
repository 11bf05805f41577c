// The explorer in a notebook (anywidget; view/notebook.py): the same component in a shadow tree of its own, so that
// neither the notebook's styles nor these meet the other.
//
// From Python: `trace` and, to compare, `other` (packed bytes), `options` {"step", "run": false if nothing can be searched
// again, "error": a sentence}. To Python: {"kind": "run", "options": {…the convention, or a tree}}.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import pageStyle from "../style.css?inline";
import explorerStyle from "./explorer.css?inline";
import { explore as words, explorer as texts } from "../texts";
import { ConventionBar } from "./controls";
import { pathOf } from "./drawing";
import { Editor, taken, type Place } from "./editor";
import { Explorer } from "./explorer";
import { conventionOf, namesOf } from "./names";
import { Run } from "./run";
import type { Setup } from "./setup";
import { decode } from "./trace";

interface Model {
  get: (name: string) => unknown;
  on: (event: string, handler: () => void) => void;
  off: (event: string, handler: () => void) => void;
  send: (message: unknown) => void;
}

interface Options {
  step?: number | null;
  run?: boolean;
  error?: string;
}

const WATCHED = ["change:trace", "change:other", "change:options"];

function Widget({ model }: { model: Model }) {
  const [state, set] = useState(() => read(model));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const update = () => {
      set(read(model));
      setBusy(false);
    };
    for (const event of WATCHED) model.on(event, update);
    return () => WATCHED.forEach((event) => model.off(event, update));
  }, []);
  const { runs, options, problem } = state;
  const edited = useRef<Place | null>(null); // a change, until its search is shown
  if (!busy && (problem || options.error)) edited.current = null;
  const ask = (wanted: Record<string, unknown>) => {
    setBusy(true);
    model.send({ kind: "run", options: wanted });
  };
  const edit = (place: Place) => {
    edited.current = place;
    ask({ tree: place.tree });
  };
  const can = options.run !== false;
  return (
    <div class="explore">
      {(problem || options.error) && (
        <p class="notice bad" role="alert">
          {problem || options.error}
        </p>
      )}
      {runs.length > 0 && can && <Controls runs={runs} ask={ask} />}
      {busy && (
        <p class="small" role="status">
          {words.searching}
        </p>
      )}
      {runs.length > 0 ? (
        <Explorer
          runs={runs}
          names={namesOf(runs.map((run) => conventionOf(run.trace)))}
          step={options.step ?? 0}
          select={() => taken(edited)}
          abilities={{
            editor: can
              ? (run, spot) =>
                  run.trace.header.tree && (
                    <Editor
                      place={edited.current ?? { tree: run.trace.header.tree, path: pathOf(spot) }}
                      onChange={edit}
                    />
                  )
              : undefined,
          }}
        />
      ) : (
        !problem && <p class="notice">{texts.noTrace}</p>
      )}
    </div>
  );
}

function Controls({ runs, ask }: { runs: Run[]; ask: (wanted: Record<string, unknown>) => void }) {
  const { header } = runs[0].trace;
  const depth = typeof header.options.depth === "number" ? header.options.depth : null;
  const setup: Setup = {
    tree: header.tree,
    game: header.game,
    position: header.position,
    moves: "",
    depth,
    runs: runs.map((run) => conventionOf(run.trace)),
    usual: header.method,
  };
  const change = (next: Setup) => ask({ ...next.runs[0], depth: next.depth, other: next.runs[1] ?? null });
  return <ConventionBar setup={setup} about={{ methods: [], switches: header.switches ?? [] }} onChange={change} />;
}

function read(model: Model): { runs: Run[]; options: Options; problem: string } {
  const options = (model.get("options") ?? {}) as Options;
  try {
    const bytes = [model.get("trace"), model.get("other")].filter(
      (each): each is DataView => each instanceof DataView && each.byteLength > 0,
    );
    return { runs: bytes.map((each) => new Run(decode(each))), options, problem: "" };
  } catch (error) {
    return { runs: [], options, problem: String((error as Error).message) };
  }
}

// In a shadow tree the page is the host.
function scoped(style: string): string {
  return style.replaceAll(":root", ":host").replace(/(^|[},])\s*(?:html|body)(?=[\s,{])/g, "$1:host");
}

// Light or dark as the notebook is: JupyterLab, VS Code, Colab and marimo each say so in their own way.
function notebookScheme(): string {
  const body = document.body;
  const light = body.dataset.jpThemeLight;
  if (light) return light === "true" ? "light" : "dark";
  if (
    body.classList.contains("vscode-dark") ||
    body.classList.contains("dark") ||
    document.documentElement.getAttribute("theme") === "dark"
  )
    return "dark";
  if (
    body.classList.contains("vscode-light") ||
    body.classList.contains("light") ||
    document.documentElement.getAttribute("theme") === "light"
  )
    return "light";
  return "light dark";
}

export default {
  render({ model, el }: { model: Model; el: HTMLElement }) {
    const shadow = el.shadowRoot ?? el.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `${scoped(pageStyle)}\n${scoped(explorerStyle)}\n:host{display:block;min-height:0;background:transparent;font:1rem/1.45 var(--text)}.canvas-room{height:26rem}`,
    );
    const place = document.createElement("div");
    shadow.adoptedStyleSheets = [sheet];
    shadow.replaceChildren(place);
    const colour = () => {
      el.style.colorScheme = notebookScheme();
      document.dispatchEvent(new Event("zermelo:colours"));
    };
    colour();
    const watch = new MutationObserver(colour);
    watch.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] });
    render(<Widget model={model} />, place);
    return () => {
      watch.disconnect();
      render(null, place);
    };
  },
};
