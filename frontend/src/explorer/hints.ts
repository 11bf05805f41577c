// Help for a problem that is worked out by hand: one thing at a time, in the order of the search, and of each thing
// first where to look, then the numbers, then the answer.
import { practice as texts } from "../texts";
import type { Spot } from "./drawing";
import { answerAt, check, isCut, spotsOf, type Marks } from "./marking";
import type { Run } from "./run";
import { story, who } from "./sentences";
import { bounded, counted, valueAt, windowOnEntry } from "./steps";

export interface Help {
  what: string; // "value E-3", "edge E-7", "move E-1": the thing it is about
  words: string[]; // each says more than the one before; the last one is the answer
  marks: Marks; // with the answer written in
}

// Help with the first thing that is missing or wrong; null if all is right.
export function helpFor(run: Run, marks: Marks): Help | null {
  const { good } = check(run, marks);
  for (const spot of inOrder(run)) {
    if (!good.has(`value ${spot.move}`)) return valueHelp(run, spot, marks);
    const missing = run.forest.kids(spot).filter((kid) => isCut(run, kid) && !marks.cut[kid.move]);
    if (missing.length) return edgeHelp(run, spot, missing, marks);
  }
  const wrong = spotsOf(run).find((spot) => spot.parent && marks.cut[spot.move] && !isCut(run, spot));
  if (wrong) return uncutHelp(run, wrong, marks);
  const move = run.trace.header.result?.move ?? "";
  return good.has(`move ${move}`) ? null : moveHelp(run, move, marks);
}

// The inner nodes that the search visits, in the order in which it is done with them.
function inOrder(run: Run): Spot[] {
  const visited = spotsOf(run).filter((spot) => run.forest.kids(spot).length && run.exit(spot) >= 0);
  return visited.sort((a, b) => run.exit(a) - run.exit(b));
}

function facts(run: Run, spot: Spot) {
  const { trace, walk } = run;
  const exit = run.exit(spot);
  const row = walk.row(exit);
  const values = counted(trace, row, walk.steps[exit]).map((child) => {
    const each = valueAt(trace, child);
    return `${trace.move(child)} ${bounded(each.text, each.bound)}`;
  });
  const { alphaText, betaText } = windowOnEntry(trace, row);
  return {
    name: spot.move || texts.root,
    mover: who(trace, trace.turn[row]),
    max: trace.turn[row] === 0,
    values: values.join(", "),
    window: `α = ${alphaText}, β = ${betaText}`,
    sentence: story(walk, exit).text,
  };
}

function valueHelp(run: Run, spot: Spot, marks: Marks): Help {
  const { name, mover, max, values, window, sentence } = facts(run, spot);
  const answer = answerAt(run, spot);
  return {
    what: `value ${spot.move}`,
    words: [texts.lookAt(name, mover, max), texts.heard(values, window), `${texts.isValue(name, answer)} ${sentence}`],
    marks: { ...marks, values: { ...marks.values, [spot.move]: answer } },
  };
}

function edgeHelp(run: Run, spot: Spot, missing: Spot[], marks: Marks): Help {
  const { name, mover, values, window, sentence } = facts(run, spot);
  const cut = { ...marks.cut };
  for (const each of missing) cut[each.move] = true;
  return {
    what: `edge ${missing[0].move}`,
    words: [texts.lookForCut(name, mover), texts.heard(values, window), sentence],
    marks: { ...marks, cut },
  };
}

function uncutHelp(run: Run, spot: Spot, marks: Marks): Help {
  const { name, mover, values, window } = facts(run, spot.parent!);
  return {
    what: `edge ${spot.move}`,
    words: [texts.lookForCut(name, mover), texts.heard(values, window), texts.wrongCut(spot.move)],
    marks: { ...marks, cut: { ...marks.cut, [spot.move]: false } },
  };
}

function moveHelp(run: Run, move: string, marks: Marks): Help {
  const { mover, max, values, window } = facts(run, run.forest.top(run.trace.roots[0]));
  return {
    what: `move ${move}`,
    words: [texts.lookAtMove(mover, max), texts.heard(values, window), texts.isMove(mover, move)],
    marks: { ...marks, move },
  };
}
