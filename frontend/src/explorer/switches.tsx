// The switches of the selective search, as the server (or the trace, in a notebook) lists them: each as the method says,
// on or off.
import type { Named } from "../messages";
import { explore as texts } from "../texts";

const MASTER = "selective"; // off: all of them are off

// "null_move=no,probcut=yes" as a map; what is not in it is as the method says.
export function readSwitches(text: string): Map<string, boolean> {
  const parts = text.split(",").filter((part) => part.includes("="));
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("=")), part.endsWith("=yes")]));
}

export function writeSwitches(chosen: ReadonlyMap<string, boolean>): string {
  return [...chosen].map(([name, on]) => `${name}=${on ? "yes" : "no"}`).join(",");
}

// Whether any of them is switched on: such a search prunes on ≥.
export const anyOn = (text: string): boolean => [...readSwitches(text)].some(([name, on]) => on && name !== MASTER);

export function switchWords(text: string): string {
  const chosen = readSwitches(text);
  if (!chosen.size) return "";
  if (chosen.get(MASTER) === false) return texts.notSelective;
  const listed = (on: boolean) => [...chosen].filter((each) => each[1] === on).map(([name]) => nameOf(name));
  const [more, less] = [listed(true), listed(false)];
  const words = (names: string[], state: string) =>
    names.length > 2 ? texts.manySwitched(names.length, state) : names.length ? `${names.join(", ")} ${state}` : "";
  return [words(more, texts.on), words(less, texts.off)].filter(Boolean).join(", ");
}

const nameOf = (name: string): string => name.replaceAll("_", " ");

interface Props {
  switches: readonly Named[];
  value: string;
  onChange: (value: string) => void;
}

export function Switches({ switches, value, onChange }: Props) {
  const chosen = readSwitches(value);
  const set = (name: string, to: string) => {
    const next = new Map(chosen);
    next.delete(name);
    if (to) next.set(name, to === "yes");
    const off = name === MASTER && to === "no"; // then nothing else can be on
    onChange(writeSwitches(off ? new Map([[MASTER, false]]) : next));
  };
  const all = switches.filter((each) => each.name !== MASTER).map((each) => [each.name, true] as const);
  return (
    <details class="switches">
      <summary>
        {texts.switches}: {switchWords(value) || texts.asMethod}
      </summary>
      <div class="row">
        <button type="button" disabled={!value} onClick={() => onChange("")}>
          {texts.asMethod}
        </button>
        <button type="button" onClick={() => onChange(writeSwitches(new Map(all)))}>
          {texts.allOn}
        </button>
        <button type="button" onClick={() => onChange(writeSwitches(new Map([[MASTER, false]])))}>
          {texts.allOff}
        </button>
      </div>
      <div class="switch-list">
        {switches.map(({ name, summary }) => (
          <label key={name} class="stacked" title={summary}>
            <span>{nameOf(name)}</span>
            <select
              value={chosen.has(name) ? (chosen.get(name) ? "yes" : "no") : ""}
              disabled={name !== MASTER && chosen.get(MASTER) === false}
              onChange={(event) => set(name, event.currentTarget.value)}
            >
              <option value="">{texts.usual}</option>
              <option value="yes">{texts.on}</option>
              <option value="no">{texts.off}</option>
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
