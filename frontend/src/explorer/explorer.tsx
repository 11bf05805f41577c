// The explorer: one recorded search, or two side by side, step by step. The same component serves the web app, the
// notebook widget and the page that stands alone; what only some of them can do is given to it as abilities.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { explorer as texts } from "../texts";
import { newCamera, steer, type Camera } from "./canvas";
import { pathOf, type Spot } from "./drawing";
import { Predict, type Tally } from "./predict_panel";
import type { Run } from "./run";
import { RunView, type Abilities } from "./run_view";
import { StepBar } from "./stepbar";
import type { Jump } from "./steps";

interface Props {
  runs: Run[];
  names?: string[]; // how the runs differ
  step?: number; // where it opens, as the page counts them: from 1
  abilities: Abilities;
  predict?: boolean; // ask before each step
  select?: () => string[] | null; // the node to be selected in new runs
  onStep?: (step: number) => void;
}

export function Explorer({ runs, names, step, predict, abilities, select, onStep }: Props) {
  const [moments, setMoments] = useState(() => {
    const first = within(runs[0], (step ?? 1) - 1);
    return runs.map((run, i) => (i && first ? alike(run, runs[0], first) : first));
  });
  const [together, setTogether] = useState(true);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [help, setHelp] = useState(false);
  const [predicting, setPredicting] = useState(predict ?? false);
  const [tally, setTally] = useState<Tally>({ right: 0, of: 0 });
  const [picked, setPicked] = useState<Spot | null>(null);
  const [active, setActive] = useState(0);
  const root = useRef<HTMLElement>(null);
  const at = runs.map((run, i) => within(run, moments[i] ?? moments[0] ?? 0));
  const lead = Math.min(active, runs.length - 1);

  // The run in use moves; the other one stays, or goes to the same node.
  const change = useCallback(
    (next: (run: Run, moment: number) => number | null) => {
      setPicked(null);
      setMoments((old) => {
        const now = runs.map((run, i) => within(run, old[i] ?? old[0] ?? 0));
        const moment = within(runs[lead], next(runs[lead], now[lead]) ?? now[lead]);
        return runs.map((run, i) => (i === lead ? moment : together ? alike(run, runs[lead], moment) : now[i]));
      });
    },
    [runs, together, lead],
  );
  const move = (by: number) => change((_, now) => now + by);
  const single = runs.length === 1;
  const asking = predicting && single;
  // While one predicts, a step forward is only made once its questions are answered.
  const stepBy = (by: number) => {
    if (!asking || by < 0) return move(by);
    const field = root.current?.querySelector<HTMLElement>(".predict input, .predict button");
    if (root.current?.querySelector("[data-question]")) field?.focus();
    else move(by);
  };
  const jump = (kind: Jump, direction: 1 | -1) => change((run, now) => run.walk.jump(kind, now, direction));

  const go = (moment: number) => change(() => moment);

  useEffect(() => onStep?.(at[0] + 1), [at[0], runs]);
  useLayoutEffect(
    () =>
      setPicked((old) => {
        // before anything can be clicked in the new runs
        const path = select?.() ?? (old && pathOf(old));
        return path && runs[lead].forest.at(runs[lead].trace.roots[0], path);
      }),
    [runs],
  );
  usePlaying(
    playing,
    speed,
    () => stepBy(1),
    at[lead] >= runs[lead].walk.count - 1,
    () => setPlaying(false),
  );

  const cameras = useShared();
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (!act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const act = (event: KeyboardEvent): boolean => {
    const direction = event.shiftKey ? -1 : 1;
    const jumps: Record<string, Jump> = { c: "cut", t: "table", r: "research", i: "iteration", s: "selective" };
    const wanted = jumps[event.key.toLowerCase()];
    if (steer(cameras.camera, event.key, event.shiftKey)) cameras.redraw();
    else if (event.key === "ArrowRight") stepBy(1);
    else if (event.key === "ArrowLeft") stepBy(-1);
    else if (event.key === "Home") change(() => 0);
    else if (event.key === "End") change((run) => run.walk.count - 1);
    else if (event.key === " " && !isButton(event)) setPlaying(!playing);
    else if (event.key === "0") cameras.reset();
    else if (event.key === "?") setHelp(true);
    else if (event.key === "Escape" && picked) setPicked(null);
    else if (wanted) jump(wanted, direction);
    else return false;
    return true;
  };
  useKeys(abilities.keysEverywhere ? document : root.current, key);

  const totals = (kind: Jump) => Math.max(...runs.map((run) => run.walk.total(kind)));
  if (runs.some((run) => run.walk.count === 0)) return <p class="notice">{texts.nothing}</p>;
  return (
    <section class={`explorer runs-${runs.length}`} ref={root} aria-label={texts.title}>
      <StepBar
        at={at[lead]}
        of={runs[lead].walk.count}
        playing={playing}
        speed={speed}
        totals={{
          cut: totals("cut"),
          table: totals("table"),
          research: totals("research"),
          iteration: totals("iteration"),
          selective: totals("selective"),
        }}
        more={(kind, direction) => runs[lead].walk.jump(kind, at[lead], direction) !== null}
        onGo={go}
        onStep={stepBy}
        onJump={jump}
        onPlay={() => setPlaying(!playing)}
        onSpeed={setSpeed}
        onKeys={() => setHelp(true)}
        predicting={asking}
        onPredict={
          single
            ? () => {
                setPredicting(!predicting);
                setPlaying(false);
                setTally({ right: 0, of: 0 });
              }
            : undefined
        }
      />
      {runs.length > 1 && (
        <label>
          <input type="checkbox" checked={together} onChange={(event) => setTogether(event.currentTarget.checked)} />
          {texts.together}
        </label>
      )}
      <div class="runs">
        {runs.map((run, i) => (
          <RunView
            key={i}
            run={run}
            moment={at[i]}
            name={names?.[i] ?? ""}
            cameras={cameras}
            abilities={abilities}
            lead={i === lead && runs.length > 1}
            picked={picked && owns(run, picked) ? picked : null}
            onPick={(spot) => {
              setActive(i);
              setPicked(spot);
            }}
            onBack={() => setPicked(null)}
            onGo={(moment) => {
              setPicked(null);
              setMoments(runs.map((each, j) => (j === i ? moment : together ? alike(each, run, moment) : at[j])));
            }}
            onFocus={() => setActive(i)}
            secret={asking}
            asked={
              asking && <Predict run={run} moment={at[i]} tally={tally} onTally={setTally} onDone={() => move(1)} />
            }
          />
        ))}
      </div>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </section>
  );
}

const within = (run: Run, moment: number): number => Math.min(Math.max(0, moment), run.walk.count - 1);

// The moment of one run that shows what a moment of another shows: the same position, entered or left. Where this run
// never was, the end of the nearest position above it.
function alike(run: Run, other: Run, moment: number): number {
  if (moment === 0 || moment === other.walk.count - 1) return moment === 0 ? 0 : run.walk.count - 1;
  const row = other.walk.row(moment);
  const pass = other.trace.roots.indexOf(other.trace.root(row));
  const root = run.trace.roots[Math.min(pass, run.trace.roots.length - 1)];
  const path = pathOf(other.spot(moment));
  for (let length = path.length; length >= 0; length--) {
    const spot = run.forest.at(root, path.slice(0, length));
    const [entry, exit] = spot ? [run.entry(spot), run.exit(spot)] : [-1, -1];
    if (entry >= 0) return length === path.length && !other.walk.isLeave(moment) ? entry : exit >= 0 ? exit : entry;
  }
  return 0;
}

const owns = (run: Run, spot: Spot): boolean => {
  let top = spot;
  while (top.parent) top = top.parent;
  return top.rows.length > 0 && run.forest.top(top.rows[0]) === top;
};

function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="explorer-keys">
      <h2 id="explorer-keys">{texts.keysTitle}</h2>
      <dl class="keys">
        {texts.keyList.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="primary">
          {texts.close}
        </button>
      </form>
    </dialog>
  );
}

// One camera for all drawings: what moves one moves the others.
export interface Shared {
  camera: Camera;
  register: (redraw: (refit: boolean) => void) => () => void;
  redraw: () => void;
  zoom: (factor: number) => void;
  reset: () => void;
}

function useShared(): Shared {
  return useMemo(() => {
    const camera = newCamera();
    const drawings = new Set<(refit: boolean) => void>();
    const redraw = () => drawings.forEach((draw) => draw(false));
    return {
      camera,
      redraw,
      register: (draw) => {
        drawings.add(draw);
        return () => void drawings.delete(draw);
      },
      zoom: (factor) => {
        camera.scale = Math.min(3, Math.max(0.05, camera.scale * factor));
        camera.free = true;
        redraw();
      },
      reset: () => {
        camera.free = false;
        drawings.forEach((draw) => draw(true));
      },
    };
  }, []);
}

function useKeys(target: Document | HTMLElement | null, handler: (event: KeyboardEvent) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  const [, mounted] = useState(false);
  useLayoutEffect(() => mounted(true), []);
  useLayoutEffect(() => {
    const listen = (event: Event) => latest.current(event as KeyboardEvent);
    target?.addEventListener("keydown", listen);
    return () => target?.removeEventListener("keydown", listen);
  }, [target]);
}

function usePlaying(on: boolean, speed: number, step: () => void, ended: boolean, stop: () => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => latest.current(), 1000 / speed);
    return () => clearInterval(timer);
  }, [on, speed]);
  useEffect(() => {
    if (on && ended) stop();
  }, [on, ended]);
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.closest?.("dialog[open]")) return true;
  const field = target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
  return (
    Boolean(field) ||
    (target.matches?.("input[type=range]") && event.key.startsWith("Arrow")) ||
    target.isContentEditable
  );
}

const isButton = (event: KeyboardEvent): boolean =>
  Boolean((event.target as HTMLElement).closest?.("button, summary, a, input"));
