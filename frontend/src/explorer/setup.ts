// What is searched and how, as the address of the page says it: a link carries all of it.
import type { AskTrace, GameCard } from "../messages";
import { cardOf } from "../parts/game_card";
import { anyOn } from "./switches";
import { looksAtAll } from "./trace";

export interface Convention {
  method: string;
  cut: ">=" | ">";
  fail: "soft" | "hard";
  order: string;
  switches: string; // of the selective search: "null_move=no", "" as the method says
}

export interface Setup {
  tree: string | null; // an explicit tree, or
  game: string; // a game and a position of it
  position: string;
  moves: string;
  depth: number | null; // null: to the end
  runs: Convention[]; // one, or two side by side
  usual: string; // the method if none is asked for
}

export const CAP = 200_000;
export const FIRST_TREE = "[[9,8,7],[6,5,4],[3,2,1]]";
const DICE_WALK = "expectiminimax+star1";

export const usualConvention = (method: string): Convention => ({
  method,
  cut: ">=",
  fail: "soft",
  order: "given",
  switches: "",
});

/** The method that the explorer uses for a game, or for a tree. */
export const usualWalk = (tree: string | null, game: string, games: readonly GameCard[]): string =>
  tree !== null
    ? /\bchance\b/.test(tree)
      ? DICE_WALK
      : "alphabeta"
    : (cardOf(games, game)?.usual_walk ?? "alphabeta");

const USUAL_DEPTH = 4;

// The tree of each lecture example, with the convention it is searched under.
export const EXAMPLES: Record<string, string> = {
  walk: `tree=${FIRST_TREE}`,
  deep: "tree=[[-5,4,1],[-6,-4,-2],[6,-3,-6]]",
  practice: "tree=[[[[8,7],[5,9]],[[6,4],[3,8]]],[[[9,6],[2,7]],[[3,5],[1,9]]]]",
  scout: "tree=[[[3,5],[6,2]],[[7,8],[4,9]],[[5,6],[8,1]]]&method=scout",
  equal: "tree=[[5,6],[5,4],[7,5]]&cut=>=&cut2=>",
  chance: "tree=[chance[0.5:[4,6],0.5:[8,2]],chance[0.25:[3,1],0.75:[9,7]],[5,6]]&method=expectiminimax",
  ending: "game=tictactoe&position=X.O/.O./XXO&method=minimax&depth=",
  deepening: "game=tictactoe&method=deepening&depth=4",
  selective: "game=connect4&method=auto&depth=6",
  // Of examples/minichess.py, if the server was started with it.
  lesson:
    "game=MiniChess&position=(54607872,1073906312,21217920,1073741824,0,0,33554440,1)&method=scout&depth=4&switches=quiescence=yes,extensions=yes,null_move=yes,reductions=yes",
};

export function setupFrom(query: URLSearchParams, games: readonly GameCard[]): Setup | null {
  const tree = query.get("tree");
  const game = query.get("game") ?? "tree";
  if (tree === null && (game === "tree" ? !query.has("position") : false)) return null;
  const explicit = tree ?? (game === "tree" ? query.get("position") : null);
  const depth = query.get("depth");
  const second = ["method2", "cut2", "fail2", "order2", "switches2"].some((name) => query.has(name));
  const usual = usualWalk(explicit, game, games);
  const first = conventionFrom(query, "", usualConvention(usual));
  return {
    usual,
    tree: explicit,
    game: explicit === null ? game : "tree",
    position: explicit === null ? (query.get("position") ?? "") : "",
    moves: query.get("moves") ?? "",
    depth: depth ? Math.max(1, Math.trunc(Number(depth)) || 1) : depth === "" || explicit !== null ? null : USUAL_DEPTH,
    runs: second ? [first, conventionFrom(query, "2", first)] : [first],
  };
}

function conventionFrom(query: URLSearchParams, suffix: string, usual: Convention): Convention {
  return {
    method: query.get(`method${suffix}`) ?? usual.method,
    cut: (query.get(`cut${suffix}`) ?? usual.cut) === ">" ? ">" : ">=",
    fail: (query.get(`fail${suffix}`) ?? usual.fail) === "hard" ? "hard" : "soft",
    order: query.get(`order${suffix}`) ?? usual.order,
    switches: query.get(`switches${suffix}`) ?? usual.switches,
  };
}

export function queryOf(setup: Setup, step?: number): URLSearchParams {
  const query = new URLSearchParams();
  if (setup.tree !== null) query.set("tree", setup.tree);
  else {
    query.set("game", setup.game);
    if (setup.position) query.set("position", setup.position);
  }
  if (setup.moves) query.set("moves", setup.moves);
  setup.runs.forEach((run, i) => {
    const suffix = i ? "2" : "";
    const usual = i ? setup.runs[0] : usualConvention(setup.usual);
    for (const name of ["method", "cut", "fail", "order", "switches"] as const)
      if (run[name] !== usual[name] || (i && name === "method")) query.set(name + suffix, run[name]);
  });
  if (setup.depth !== null) query.set("depth", String(setup.depth));
  else if (setup.tree === null) query.set("depth", "");
  if (step && step > 1) query.set("step", String(step));
  return query;
}

// What the server is asked for one of the runs.
export function askFor(setup: Setup, run: Convention): AskTrace {
  return {
    ...(setup.tree !== null ? { tree: setup.tree } : { game: setup.game, position: setup.position || null }),
    moves: setup.moves,
    method: run.method,
    cut: run.cut,
    fail: run.fail,
    order: run.order,
    switches: run.switches,
    depth: setup.depth,
    cap: CAP,
  };
}

// Null windows leave no room for a strict cut, and MTD moves from one soft value to the next.
export function allowed(run: Convention): Convention {
  const switches = looksAtAll(run.method) ? "" : run.switches; // what leaves nothing out has nothing to switch
  const tests = /^(scout|mtd|auto)/.test(run.method) || anyOn(switches);
  return { ...run, switches, cut: tests ? ">=" : run.cut, fail: run.method === "mtd" ? "soft" : run.fail };
}

export const orders = (setup: Setup): string[] =>
  setup.tree !== null
    ? ["given", "reversed", "best", "worst", "random"]
    : ["given", "best", "random", "eval", "noisy", "killers", "history"];
