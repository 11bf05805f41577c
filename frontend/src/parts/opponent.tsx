// Choosing who plays a side: a strength in words, a method with its limit, simple players, the user's own class.
import type { About, GameCard } from "../messages";
import { methodName, methodsOf } from "./game_card";
import { opponent as words } from "../texts";

export interface Opponent {
  kind: "level" | "method" | "naive" | "random" | "own";
  level: number;
  method: string;
  limit: "depth" | "seconds";
  depth: number;
  seconds: number;
  own: string;
}

export const USUAL: Opponent = {
  kind: "level",
  level: 3,
  method: "auto",
  limit: "depth",
  depth: 4,
  seconds: 1,
  own: "",
};

/** As the server and the command line name it. */
export function specOf(who: Opponent): string {
  if (who.kind === "level") return `level:${who.level}`;
  if (who.kind === "method") return `${who.method}:${who.limit}=${who.limit === "depth" ? who.depth : who.seconds}`;
  return who.kind === "own" ? who.own.trim() : who.kind;
}

interface Props {
  who: Opponent;
  set: (who: Opponent) => void;
  title: string;
  about: About;
  card: GameCard;
}

const KINDS = ["level", "method", "naive", "random", "own"] as const;

export function OpponentForm({ who, set, title, about, card }: Props) {
  const change = (changes: Partial<Opponent>) => set({ ...who, ...changes });
  const levels = card.levels.length ? card.levels : about.levels.map((each) => each.level);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const level = Math.min(Math.max(who.level, low), high);
  const strength = about.levels.find((each) => each.level === level)?.words ?? "";
  return (
    <fieldset class="opponent">
      <legend>{title}</legend>
      <label class="stacked">
        <span>{words.kind}</span>
        <select
          value={who.kind}
          onChange={(event) =>
            change({
              kind: event.currentTarget.value as Opponent["kind"],
              own: who.own || (about.players[0]?.name ?? ""),
            })
          }
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      {who.kind === "level" && (
        <label class="stacked level">
          <span>{words.level(level, high)}</span>
          <input
            type="range"
            min={low}
            max={high}
            value={level}
            aria-valuetext={`${level}, ${strength}`}
            onInput={(event) => change({ level: Number(event.currentTarget.value) })}
          />
          <output>{strength}</output>
        </label>
      )}
      {who.kind === "method" && (
        <>
          <label class="stacked">
            <span>{words.method}</span>
            <select value={who.method} onChange={(event) => change({ method: event.currentTarget.value })}>
              {methodsOf(about, card).map((each) => (
                <option key={each.name} value={each.name}>
                  {methodName(each.name)}
                </option>
              ))}
            </select>
          </label>
          <p class="small">{about.methods.find((each) => each.name === who.method)?.summary}</p>
          <div class="row">
            <label class="stacked">
              <span>{words.limit}</span>
              <select
                value={who.limit}
                onChange={(event) => change({ limit: event.currentTarget.value as Opponent["limit"] })}
              >
                <option value="depth">{words.depth}</option>
                <option value="seconds">{words.seconds}</option>
              </select>
            </label>
            <Amount who={who} change={change} most={about.limits.seconds} />
          </div>
        </>
      )}
      {who.kind === "own" && about.players.length > 0 && (
        <label class="stacked">
          <span>{words.own}</span>
          <select value={who.own} onChange={(event) => change({ own: event.currentTarget.value })}>
            {about.players.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
      )}
      {words.about[who.kind] && <p class="small">{words.about[who.kind]}</p>}
    </fieldset>
  );
}

function Amount({ who, change, most }: { who: Opponent; change: (changes: Partial<Opponent>) => void; most: number }) {
  const deep = who.limit === "depth";
  return (
    <label class="stacked">
      <span>{deep ? words.plies : words.howLong}</span>
      <input
        type="number"
        min={deep ? 1 : 0.1}
        max={deep ? 60 : most}
        step={deep ? 1 : 0.1}
        value={deep ? who.depth : who.seconds}
        onInput={(event) => change({ [who.limit]: Number(event.currentTarget.value) })}
      />
    </label>
  );
}
