// Changes one node of an explicit tree: its value, its place among its siblings, its children, whose turn it is.
import { useLayoutEffect, useState } from "preact/hooks";
import { explore as texts } from "../texts";
import { pathOf, type Spot } from "./drawing";
import { changed, parsePosition, parseTree, treeText, type Change } from "./edit";
import { plainNumber } from "./steps";

interface Props {
  tree: string;
  spot: Spot;
  busy?: { tree: string; path: string[] } | null; // the last change, while it is being searched
  onChange: (tree: string, path: string[]) => void;
}

export function Editor({ tree, spot, busy, onChange }: Props) {
  const node = spot.spot?.node;
  const own = node?.value ?? null;
  const [value, setValue] = useState("");
  const [wrong, setWrong] = useState(false);
  useLayoutEffect(() => {
    setValue(own === null ? "" : plainNumber(own));
    setWrong(false);
  }, [spot, own]);
  if (!node || parsePosition(tree).moves.length) return null;
  const act = (change: Change) => {
    const done = changed(parseTree(busy?.tree ?? tree), busy?.path ?? pathOf(spot), change);
    onChange(treeText(done.tree), done.path);
  };
  const set = (event: Event) => {
    event.preventDefault();
    const number = numberIn(value);
    setWrong(number === null);
    if (number !== null) act({ do: "value", value: number });
  };
  const siblings = spot.spot!.parent?.children.length ?? 0;
  const { index, turn } = spot.spot!;
  return (
    <fieldset class="editor">
      <legend>{texts.edit}</legend>
      {own !== null && (
        <form class="row" onSubmit={set}>
          <label class="stacked"><span>{texts.leafValue}</span>
            <input size={6} inputMode="decimal" value={value} aria-invalid={wrong} aria-describedby={wrong ? "leaf-wrong" : undefined} onInput={(event) => setValue(event.currentTarget.value)} />
          </label>
          <button>{texts.set}</button>
          {wrong && <p id="leaf-wrong" class="wrong" role="alert">{texts.notNumber}</p>}
        </form>
      )}
      {own === null && (
        <label class="stacked"><span>{texts.turn}</span>
          <select value={turn} onChange={(event) => act({ do: "turn", turn: Number(event.currentTarget.value) })}>
            {[0, 1, -1].map((each) => <option key={each} value={each}>{texts.turns[each]}</option>)}
          </select>
        </label>
      )}
      <div class="row">
        {siblings > 1 && <button disabled={index === 0} onClick={() => act({ do: "earlier" })}>{texts.earlier}</button>}
        {siblings > 1 && <button disabled={index === siblings - 1} onClick={() => act({ do: "later" })}>{texts.later}</button>}
        <button onClick={() => act({ do: "add", value: own ?? 0 })}>{texts.addLeaf}</button>
        {spot.parent && <button disabled={siblings < 2 && spot.parent.parent === null} onClick={() => act({ do: "remove" })}>{texts.remove}</button>}
      </div>
    </fieldset>
  );
}

function numberIn(text: string): number | null {
  const plain = text.trim().replaceAll("−", "-").replaceAll("∞", "inf").replace(",", ".");
  if (/^[+-]?inf$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}
