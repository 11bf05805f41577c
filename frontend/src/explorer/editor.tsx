// Changes one node of an explicit tree: its value, its place among its siblings, its children, whose turn it is.
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { explore as texts } from "../texts";
import { changed, find, parsePosition, placed, treeText, type Change } from "./edit";
import { plainNumber } from "./steps";

// A tree and the moves to the node in it that is edited.
export interface Place {
  tree: string;
  path: string[];
}

// The place of the last change, once.
export function taken(edited: { current: Place | null }): string[] | null {
  const path = edited.current?.path ?? null;
  edited.current = null;
  return path;
}

// A change is seen here at once; the page goes on showing the search of the old tree until the new one is there.
export function Editor({ place: { tree, path }, onChange }: { place: Place; onChange: (place: Place) => void }) {
  const { root, moves } = useMemo(() => parsePosition(tree), [tree]);
  const spot = useMemo(() => find(placed(root), path), [root, path.join(" ")]);
  const own = spot?.node.value ?? null;
  const [value, setValue] = useState("");
  const [wrong, setWrong] = useState(false);
  useLayoutEffect(() => {
    setValue(own === null ? "" : plainNumber(own));
    setWrong(false);
  }, [spot, own]);
  if (!spot || moves.length) return null;
  const act = (change: Change) => {
    const done = changed(root, path, change);
    const text = treeText(done.tree);
    if (text !== treeText(root)) onChange({ tree: text, path: done.path });
  };
  const set = (event: Event) => {
    event.preventDefault();
    const number = numberIn(value);
    setWrong(number === null);
    if (number !== null) act({ do: "value", value: number });
  };
  const { index, turn, parent } = spot;
  const siblings = parent?.children.length ?? 0;
  return (
    <fieldset class="editor">
      <legend>{texts.edit}</legend>
      {own !== null && (
        <form class="row" onSubmit={set}>
          <label class="stacked">
            <span>{texts.leafValue}</span>
            <input
              size={6}
              inputMode="decimal"
              value={value}
              aria-invalid={wrong}
              aria-describedby={wrong ? "leaf-wrong" : undefined}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          </label>
          <button type="submit">{texts.set}</button>
          {wrong && (
            <p id="leaf-wrong" class="wrong" role="alert">
              {texts.notNumber}
            </p>
          )}
        </form>
      )}
      {own === null && (
        <label class="stacked">
          <span>{texts.turn}</span>
          <select value={turn} onChange={(event) => act({ do: "turn", turn: Number(event.currentTarget.value) })}>
            {[0, 1, -1].map((each) => (
              <option key={each} value={each}>
                {texts.turns[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="row">
        {siblings > 1 && (
          <button type="button" disabled={index === 0} onClick={() => act({ do: "earlier" })}>
            {texts.earlier}
          </button>
        )}
        {siblings > 1 && (
          <button type="button" disabled={index === siblings - 1} onClick={() => act({ do: "later" })}>
            {texts.later}
          </button>
        )}
        <button type="button" onClick={() => act({ do: "add", value: own ?? 0 })}>
          {texts.addLeaf}
        </button>
        {parent && (
          <button type="button" disabled={siblings < 2 && parent.parent === null} onClick={() => act({ do: "remove" })}>
            {texts.remove}
          </button>
        )}
      </div>
    </fieldset>
  );
}

function numberIn(text: string): number | null {
  const plain = text.trim().replaceAll("−", "-").replaceAll("∞", "inf").replace(",", ".");
  if (/^[+-]?inf$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}
