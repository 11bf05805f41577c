// Laws of the explorer's parts, on trees and recorded searches that tests/test_frontend.py makes (ZERMELO_CASES).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { changed, everyPlaced, find, parsePosition, parseTree, placed, treeText } from "./edit";
import { arrange, type Box } from "./layout";
import { answers, check, minimax, noMarks, readValue } from "./marking";
import { Run, unexamined } from "./run";
import { whyOf } from "./selective";
import { story } from "./sentences";
import { allowed, usualConvention } from "./setup";
import { anyOn, readSwitches, switchWords, writeSwitches } from "./switches";
import { JUMPS, known, soFar, windowNow, windowOnEntry } from "./steps";
import { decode } from "./trace";

const folder = process.env.ZERMELO_CASES;
interface Case {
  file: string;
  tree: boolean;
  value: number;
  never: string[];
  nodes: number;
  cutoffs: number;
  method: string;
  why: string[][]; // what a selective search did at each row, in Python's words
  tally: Record<string, number>;
}
const cases: Case[] = folder ? JSON.parse(readFileSync(`${folder}/cases.json`, "utf8")) : [];
const trees: { text: string; edges: string[]; value: number }[] = folder
  ? JSON.parse(readFileSync(`${folder}/trees.json`, "utf8"))
  : [];
const bad: string[] = folder ? JSON.parse(readFileSync(`${folder}/bad.json`, "utf8")) : [];

describe.runIf(folder)("trees as the package reads and writes them", () => {
  test.each(trees)("$text", ({ text, edges, value }) => {
    expect(treeText(parseTree(text))).toBe(text);
    const all = [...everyPlaced(placed(parseTree(text)))].slice(1).sort((a, b) => a.edge - b.edge);
    expect(all.map((each) => each.name)).toEqual(edges);
    if (!text.includes("chance")) expect(minimax(placed(parseTree(text)))).toBe(value);
  });
  test.each(bad)("refused: %s", (text) => {
    expect(() => {
      const { root, moves } = parsePosition(text);
      if (!find(placed(root), moves)) throw new Error("no such edge");
    }).toThrow();
  });
});

test("brackets, signs and infinities", () => {
  expect(treeText(parseTree("((3)((5)(−2)))"))).toBe("[3,[5,-2]]");
  expect(treeText(parseTree("((3 5)(2 9))"))).toBe("[[3,5],[2,9]]");
  expect(treeText(parseTree("(chance(0.25:3 0.75:4) (1))"))).toBe("[chance[0.25:3,0.75:4],1]");
  expect(treeText(parseTree("[ inf , -inf , +4.5 ]"))).toBe("[inf,-inf,4.5]");
});

test("changes leave the old tree as it was and say where the node is", () => {
  const tree = parseTree("[[9,8,7],[6,5,4]]");
  const after = changed(tree, ["E-1", "E-3"], { do: "later" });
  expect([treeText(after.tree), after.path]).toEqual(["[[8,9,7],[6,5,4]]", ["E-1", "E-4"]]);
  expect(treeText(changed(tree, ["E-1", "E-3"], { do: "value", value: -1 }).tree)).toBe("[[-1,8,7],[6,5,4]]");
  expect(treeText(changed(tree, ["E-2", "E-8"], { do: "add", value: 3 }).tree)).toBe("[[9,8,7],[6,5,[4,3]]]");
  expect(changed(tree, ["E-2"], { do: "remove" })).toMatchObject({ path: [] });
  expect(treeText(tree)).toBe("[[9,8,7],[6,5,4]]");
});

// A tree of boxes with this many nodes; `shape` decides the parent of each.
function boxes(count: number, shape: (i: number) => number): Box<number>[] {
  const all: Box<number>[] = [];
  for (let i = 0; i < count; i++) {
    const parent = i ? all[shape(i)] : null;
    const box: Box<number> = { item: i, depth: 0, width: 20 + (i % 3) * 15, x: 0, parent, children: [] };
    parent?.children.push(box);
    all.push(box);
  }
  return all;
}

describe("tidy trees", () => {
  const shapes: [string, (i: number) => number][] = [
    ["binary", (i) => (i - 1) >> 1],
    ["chain", (i) => i - 1],
    ["star", () => 0],
    ["uneven", (i) => Math.floor((((i * 7919) % 101) / 101) * i)],
  ];
  test.each(shapes)("%s: nothing overlaps, parents stand over the middle, children in order", (_, shape) => {
    const all = boxes(600, shape);
    const { width } = arrange(all[0], 10);
    const levels = new Map<number, Box<number>[]>();
    for (const box of all) levels.set(box.depth, [...(levels.get(box.depth) ?? []), box]);
    for (const level of levels.values()) {
      level.sort((a, b) => a.x - b.x);
      for (let i = 1; i < level.length; i++)
        expect(level[i].x - level[i - 1].x).toBeGreaterThanOrEqual(
          (level[i].width + level[i - 1].width) / 2 + 10 - 1e-6,
        );
    }
    for (const box of all) {
      if (box.children.length)
        expect(box.x).toBeCloseTo((box.children[0].x + box.children[box.children.length - 1].x) / 2, 6);
      box.children.forEach((child, i) => i && expect(child.x).toBeGreaterThan(box.children[i - 1].x));
      expect(box.x - box.width / 2).toBeGreaterThanOrEqual(-1e-6);
      expect(box.x + box.width / 2).toBeLessThanOrEqual(width + 1e-6);
    }
  });
});

describe.runIf(folder)("recorded searches", () => {
  test.each(cases)("$file", ({ file, tree, value, never, nodes, cutoffs, why, tally }) => {
    const bytes = readFileSync(`${folder}/${file}`);
    const run = new Run(decode(bytes));
    const { trace, walk } = run;
    expect(walk.entered[walk.count - 1]).toBe(nodes);
    expect(walk.total("cut")).toBeLessThanOrEqual(cutoffs); // the root's driver counts none, tables count theirs
    const root = trace.roots[trace.roots.length - 1];
    expect(known(trace, root, Infinity).value).toBe(value);
    if (tree && trace.roots.length === 1) expect(unexamined(run, walk.count - 1)).toEqual(never);
    for (let moment = 0; moment < walk.count; moment++) {
      const { text } = story(walk, moment);
      expect(text).toMatch(/^.{8,}[.?]$/s);
      expect(text.replaceAll("null move", "")).not.toMatch(/undefined|NaN|null|\[object|[{}]/);
      expect(walk.at(walk.steps[moment])).toBe(moment);
      const row = walk.row(moment);
      const [entry, now] = [windowOnEntry(trace, row), windowNow(trace, row, walk.steps[moment])];
      expect(now.alpha).toBeGreaterThanOrEqual(entry.alpha);
      expect(now.beta).toBeLessThanOrEqual(entry.beta);
      if (moment % 7 === 0) expect(run.spot(moment).rows).toContain(row);
    }
    for (const kind of JUMPS) {
      let [at, seen] = [-1, 0];
      for (let next = walk.jump(kind, at, 1); next !== null; next = walk.jump(kind, at, 1))
        [at, seen] = [next, seen + 1];
      expect(seen).toBe(walk.total(kind));
      if (seen) expect(walk.passed(kind, walk.count - 1)).toBe(seen);
    }
    expect(why.map((_, row) => whyOf(trace, row))).toEqual(why);
    for (const [name, times] of Object.entries(tally)) {
      expect([walk.done(name, walk.count - 1), walk.recorded(name)]).toEqual([times, times]);
      expect(walk.done(name, -1)).toBe(0);
    }
    expect(trace.selective !== null).toBe(file.startsWith("selective"));
    if (!trace.prunes)
      for (const row of trace.roots) expect(soFar(trace, row, Infinity).value).toBe(known(trace, row, Infinity).value);
    if (tree && trace.roots.length === 1 && !file.startsWith("scout")) {
      expect(check(run, answers(run)).mistakes).toEqual([]);
      expect(check(run, noMarks()).right).toBe(0);
    }
    expect(() => decode(bytes.subarray(0, bytes.length - 64))).toThrow();
  });
});

test("switches as the address has them", () => {
  const text = "null_move=no,probcut=yes";
  expect(writeSwitches(readSwitches(text))).toBe(text);
  expect([anyOn(""), anyOn("selective=yes"), anyOn("null_move=no"), anyOn(text)]).toEqual([false, false, false, true]);
  expect(switchWords("selective=no")).toBe("not selective");
  expect(allowed({ ...usualConvention("minimax"), switches: text }).switches).toBe("");
  expect(allowed({ ...usualConvention("alphabeta"), cut: ">", switches: text }).cut).toBe(">=");
});

test("what students write", () => {
  expect(readValue("≤ 6")).toEqual({ sign: "≤", value: 6 });
  expect(readValue(">=−2,5")).toEqual({ sign: "≥", value: -2.5 });
  expect(readValue("six")).toBeNull();
});

test("bytes that are no trace", () => {
  expect(() => decode(new Uint8Array([1, 2, 3]).buffer)).toThrow("ZTR1");
  expect(() => decode(new TextEncoder().encode("ZTR1\xff\xff\xff\x7f").buffer as ArrayBuffer)).toThrow();
});
