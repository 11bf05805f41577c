// How the runs of a comparison differ, in a few words.
import { explore as texts } from "../texts";
import type { Convention } from "./setup";
import { switchWords, writeSwitches } from "./switches";
import { looksAtAll, type Trace } from "./trace";

export function namesOf(runs: Convention[]): string[] {
  if (runs.length < 2) return [];
  const differs = (name: keyof Convention) => runs.some((run) => run[name] !== runs[0][name]);
  return runs.map((run) =>
    [
      texts.methodNames[run.method] ?? run.method,
      differs("cut") && (run.cut === ">" ? ">" : "≥"),
      differs("fail") && `${texts.fail.toLowerCase()}-${texts.fails[run.fail]}`,
      differs("order") && (texts.orders[run.order] ?? run.order),
      differs("switches") && (switchWords(run.switches) || texts.usualSwitches),
    ]
      .filter(Boolean)
      .join(", "),
  );
}

// How a recorded search was asked for.
export function conventionOf({ header }: Trace): Convention {
  const { options } = header;
  return {
    method: header.method || "alphabeta",
    cut: options.cut === ">" ? ">" : ">=",
    fail: options.fail === "hard" ? "hard" : "soft",
    order: String(options.order ?? "given"),
    switches: writeSwitches(
      new Map((header.switches ?? []).flatMap(({ name }) => (name in options ? [[name, options[name] === true]] : []))),
    ),
  };
}

// The convention of a run in a line: students are graded on it.
export function conventionWords(run: Convention): string {
  const prunes = !looksAtAll(run.method);
  return [
    texts.methodNames[run.method] ?? run.method,
    prunes && texts.cutsOn(run.cut === ">" ? ">" : "≥"),
    prunes && `${texts.fail.toLowerCase()}-${texts.fails[run.fail]}`,
    texts.orders[run.order] ?? run.order,
    switchWords(run.switches),
  ]
    .filter(Boolean)
    .join(", ");
}
