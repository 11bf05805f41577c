// The course of a game: what each position was worth to the first player, as points to click.
import { useRef } from "preact/hooks";
import { graph as words } from "../texts";
import { spoken, upper } from "../numbers";

export interface GraphPoint {
  ply: number;
  bar: number; // −1 … 1 for the first player
  text: string; // the value
  move: string;
  exact: boolean;
  tag: string; // "", inaccuracy, mistake, blunder
}

interface GraphProps {
  points: readonly GraphPoint[];
  plies: number;
  current: number;
  players: readonly string[];
  onPick: (ply: number) => void;
}

const HEIGHT = 100;
const SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const y = (bar: number) => HEIGHT / 2 - bar * (HEIGHT / 2 - 8);

/** Filled points are exact values, hollow ones evaluations; mistakes carry their sign. */
export function Graph({ points, plies, current, players, onPick }: GraphProps) {
  const group = useRef<HTMLDivElement>(null);
  if (!points.length) return <p class="small empty">{words.empty}</p>;
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
  return (
    <div class="graph" role="group" aria-label={words.label(players[0])} ref={group} onKeyDown={keys}>
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line class="middle" x1={0} x2={100} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="now" x1={x(current)} x2={x(current)} y1={0} y2={HEIGHT} />
        <path d={path} />
      </svg>
      <span class="who upper" aria-hidden="true">
        {words.better(upper(players[0]))}
      </span>
      <span class="who lower" aria-hidden="true">
        {words.better(upper(players[1]))}
      </span>
      {points.map((point) => (
        <button
          key={point.ply}
          type="button"
          class={`${point.exact ? "exact" : "judged"} ${point.tag}`}
          style={{ left: `${x(point.ply)}%`, top: `${y(point.bar)}%` }}
          tabIndex={point.ply === home ? 0 : -1}
          aria-current={point.ply === current ? "step" : undefined}
          aria-label={words.point(point.ply, point.move, spoken(point.text), point.tag)}
          title={words.point(point.ply, point.move, point.text, point.tag)}
          onClick={() => onPick(point.ply)}
          data-sign={SIGNS[point.tag]}
        />
      ))}
    </div>
  );
}

const nearest = (points: readonly GraphPoint[], ply: number) =>
  points.reduce((best, point) => (Math.abs(point.ply - ply) < Math.abs(best - ply) ? point.ply : best), points[0].ply);
