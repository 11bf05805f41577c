import { expect, test } from "vitest";
import { address, eventOf } from "../api";
import type { Score } from "../messages";
import { clock, duration, grouped, minus, rough, signed, spoken, upper } from "../numbers";
import { graph } from "../texts";
import { joined } from "./moves_text";
import { specOf, USUAL } from "./opponent";
import { short } from "./values";
import { add, addAll, cut, inMain, lineFrom, lineThrough, movesTo, promote, root } from "./variations";

test("numbers have a real minus sign and words", () => {
  expect([signed(2), signed(-3.5), signed(0), signed(-Infinity), signed(-0.001)]).toEqual([
    "+2",
    "−3.5",
    "0",
    "−∞",
    "0",
  ]);
  expect(minus("≥ -4 and -2, a-b")).toBe("≥ −4 and −2, a-b");
  expect([spoken("+2"), spoken("≥ −4"), spoken("win in 5")]).toEqual(["plus 2", "at least minus 4", "win in 5"]);
  expect(spoken("≈ −1.4 ± 0.05")).toBe("about minus 1.4, plus or minus 0.05");
  expect([grouped(28654), grouped(950), rough(4_567_890)]).toEqual(["28\u202f654", "950", "4.57\u202fM"]);
  expect([clock(65), clock(9.96), clock(-1)]).toEqual(["1:05", "0:09.9", "0:00.0"]);
  expect([duration(0.00002), duration(0.012), duration(3.14), duration(300)]).toEqual([
    "20\u202fµs",
    "12\u202fms",
    "3.1\u202fs",
    "5 min",
  ]);
  expect([upper("black"), upper("m columns"), upper("")]).toEqual(["Black", "m columns", ""]);
});

const score = (text: string): Score => ({ value: 0, bound: "exact", text, proved: false, player: 0, bar: 0 });

test("values that fit into a square", () => {
  expect(
    ["≈ +2.221 ± 0.012", "-0.2725", "≥ 1234.56", "+0.071", "12.346", "≈ +∞"].map((text) => short(score(text))),
  ).toEqual(["+2.22", "−0.27", "≥1235", "+0.07", "12.3", "+∞"]);
  expect(
    ["win in 5", "loss in 12", "draw", "+3", "≤ -4", "-2", "≤ loss in 4", "≥ draw"].map((text) => short(score(text))),
  ).toEqual(["W\u20095", "L\u200912", "=", "+3", "≤−4", "−2", "≤L\u20094", "≥="]);
});

test("a proof says whether it knows how soon", () => {
  expect(graph.point(4, "3", "loss", true, "")).toBe("Move 4, 3: loss, proved (who wins, not how soon)");
  expect(graph.point(4, "3", "loss in 12", true, "mistake")).toBe("Move 4, 3: loss in 12, proved, mistake");
  expect(graph.point(4, "3", "draw", true, "")).toBe("Move 4, 3: draw, proved");
  expect(graph.point(4, "3", "+0.5", false, "")).toBe("Move 4, 3: +0.5");
});

test("moves in an address", () => {
  expect(joined(["d3", "c5"])).toBe("d3 c5");
  expect(joined(["1 from heap 2"])).toBe('["1 from heap 2"]');
  expect(joined([])).toBe("");
  expect(address("/analyse", { game: "connect4:width=6", moves: "4 4", position: "", at: null })).toBe(
    "/analyse?game=connect4%3Awidth%3D6&moves=4+4",
  );
});

test("events of a stream", () => {
  expect(eventOf('event: game\ndata: {"a":\ndata: 1}')).toEqual({ name: "game", data: { a: 1 } });
  expect(eventOf(": heartbeat")).toBeNull();
});

test("players as the command line names them", () => {
  expect(specOf(USUAL)).toBe("level:3");
  expect(specOf({ ...USUAL, kind: "method", method: "scout", limit: "seconds", seconds: 2 })).toBe("scout:seconds=2");
  expect(specOf({ ...USUAL, kind: "naive" })).toBe("naive");
});

test("variations", () => {
  const tree = root();
  const end = addAll(tree, ["a", "b", "c"]);
  const other = addAll(tree.children[0], ["x", "y"]);
  expect(movesTo(other)).toEqual(["a", "x", "y"]);
  expect(add(tree, "a")).toBe(tree.children[0]);
  expect([inMain(end), inMain(other)]).toEqual([true, false]);
  expect(lineThrough(other.parent!).map((each) => each.move)).toEqual(["a", "x", "y"]);
  promote(other);
  expect(lineFrom(tree).map((each) => each.move)).toEqual(["a", "x", "y"]);
  expect(movesTo(cut(other.parent!))).toEqual(["a"]);
  expect(lineFrom(tree).map((each) => each.move)).toEqual(["a", "b", "c"]);
  expect(cut(tree)).toBe(tree);
});
