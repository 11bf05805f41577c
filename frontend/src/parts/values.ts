// Scores as short texts, spoken texts and places on a bar.
import type { SquareValue } from "../board/picture";
import type { Line, Score, Thinking } from "../messages";
import { minus } from "../numbers";

export const scoreText = (score: Score): string => minus(score.text);

const MOST_LETTERS = 5; // of a number in a square

/** As it fits into a square: W 5 for "win in 5", L 4, = for a draw, otherwise the number, of averages without more. */
export function short(score: Score): string {
  const [, sign, text] = /^([≥≤]?)[≈\s]*(.*)$/.exec(scoreText(score))!;
  const ending = /^(win|won|loss|lost|draw)(?: in (\d+))?/.exec(text);
  if (!ending) return sign + shortNumber(text.split(" ")[0]);
  const letter = { w: "W", l: "L", d: "=" }[ending[1][0]]!;
  return sign + letter + (ending[2] ? `\u2009${ending[2]}` : "");
}

function shortNumber(text: string): string {
  const [, sign, figures] = /^([+−]?)(.*)$/.exec(text)!;
  const value = Number(figures);
  return figures.length < MOST_LETTERS || Number.isNaN(value)
    ? text
    : sign + value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

const asValue = (line: Line, best: boolean): SquareValue => ({
  text: scoreText(line.score),
  short: short(line.score),
  best,
  bound: line.score.bound.startsWith("at "), // a value it only is not below, or above
});

/** The values of the moves that a search knows, for the squares; where many moves end on one square, of the best lines. */
export function squareValues(thinking: Thinking | null, single = true): Map<string, SquareValue> {
  const found = new Map<string, SquareValue>();
  for (const line of (single && thinking?.others) || []) found.set(line.move, asValue(line, false));
  thinking?.lines.forEach((line, i) => found.set(line.move, asValue(line, i === 0)));
  return found;
}
