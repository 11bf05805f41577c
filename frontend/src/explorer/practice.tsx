// Practice: a tree to be worked out by hand, marks by mouse or keyboard, and every mistake explained.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, ask, bytesFrom, aborted } from "../api";
import type { PageProps } from "../app";
import type { PracticeProblem } from "../messages";
import { Problem } from "../parts/problem";
import { go } from "../router";
import { practice as texts } from "../texts";
import { newCamera, TreeCanvas } from "./canvas";
import { picture, type Leaf, type Spot } from "./drawing";
import "./explorer.css";
import type { Box } from "./layout";
import { helpFor, type Help } from "./hints";
import { answers, check, noMarks, spotsOf, type Marks, type Verdict } from "./marking";
import { SCISSORS, type Look } from "./paint";
import { Run } from "./run";
import { plainNumber } from "./steps";
import { decode } from "./trace";

interface Wish {
  depth: number;
  branching: number;
  prunings: number;
  seed: number;
  cut: ">=" | ">";
}

function wishFrom(query: URLSearchParams): Wish {
  const number = (name: string, usual: number, low: number, high: number) => {
    const value = Math.trunc(Number(query.get(name) ?? usual));
    return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : usual;
  };
  return {
    depth: number("depth", 3, 1, 6),
    branching: number("branching", 2, 2, 5),
    prunings: number("prunings", 2, 0, 60),
    seed: number("seed", 1, 0, 2 ** 31 - 1),
    cut: query.get("cut") === ">" ? ">" : ">=",
  };
}

const addressOf = (wish: Wish): string => {
  const { cut, ...rest } = wish;
  return address("/practise", { ...rest, cut: cut === ">" ? ">" : null });
};

export function Practice({ place }: PageProps) {
  const wish = useMemo(() => wishFrom(place.query), [place.query.toString()]);
  const { run, made, error, busy } = useProblem(wish);
  return (
    <div class="explore practice">
      <h1>{texts.title}</h1>
      <p>
        {texts.intro} {texts.convention(wish.cut === ">" ? ">" : "≥")}
      </p>
      <Wishes key={addressOf(wish)} wish={wish} />
      {error !== null && <Problem error={error} />}
      {busy && !run && (
        <p class="notice wait" role="status">
          {texts.loading}
        </p>
      )}
      {run && <Sheet key={addressOf(made)} run={run} wish={made} busy={busy} />}
    </div>
  );
}

interface Shown {
  run: Run | null;
  made: Wish; // what the run was made for; while another one is on its way, not what is wished now
  error: unknown;
}

function useProblem(wish: Wish): Shown & { busy: boolean } {
  const [state, set] = useState<Shown>({ run: null, made: wish, error: null });
  useEffect(() => {
    const abort = new AbortController();
    set((old) => ({ ...old, error: null }));
    ask<PracticeProblem>(address("/api/practice", { ...wish }), abort.signal)
      .then((found) => bytesFrom("/api/trace", { tree: found.tree, method: "alphabeta", cut: wish.cut }, abort.signal))
      .then((bytes) => set({ run: new Run(decode(bytes)), made: wish, error: null }))
      .catch((error) => !aborted(error) && set({ run: null, made: wish, error }));
    return () => abort.abort();
  }, [addressOf(wish)]);
  const known = state.run !== null || state.error !== null;
  return { ...state, busy: !known || addressOf(state.made) !== addressOf(wish) };
}

function Wishes({ wish }: { wish: Wish }) {
  const [wanted, want] = useState(wish);
  const field = (name: "depth" | "branching" | "prunings" | "seed", label: string, low: number, high: number) => (
    <label class="stacked">
      <span>{label}</span>
      <input
        type="number"
        min={low}
        max={high}
        value={wanted[name]}
        onInput={(event) => want({ ...wanted, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  const submit = (event: Event) => {
    event.preventDefault();
    go(addressOf(wanted));
  };
  return (
    <form class="panel row wishes" onSubmit={submit}>
      {field("depth", texts.depth, 1, 6)}
      {field("branching", texts.branching, 2, 5)}
      {field("prunings", texts.prunings, 0, 60)}
      {field("seed", texts.number, 0, 2 ** 31 - 1)}
      <label class="stacked">
        <span>{texts.cut}</span>
        <select
          value={wanted.cut}
          onChange={(event) => want({ ...wanted, cut: event.currentTarget.value as Wish["cut"] })}
        >
          <option value=">=">≥</option>
          <option value=">">&gt;</option>
        </select>
      </label>
      <button type="submit">{texts.make}</button>
      <a
        class="button"
        href={address("/api/practice/sheet", { ...wanted, problems: 6 })}
        target="_blank"
        rel="noopener"
      >
        {texts.sheets}
      </a>
    </form>
  );
}

function Sheet({ run, wish, busy }: { run: Run; wish: Wish; busy: boolean }) {
  const [marks, setMarks] = useState<Marks>(noMarks);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [shown, setShown] = useState(false);
  const [cutting, setCutting] = useState(false);
  const spots = useMemo(() => spotsOf(run), [run]);
  const [help, setHelp] = useState<{ about: Help | null; given: number } | null>(null);
  const mark = (next: Marks) => {
    setMarks(next);
    setVerdict(null);
  };
  // One thing at a time; the last hint writes its answer.
  const hint = () => {
    const about = helpFor(run, marks);
    const given = about && about.what === help?.about?.what ? Math.min(help.given + 1, about.words.length) : 1;
    setHelp({ about, given });
    if (about && given === about.words.length) mark(about.marks);
  };
  const helping = help?.about && helpFor(run, marks)?.what === help.about.what ? help.given : 0;
  const [at, setAt] = useState<Spot | null>(null); // whose value is being written
  const pick = (spot: Spot) => {
    const inner = run.forest.kids(spot).length > 0;
    if (!cutting && inner) setAt(spot);
    else if (spot.parent) mark({ ...marks, cut: { ...marks.cut, [spot.move]: !marks.cut[spot.move] } });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setHelp(null);
    if (!busy) setVerdict(check(run, marks));
  };
  return (
    <form onSubmit={submit} class="sheet">
      <div class="row" role="group" aria-label={texts.clicking}>
        <span>{texts.clicking}:</span>
        <button type="button" aria-pressed={!cutting} onClick={() => setCutting(false)}>
          {texts.write}
        </button>
        <button type="button" aria-pressed={cutting} onClick={() => setCutting(true)}>
          <span aria-hidden="true">{SCISSORS}</span> {texts.cutEdges}
        </button>
      </div>
      <div class="drawing">
        <Drawing run={run} marks={marks} verdict={verdict} at={at} onPick={pick} />
        {at && <Writing key={at.id} spot={at} marks={marks} onChange={mark} onDone={() => setAt(null)} />}
      </div>
      <div class="row">
        <button type="submit" class="primary" disabled={busy}>
          {texts.check}
        </button>
        <button type="button" onClick={hint}>
          {texts.hint(helping)}
        </button>
        <button
          type="button"
          onClick={() => {
            mark(answers(run));
            setShown(true);
          }}
        >
          {texts.show}
        </button>
        <button
          type="button"
          onClick={() => {
            mark(noMarks());
            setHelp(null);
            setShown(false);
          }}
        >
          {texts.clear}
        </button>
        <button type="button" onClick={() => go(addressOf({ ...wish, seed: wish.seed + 1 }))}>
          {texts.next}
        </button>
      </div>
      <div role="status">
        {help && (
          <div class="notice" data-help="">
            {help.about === null && <p>{texts.allRight}</p>}
            {help.about?.words.slice(0, help.given).map((each) => (
              <p key={each}>{each}</p>
            ))}
          </div>
        )}
        {shown && !verdict && <p class="notice">{texts.shown}</p>}
        {verdict && <Feedback verdict={verdict} run={run} wish={wish} />}
      </div>
      <Answers run={run} spots={spots} marks={marks} verdict={verdict} onChange={mark} />
    </form>
  );
}

function Feedback({ verdict, run, wish }: { verdict: Verdict; run: Run; wish: Wish }) {
  const { right, of, open, mistakes } = verdict;
  if (right === of) return <p class="notice good">✓ {texts.right}</p>;
  const link = (step: number) =>
    address("/explore", { tree: run.trace.header.tree, cut: wish.cut === ">" ? ">" : null, step });
  return (
    <div class={mistakes.length ? "notice bad" : "notice"}>
      <p>
        {texts.some(right, of)} {open > 0 && texts.open(open)}
      </p>
      {mistakes.length > 0 && <h2>{texts.mistakes}</h2>}
      <ul class="mistakes">
        {mistakes.map((each, i) => (
          <li key={i}>
            ✗ {each.text}{" "}
            <a href={link(each.step)}>
              {texts.seeStep} <span class="unseen">({each.edge})</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Drawing({
  run,
  marks,
  verdict,
  at,
  onPick,
}: {
  run: Run;
  marks: Marks;
  verdict: Verdict | null;
  at: Spot | null;
  onPick: (spot: Spot) => void;
}) {
  const camera = useMemo(newCamera, [run]);
  const top = run.forest.top(run.trace.roots[0]);
  const drawn = useMemo(
    () => picture(run.forest, top, top, { all: true, opened: new Set(), closed: new Set() }, () => run.room, 10),
    [run],
  );
  const look = useMemo(
    () => (box: Box<Leaf>) => ({ ...lookOf(run, box.item.spot, marks, verdict), selected: box.item.spot === at }),
    [run, marks, verdict, at],
  );
  return (
    <TreeCanvas
      picture={drawn}
      look={look}
      focus={top}
      camera={camera}
      label={texts.canvas}
      version={look}
      onPick={onPick}
      onFold={() => undefined}
    />
  );
}

// A field over the drawing for the node that was clicked; Enter puts it away.
function Writing({
  spot,
  marks,
  onChange,
  onDone,
}: {
  spot: Spot;
  marks: Marks;
  onChange: (marks: Marks) => void;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const name = spot.move || texts.root;
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    onDone();
  };
  return (
    <label class="writing">
      {texts.valueOf(name, spot.spot?.turn === 0 ? texts.max : texts.min)}
      <input
        ref={field}
        size={5}
        autocomplete="off"
        value={marks.values[spot.move] ?? ""}
        onKeyDown={key}
        onInput={(event) => onChange({ ...marks, values: { ...marks.values, [spot.move]: event.currentTarget.value } })}
      />
    </label>
  );
}

function lookOf(run: Run, spot: Spot, marks: Marks, verdict: Verdict | null): Look {
  const inner = run.forest.kids(spot).length > 0;
  const cutAbove = () => {
    for (let here = spot.parent; here; here = here.parent) if (marks.cut[here.move]) return true;
    return false;
  };
  const has = (names: Set<string> | undefined) =>
    Boolean(names?.has(`value ${spot.move}`) || names?.has(`edge ${spot.move}`));
  const [bad, good] = [has(verdict?.bad), has(verdict?.good)];
  const written = marks.values[spot.move] ?? "";
  const state = marks.cut[spot.move]
    ? "pruned"
    : cutAbove()
      ? "under"
      : bad
        ? "cut"
        : inner && written
          ? "done"
          : "unseen";
  return {
    turn: spot.spot?.turn ?? -2,
    text: inner ? written : plainNumber(spot.spot?.node.value ?? 0),
    note: "",
    edge: spot.move,
    odds: "",
    state,
    sign: bad ? "✗" : good ? "✓" : "",
    deeds: [],
    current: false,
    selected: false,
    best: marks.move !== "" && marks.move === spot.move,
    folded: 0,
    more: 0,
  };
}

interface AnswersProps {
  run: Run;
  spots: Spot[];
  marks: Marks;
  verdict: Verdict | null;
  onChange: (marks: Marks) => void;
}

// Everything that can be marked, as fields: the way for the keyboard and for whoever does not see the drawing.
function Answers({ run, spots, marks, verdict, onChange }: AnswersProps) {
  const [root] = spots;
  const sign = (name: string) => (verdict?.bad.has(name) ? " ✗" : verdict?.good.has(name) ? " ✓" : "");
  const inner = spots.filter((spot) => run.forest.kids(spot).length > 0);
  return (
    <>
      <fieldset>
        <legend>{texts.values}</legend>
        <div class="fields">
          <label class="stacked">
            <span>
              {texts.move(texts.max)}
              {sign(`move ${marks.move}`)}
            </span>
            <select
              value={marks.move}
              data-move=""
              onChange={(event) => onChange({ ...marks, move: event.currentTarget.value })}
            >
              <option value="">{texts.choose}</option>
              {run.forest.kids(root).map((each) => (
                <option key={each.move} value={each.move}>
                  {each.move}
                </option>
              ))}
            </select>
          </label>
          {inner.map((spot) => (
            <ValueField
              key={spot.id}
              spot={spot}
              sign={sign(`value ${spot.move}`)}
              bad={verdict?.bad.has(`value ${spot.move}`) ?? false}
              marks={marks}
              onChange={onChange}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{texts.pruned}</legend>
        <div class="fields edges">
          {spots.slice(1).map((spot) => (
            <label key={spot.id}>
              <input
                type="checkbox"
                data-cut={spot.move}
                aria-label={texts.prunedOf(spot.move)}
                checked={Boolean(marks.cut[spot.move])}
                onChange={(event) =>
                  onChange({ ...marks, cut: { ...marks.cut, [spot.move]: event.currentTarget.checked } })
                }
              />
              {spot.move}
              {run.forest.kids(spot).length ? (
                ""
              ) : (
                <span class="small"> ({plainNumber(spot.spot?.node.value ?? 0)})</span>
              )}
              {sign(`edge ${spot.move}`)}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

function ValueField({
  spot,
  sign,
  bad,
  marks,
  onChange,
}: {
  spot: Spot;
  sign: string;
  bad: boolean;
  marks: Marks;
  onChange: (marks: Marks) => void;
}) {
  const name = spot.move || texts.root;
  const side = spot.spot?.turn === 0 ? texts.max : texts.min;
  return (
    <label class="stacked">
      <span>
        {spot.spot?.turn === 0 ? "▲" : "▼"} {name}
        {sign}
      </span>
      <input
        data-value={spot.move}
        aria-label={texts.valueOf(name, side)}
        aria-invalid={bad || undefined}
        autocomplete="off"
        inputMode="text"
        value={marks.values[spot.move] ?? ""}
        onInput={(event) => onChange({ ...marks, values: { ...marks.values, [spot.move]: event.currentTarget.value } })}
      />
    </label>
  );
}
