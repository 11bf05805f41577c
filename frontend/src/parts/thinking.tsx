// What a search has found so far: depth, line, value, nodes; and a bar that shows who is ahead.
import type { Line, Score, Thinking } from "../messages";
import { duration, rough, spoken } from "../numbers";
import { provedWords, thinking as words } from "../texts";
import { scoreText } from "./values";

export function Figures({ thinking }: { thinking: Thinking }) {
  return (
    <p class="figures" key={`${thinking.depth} ${thinking.nodes} ${thinking.samples}`}>
      <span>
        {thinking.solved
          ? words.solved
          : thinking.samples
            ? words.samples(rough(thinking.samples))
            : words.depth(thinking.depth)}
      </span>
      <span>{words.nodes(rough(thinking.nodes))}</span>
      <span>{duration(thinking.seconds)}</span>
    </p>
  );
}

/** "= +2" exact, "≥ 4" a bound, with what it is for a screen reader. */
export function ScoreTag({ score }: { score: Score }) {
  const kind =
    score.bound === "about" ? "average" : score.bound !== "exact" ? "bound" : score.proved ? "proved" : "judged";
  const guess = kind === "average" && !score.text.includes("±") ? "estimate" : kind;
  const meaning = kind === "proved" ? provedWords(score.text) : words.kinds[guess];
  return (
    <span class={`score ${kind}`} title={meaning}>
      {score.proved && <i aria-hidden="true">✓</i>}
      <span aria-hidden="true">{scoreText(score)}</span>
      <span class="unseen">{`${spoken(scoreText(score))}, ${meaning}`}</span>
    </span>
  );
}

interface LinesProps {
  lines: readonly Line[];
  onMove?: (moves: string[]) => void; // play the line up to here
}

const SHOWN = 12;

export function Lines({ lines, onMove }: LinesProps) {
  return (
    <ol class="lines">
      {lines.map((line, place) => (
        <li key={`${place} ${line.score.text} ${line.line.join(" ")}`}>
          <ScoreTag score={line.score} />
          <span class="movesline">
            {(line.line.length ? line.line : [line.move]).slice(0, SHOWN).map((move, i, all) =>
              onMove ? (
                <button key={i} type="button" class="plain" onClick={() => onMove(all.slice(0, i + 1))}>
                  {move}
                </button>
              ) : (
                <span key={i}>{move}</span>
              ),
            )}
            {line.line.length > SHOWN && <span aria-hidden="true">…</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Who is ahead. The share of the first player grows from the bottom; the number says it as well. */
export function ValueBar({
  score,
  players,
  board,
  flipped = false,
}: {
  score: Score | null;
  players: readonly string[];
  board: string;
  flipped?: boolean;
}) {
  const bar = score?.bar ?? 0;
  const label = score ? words.bar(spoken(scoreText(score)), players[score.player] ?? "") : words.noBar;
  return (
    <div
      class={`valuebar ${board} ${flipped ? "flipped" : ""}`}
      role="img"
      aria-label={label}
      style={{ "--share": `${50 + 50 * bar}%` }}
    >
      <i />
    </div>
  );
}
