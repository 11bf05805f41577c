// The course of a game: what each position was worth to the first player, as points to click, over an axis in the
// game's own unit.
import { useRef } from "preact/hooks";
import { minus, spoken, upper } from "../numbers";
import { graph as words } from "../texts";

export interface GraphPoint {
  ply: number;
  bar: number; // −1 … 1 for the first player
  text: string; // the value
  move: string;
  exact: boolean;
  tag: string; // "", inaccuracy, mistake, blunder
}

/** What the axis counts: a value of `width` stands at tanh(1) of the way to a win. */
export interface Measure {
  unit: string;
  width: number;
  points: boolean; // the game is won by points; otherwise values end in a win
}

interface GraphProps {
  points: readonly GraphPoint[];
  plies: number;
  current: number;
  players: readonly string[];
  measure?: Measure; // without it the axis has no numbers
  onPick: (ply: number) => void;
}

const HEIGHT = 100;
const SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const y = (bar: number) => HEIGHT / 2 - bar * (HEIGHT / 2 - 8);

/** Filled points are exact values, hollow ones evaluations; mistakes carry their sign. */
export function Graph({ points, plies, current, players, measure, onPick }: GraphProps) {
  const group = useRef<HTMLDivElement>(null);
  if (!points.length) return <p class="small graph-empty">{words.empty}</p>;
  const last = Math.max(plies, 1);
  const x = (ply: number) => (100 * ply) / last;
  const path = points
    .map((point, i) => `${i ? "L" : "M"}${x(point.ply).toFixed(2)} ${y(point.bar).toFixed(2)}`)
    .join("");
  const home = nearest(points, current);
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...group.current!.querySelectorAll("button")];
    const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
    next?.focus();
    next?.click();
  };
  const ticks = measure ? ticksOf(measure) : [{ bar: 0, text: "" }];
  return (
    <div class="graph-frame">
      {measure && (
        <p class="small graph-title" aria-hidden="true">
          {words.axis(upper(players[0]), measure.unit)}
        </p>
      )}
      <div
        class={`graph ${measure ? "with-axis" : ""}`}
        role="group"
        aria-label={words.label(players[0])}
        ref={group}
        onKeyDown={keys}
      >
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map(({ bar }) => (
            <line key={bar} class={bar ? "tick" : "middle"} x1={0} x2={100} y1={y(bar)} y2={y(bar)} />
          ))}
          <line class="now" x1={x(current)} x2={x(current)} y1={0} y2={HEIGHT} />
          <path d={path} />
        </svg>
        {ticks.map(({ bar, text }) => (
          <span key={bar} class="mark" style={{ top: `${y(bar)}%` }} aria-hidden="true">
            {text}
          </span>
        ))}
        {!measure && (
          <>
            <span class="who upper" aria-hidden="true">
              {words.better(upper(players[0]))}
            </span>
            <span class="who lower" aria-hidden="true">
              {words.better(upper(players[1]))}
            </span>
          </>
        )}
        {points.map((point) => (
          <button
            key={point.ply}
            type="button"
            class={`${point.exact ? "exact" : "judged"} ${point.tag}`}
            style={{ translate: `calc(${x(point.ply)}cqw - 50%) calc(${y(point.bar)}cqh - 50%)` }}
            tabIndex={point.ply === home ? 0 : -1}
            aria-current={point.ply === current ? "step" : undefined}
            aria-label={words.point(point.ply, point.move, spoken(point.text), point.exact, point.tag)}
            title={words.point(point.ply, point.move, point.text, point.exact, point.tag)}
            onClick={() => onPick(point.ply)}
            data-sign={SIGNS[point.tag]}
          />
        ))}
      </div>
      {measure && (
        <p class="small graph-key" aria-hidden="true">
          {words.key}
        </p>
      )}
    </div>
  );
}

/** Marks of the axis: round numbers, closer together towards the ends; at the ends a win, where the game ends in one. */
export function ticksOf({ width, points }: Measure): { bar: number; text: string }[] {
  const up: { bar: number; text: string }[] = [];
  for (const value of [0.3, 0.8, 1.7].map((part) => round(part * width))) {
    const bar = Math.tanh(value / width);
    if (bar - (up[up.length - 1]?.bar ?? 0) >= CLEAR && (points || 1 - bar >= CLEAR))
      up.push({ bar, text: `+${value}` });
  }
  const top = points ? [] : [{ bar: 1, text: words.win }];
  const down = [...up, ...top].map(({ bar, text }) => ({
    bar: -bar,
    text: text === words.win ? words.loss : minus(text.replace("+", "-")),
  }));
  return [...top, ...up.reverse(), { bar: 0, text: "0" }, ...down];
}

const CLEAR = 0.19; // between two numbers of the axis, so that both can be read

/** The nearest of 1, 2, 5, 10, 20, … */
function round(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  const best = [1, 2, 5, 10].reduce((a, b) => (Math.abs(b * size - value) < Math.abs(a * size - value) ? b : a));
  return Number((best * size).toPrecision(3));
}

const nearest = (points: readonly GraphPoint[], ply: number) =>
  points.reduce((best, point) => (Math.abs(point.ply - ply) < Math.abs(best - ply) ? point.ply : best), points[0].ply);
