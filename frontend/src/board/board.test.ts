import { expect, test } from "vitest";
import type { Position, Scene } from "../messages";
import { piecesOf } from "./chooser";
import { NOTHING, click, lift, loose, oneClick, open, pathOf, placeOf, stoneOf, unplaced } from "./choosing";
import { dropped } from "./dragging";
import { sceneOf, templateOf, turnedOver } from "./editing";
import { boxOf, narrowed, neighbour, rowsOf, spacing, spotAt, stackOf, topOf, turned } from "./geometry";

function scene(width: number, height: number, choices: [string, ...string[]][]): Scene {
  const spots = [...Array(width * height).keys()].map((i) => ({
    name: "abcdefgh"[i % width] + (1 + Math.floor(i / width)),
    x: (i % width) + 0.5,
    y: Math.floor(i / width) + 0.5,
    piece: "",
    note: "",
    count: 1,
    tall: 1,
    wide: 1,
  }));
  return {
    width,
    height,
    board: "squares",
    spots,
    pieces: {},
    labels: [{ x: -0.35, y: 0.5, text: "1" }],
    marks: {},
    text: "",
    caption: "",
    areas: [{ x: 0.5, y: 0.5, width: 1, height: 1, look: "felt", text: "" }],
    links: [],
    todo: "",
    narrow: null,
    choices: choices.map(([move, ...path]) => ({ move, spots: path, piece: "" })),
  };
}

test("one click is a move", () => {
  const board = scene(3, 3, [
    ["a1", "a1"],
    ["b2", "b2"],
  ]);
  expect(click(board, NOTHING, "b2").move).toBe("b2");
  expect(click(board, NOTHING, "c3")).toEqual(NOTHING);
});

test("from and to, and a click that leads nowhere begins anew", () => {
  const board = scene(3, 3, [
    ["x", "a1", "b2"],
    ["y", "c1", "b2"],
    ["z", "a1", "c3", "a1"],
  ]);
  const picked = click(board, NOTHING, "a1");
  expect(picked).toEqual({ picked: ["a1"], asked: [], move: null });
  expect([...open(board, picked.picked)]).toEqual([
    ["b2", true],
    ["c3", false],
  ]);
  expect(click(board, picked, "b2").move).toBe("x");
  expect(click(board, picked, "c1").picked).toEqual(["c1"]);
  expect(click(board, picked, "a1")).toEqual(NOTHING);
  expect(click(board, click(board, picked, "c3"), "a1").move).toBe("z");
});

test("a piece is lifted where a move goes on, and dropped where it may land", () => {
  const board = scene(3, 3, [
    ["x", "a1", "b2"],
    ["z", "a1", "c3", "a3"],
  ]);
  const held = lift(board, NOTHING, "a1")!;
  expect(held.picked).toEqual(["a1"]);
  expect(lift(board, held, "a1")).toBe(held);
  expect(lift(board, NOTHING, "b1")).toBeNull();
  expect(lift(board, NOTHING, "b2")).toBeNull();
  expect(dropped(board, held, "b2")?.move).toBe("x");
  expect(dropped(board, held, "b1")).toBeNull();
  const jumped = dropped(board, held, "c3")!;
  expect(lift(board, jumped, "c3")).toBe(jumped); // and on from there
  expect(dropped(board, jumped, "a3")?.move).toBe("z");
  expect(lift(scene(3, 3, [["a1", "a1"]]), NOTHING, "a1")).toBeNull(); // one click is a move: nothing to drag
  expect([oneClick(board), oneClick(scene(3, 3, [["a1", "a1"]])), oneClick(scene(3, 3, [["wait"]]))]).toEqual([
    false,
    true,
    true,
  ]);
});

test("moves with the same clicks differ in their pieces, if all have one", () => {
  const board = scene(3, 3, [
    ["b=Q", "a1", "a2"],
    ["b=R", "a1", "a2"],
  ]);
  board.pieces = { Q: { name: "queen", shape: "text", side: 0, text: "Q", outline: "", lines: "" } };
  board.choices[0].piece = "Q";
  expect(piecesOf(board, ["b=Q"])).toEqual(["Q"]);
  expect(piecesOf(board, ["b=Q", "b=R"])).toBeNull();
  expect(piecesOf(board, [])).toBeNull();
});

test("several moves along one path are asked about", () => {
  const board = scene(3, 3, [
    ["queen", "a1", "a2"],
    ["rook", "a1", "a2"],
    ["far", "a1", "a2", "a3"],
  ]);
  const found = click(board, click(board, NOTHING, "a1"), "a2");
  expect(found).toEqual({ picked: ["a1", "a2"], asked: ["queen", "rook"], move: null });
  expect(click(board, found, "a3").move).toBe("far");
});

test("the first choice of a move says where it is drawn; a move without a spot needs a button", () => {
  const board = scene(2, 3, [["1", "a3"], ["1", "a1"], ["1", "a2"], ["pass"], ["pass"]]);
  expect(placeOf(board)).toEqual(new Map([["1", "a3"]]));
  expect(pathOf(board, "1")).toEqual(["a3"]);
  expect(unplaced(board)).toEqual(["pass"]);
  expect(click(board, NOTHING, "a1").move).toBe("1");
});

test("rows, neighbours and edges", () => {
  const board = scene(4, 3, []);
  expect(rowsOf(board.spots).map((row) => row.map((spot) => spot.name).join(""))).toEqual([
    "a1b1c1d1",
    "a2b2c2d2",
    "a3b3c3d3",
  ]);
  const at = (name: string) => board.spots.find((spot) => spot.name === name)!;
  const [right, down] = [
    [1, 0],
    [0, 1],
  ] as const;
  expect(neighbour(board.spots, at("b2"), ...right).name).toBe("c2");
  expect(neighbour(board.spots, at("b2"), ...down).name).toBe("b3");
  expect(neighbour(board.spots, at("d2"), ...right).name).toBe("d2");
});

test("a walk with the arrow keys reaches every spot of an uneven board", () => {
  const spots = [
    [0.5, 0.5],
    [1.5, 0.5],
    [1, 1.5],
    [2.1, 1.4],
    [0.4, 2.5],
    [2.5, 2.5],
  ].map(([x, y], i) => ({
    name: String(i),
    x,
    y,
    piece: "",
    note: "",
    count: 1,
    tall: 1,
    wide: 1,
  }));
  const seen = new Set([spots[0]]);
  for (const spot of seen)
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      seen.add(neighbour(spots, spot, dx, dy));
  expect(seen.size).toBe(spots.length);
});

test("labels have room, and turning twice is turning not at all", () => {
  const board = scene(2, 2, []);
  expect(boxOf(board, false)).toEqual({ x: 0, y: 0, width: 2, height: 2 });
  expect(boxOf(board, true).x).toBeLessThan(-0.35);
  expect(turned(board).spots[0]).toMatchObject({ name: "a1", x: 1.5, y: 1.5 });
  expect(turned(turned(board)).spots).toEqual(board.spots);
  expect(turned(board).labels).toEqual([{ x: -0.35, y: 1.5, text: "1" }]); // still on the left
  expect([spotAt(board.spots, 1.4, 0.2, 1)?.name, spotAt(board.spots, 2.4, 0.2, 1)]).toEqual(["b1", null]);
  expect(spacing(board.spots)).toBe(1);
});

test("pieces are stacked from the edge towards the middle, and seen from the other side too", () => {
  const tall = { name: "6", x: 0.5, y: 2.5, piece: "X", note: "", count: 7, tall: 5, wide: 1 };
  expect(stackOf(tall).map((each) => each.y)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5]);
  expect(stackOf({ ...tall, tall: -5, count: 2 }).map((each) => each.y)).toEqual([4.5, 3.5]);
  expect(topOf({ ...tall, piece: "", count: 1 }).y).toBe(0.5);
  const board = { ...scene(2, 2, []), height: 5, spots: [tall] };
  expect(stackOf(turned(board).spots[0])[0].y).toBe(4.5);
});

test("a spot that lies across is stacked from its left end, or from its right one", () => {
  const wide = { name: "6", x: 1.5, y: 0.5, piece: "X", note: "", count: 2, tall: 1, wide: 3 };
  expect(stackOf(wide).map((each) => [each.x, each.y])).toEqual([
    [0.5, 0.5],
    [1.5, 0.5],
  ]);
  expect(stackOf({ ...wide, wide: -3 }).map((each) => each.x)).toEqual([2.5, 1.5]);
  expect(spotAt([wide], 2.9, 0.5, 1)?.name).toBe("6");
});

test("little room has a layout of its own, with everything else as it was", () => {
  const board = scene(2, 1, [["a1", "a1"]]);
  const [left, right] = board.spots;
  const below = { ...right!, x: 0.5, y: 1.5 };
  const narrow = { width: 1, height: 2, spots: [left!, below], labels: [], areas: [] };
  const laid = narrowed({ ...board, narrow });
  expect([laid.width, laid.height, laid.spots[1], laid.narrow]).toEqual([1, 2, below, null]);
  expect(laid.choices).toEqual(board.choices);
  expect(narrowed(board)).toBe(board);
  expect(turned(board).areas[0]).toMatchObject({ x: 1.5, y: 0.5 });
});

test("cards on a table may overlap, and keep their size", () => {
  const near = scene(2, 1, []).spots.map((spot, i) => ({ ...spot, x: 0.5 + 0.4 * i }));
  expect(spacing(near)).toBeCloseTo(0.4);
  expect(spacing(near, "table")).toBe(1);
});

test("a position set up by clicks", () => {
  const board = scene(2, 2, []);
  const position = { scene: board, text: "../.. X", players: ["X", "O"] } as unknown as Position;
  const template = templateOf(position)!;
  expect(template.letters).toEqual([".", "X", "O"]);
  const once = turnedOver(position.text, template, "b2");
  expect([once, turnedOver(once, template, "b2")]).toEqual(["../.X X", "../.O X"]);
  expect(turnedOver(turnedOver(once, template, "b2"), template, "b2")).toBe(position.text);
  expect(sceneOf(board, once, template).spots.map((spot) => spot.piece)).toEqual(["", "", "", "X"]);
  expect(templateOf({ ...position, text: "((3, 4, 5), 0)" })).toBeNull();
});

test("a card is played by itself, a stone on a board is not", () => {
  const held = scene(2, 1, [["SK", "a1"]]);
  held.spots[0].piece = "SK";
  expect(loose({ ...held, board: "table" }, "a1")).toBe(true);
  expect(loose({ ...held, board: "table" }, "b1")).toBe(false);
  expect(loose(held, "a1")).toBe(false);
});

test("the stone that is put on the board, if there is one kind of it", () => {
  const cross = { name: "X", shape: "cross" as const, side: 0, text: "", outline: "", lines: "" };
  const board = { ...scene(3, 3, [["a1", "a1"]]), pieces: { X: cross, O: { ...cross, side: 1 } } };
  expect(stoneOf(board, 0)).toBe("X");
  expect(stoneOf(board, null)).toBe(null);
  expect(stoneOf({ ...board, pieces: { X: cross, K: cross } }, 0)).toBe(null);
  expect(stoneOf({ ...board, choices: [{ move: "x", spots: ["a1", "b1"], piece: "" }] }, 0)).toBe(null);
});
