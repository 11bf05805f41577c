// An explicit tree that was not searched: drawn as it was given, chance nodes included.
import { useMemo } from "preact/hooks";
import { explore as texts } from "../texts";
import { newCamera, TreeCanvas } from "./canvas";
import { picture, type Leaf, type Spot } from "./drawing";
import { parsePosition, placed, type Placed } from "./edit";
import type { Box } from "./layout";
import type { Look } from "./paint";
import { plainNumber } from "./steps";
import { CHANCE } from "./trace";

const ROOM = 60;

export function Still({ tree }: { tree: string }) {
  const top = useMemo(() => readable(tree), [tree]);
  return top && <Drawing top={top} />;
}

function Drawing({ top }: { top: Spot }) {
  const camera = useMemo(newCamera, [top]);
  const drawn = useMemo(
    () => picture(STILL, top, top, { all: true, opened: new Set(), closed: new Set() }, () => ROOM, 10),
    [top],
  );
  return (
    <div class="drawing">
      <TreeCanvas
        picture={drawn}
        look={lookOf}
        focus={top}
        camera={camera}
        label={texts.still}
        version={drawn}
        onPick={() => undefined}
        onFold={() => undefined}
      />
    </div>
  );
}

// What a drawing asks of a search, where there is none.
const STILL = { small: true, kids: (spot: Spot): Spot[] => spot.kids ?? [] };

function lookOf(box: Box<Leaf>): Look {
  const { spot, move, parent } = box.item.spot;
  const odds =
    parent?.spot?.turn === CHANCE
      ? plainNumber(Number((spot!.node.odds ?? 1 / parent.spot.children.length).toPrecision(3)))
      : "";
  const value = spot!.node.value;
  return {
    turn: spot!.turn,
    text: value === null ? "" : plainNumber(value),
    note: "",
    edge: move,
    odds,
    state: "unseen",
    sign: "",
    deeds: [],
    current: false,
    selected: false,
    best: false,
    folded: box.item.folded,
    more: box.item.more,
  };
}

function readable(tree: string): Spot | null {
  try {
    return spotOf(placed(parsePosition(tree).root), null);
  } catch {
    return null;
  }
}

let next = 0;

function spotOf(place: Placed, parent: Spot | null): Spot {
  const spot: Spot = {
    id: next++,
    parent,
    move: place.name,
    rows: [],
    spot: place,
    ply: parent ? parent.ply + 1 : 0,
    kids: null,
  };
  spot.kids = place.children.map((child) => spotOf(child, spot));
  return spot;
}
