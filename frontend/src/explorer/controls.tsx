// What is searched, and by which convention. The convention is always in sight: students are graded on it.
import { useLayoutEffect, useState } from "preact/hooks";
import { address } from "../api";
import type { About, GameCard } from "../messages";
import { explore as texts, explorer } from "../texts";
import { parsePosition, type TreeError } from "./edit";
import { looksAtAll } from "./trace";
import { anyOn, Switches } from "./switches";
import { allowed, FIRST_TREE, orders, usualConvention, usualWalk, type Convention, type Setup } from "./setup";

const METHODS = [
  "minimax",
  "minimax+table",
  "alphabeta",
  "alphabeta+table",
  "scout",
  "scout+table",
  "mtd",
  "deepening",
  "auto",
];

const UNRECORDED = new Set(["mcts", "puct", "ismcts", "maxn", "weighted", "montecarlo"]);

interface SourceProps {
  setup: Setup | null;
  games: readonly GameCard[];
  onChange: (setup: Setup) => void;
}

export function Source({ setup, games, onChange }: SourceProps) {
  const [game, setGame] = useState(setup?.game ?? "tree");
  const [tree, setTree] = useState(setup?.tree ?? FIRST_TREE);
  const [position, setPosition] = useState(setup?.position ?? "");
  const [moves, setMoves] = useState(setup?.moves ?? "");
  const [wrong, setWrong] = useState<TreeError | null>(null);
  // At once: an effect after the next frame would take back what somebody has chosen meanwhile.
  useLayoutEffect(() => {
    if (!setup) return;
    setGame(setup.game);
    if (setup.tree !== null) setTree(setup.tree);
    setPosition(setup.position);
    setMoves(setup.moves);
    setWrong(null);
  }, [setup]);
  const explicit = game === "tree";
  const submit = (event: Event) => {
    event.preventDefault();
    const problem = explicit ? problemOf(tree) : null;
    setWrong(problem);
    if (problem) return;
    const usual = usualWalk(explicit ? tree : null, game, games);
    const runs = (setup?.runs ?? [usualConvention(usual)]).map((run) =>
      run.method === setup?.usual ? { ...run, method: usual } : run,
    );
    const depth = explicit ? null : setup && setup.tree === null ? setup.depth : 4;
    onChange({
      tree: explicit ? tree.trim() : null,
      game,
      position: explicit ? "" : position.trim(),
      moves: explicit ? "" : moves.trim(),
      depth,
      runs,
      usual,
    });
  };
  return (
    <form class="source" onSubmit={submit}>
      <label class="stacked">
        <span>{texts.what}</span>
        <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          <option value="tree">{texts.tree}</option>
          {games
            .filter((each) => each.spec !== "tree")
            .map((each) => (
              <option key={each.spec} value={each.spec}>
                {each.title}
              </option>
            ))}
          {!explicit && !games.some((each) => each.spec === game) && <option value={game}>{game}</option>}
        </select>
      </label>
      {explicit ? (
        <label class="stacked wide">
          <span>{texts.treeText}</span>
          <input
            class="mono"
            value={tree}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={wrong !== null}
            aria-describedby={wrong ? "tree-wrong" : undefined}
            onInput={(event) => setTree(event.currentTarget.value)}
          />
        </label>
      ) : (
        <>
          <label class="stacked wide">
            <span>{texts.position}</span>
            <input
              class="mono"
              value={position}
              spellcheck={false}
              onInput={(event) => setPosition(event.currentTarget.value)}
            />
          </label>
          <label class="stacked wide">
            <span>{texts.moves}</span>
            <input
              class="mono"
              value={moves}
              spellcheck={false}
              onInput={(event) => setMoves(event.currentTarget.value)}
            />
          </label>
        </>
      )}
      <button type="submit" class="primary">
        {texts.search}
      </button>
      {setup && setup.tree === null && (
        <a
          class="button"
          href={address("/analyse", { game: setup.game, position: setup.position, moves: setup.moves })}
        >
          {texts.analyse}
        </a>
      )}
      {wrong && <Wrong error={wrong} text={tree} />}
    </form>
  );
}

function Wrong({ error, text }: { error: TreeError; text: string }) {
  const from = Math.max(0, error.column - 30);
  return (
    <div id="tree-wrong" class="notice bad" role="alert">
      <p>{error.message}</p>
      <pre aria-hidden="true">
        {text.slice(from, error.column + 30)}
        {"\n"}
        {" ".repeat(error.column - from)}▲
      </pre>
    </div>
  );
}

function problemOf(tree: string): TreeError | null {
  if (tree.trim().startsWith("{")) return null; // JSON: the server reads it
  try {
    parsePosition(tree);
    return null;
  } catch (error) {
    return error as TreeError;
  }
}

interface BarProps {
  setup: Setup;
  about: Pick<About, "methods" | "switches"> | null;
  onChange: (setup: Setup) => void;
}

export function ConventionBar({ setup, about, onChange }: BarProps) {
  const change = (i: number, part: Partial<Convention>) => {
    onChange({ ...setup, runs: setup.runs.map((run, j) => (j === i ? allowed({ ...run, ...part }) : run)) });
  };
  const two = setup.runs.length > 1;
  const other = (): Convention =>
    setup.runs[0].method === "minimax"
      ? { ...setup.runs[0], method: "alphabeta" }
      : { ...setup.runs[0], method: "minimax" };
  const switches = about?.switches ?? [];
  const known = about?.methods.map((each) => each.name).filter((each) => !UNRECORDED.has(each)) ?? [];
  const methods = known.length ? known : METHODS;
  return (
    <div class="conventions">
      {setup.runs.map((run, i) => (
        <fieldset key={i} class="convention">
          <legend>{two ? texts.conventionOf(i ? explorer.second_run : explorer.first_run) : texts.convention}</legend>
          <Choice
            name={texts.method}
            value={run.method}
            of={methods}
            words={texts.methodNames}
            onChange={(method) => change(i, { method })}
          />
          <Choice
            name={texts.cut}
            value={run.cut}
            of={[">=", ">"]}
            words={texts.cuts}
            off={/^(scout|mtd|auto)/.test(run.method) || looksAtAll(run.method) || anyOn(run.switches)}
            onChange={(cut) => change(i, { cut: cut as Convention["cut"] })}
          />
          <Choice
            name={texts.fail}
            value={run.fail}
            of={["soft", "hard"]}
            words={texts.fails}
            off={run.method === "mtd" || looksAtAll(run.method)}
            onChange={(fail) => change(i, { fail: fail as Convention["fail"] })}
          />
          <Choice
            name={texts.order}
            value={run.order}
            of={orders(setup)}
            words={texts.orders}
            onChange={(order) => change(i, { order })}
          />
          {i === 0 && <Depth setup={setup} onChange={onChange} />}
          {setup.tree === null && !looksAtAll(run.method) && switches.length > 0 && (
            <Switches switches={switches} value={run.switches} onChange={(next) => change(i, { switches: next })} />
          )}
        </fieldset>
      ))}
      <button
        type="button"
        aria-pressed={two}
        onClick={() => onChange({ ...setup, runs: two ? [setup.runs[0]] : [setup.runs[0], other()] })}
      >
        {two ? texts.single : texts.compare}
      </button>
    </div>
  );
}

function Choice({
  name,
  value,
  of,
  words,
  off,
  onChange,
}: {
  name: string;
  value: string;
  of: string[];
  words: Record<string, string>;
  off?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <label class="stacked">
      <span>{name}</span>
      <select value={value} disabled={off} onChange={(event) => onChange(event.currentTarget.value)}>
        {(of.includes(value) ? of : [value, ...of]).map((each) => (
          <option key={each} value={each}>
            {words[each] ?? each}
          </option>
        ))}
      </select>
    </label>
  );
}

function Depth({ setup, onChange }: { setup: Setup; onChange: (setup: Setup) => void }) {
  const depths = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12];
  const all = setup.depth === null || depths.includes(setup.depth) ? depths : [...depths, setup.depth];
  return (
    <label class="stacked">
      <span>{texts.depth}</span>
      <select
        value={setup.depth ?? ""}
        onChange={(event) => onChange({ ...setup, depth: Number(event.currentTarget.value) || null })}
      >
        <option value="">{texts.toTheEnd}</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
