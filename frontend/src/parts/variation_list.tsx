// The tree of moves of an analysis, with the variations in blocks of their own.
import type { ComponentChildren } from "preact";
import { analysis as words, moves as moveWords } from "../texts";
import { MoveText } from "./moves";
import type { Branch } from "./variations";

export interface Tag {
  name: string;
  cost: string;
}

interface Props {
  tree: Branch;
  current: Branch;
  tags: ReadonlyMap<number, Tag>; // by ply, of the main line
  onPick: (branch: Branch) => void;
}

export function VariationList({ tree, current, tags, onPick }: Props) {
  const button = (branch: Branch, main: boolean) => {
    const tag = main ? tags.get(branch.ply) : undefined;
    return (
      <button
        key={`${branch.ply} ${branch.move}`}
        type="button"
        class={`plain ${tag?.name ?? ""}`}
        aria-current={branch === current ? "step" : undefined}
        onClick={() => onPick(branch)}
      >
        <MoveText ply={branch.ply} player="" move={branch.move} tag={tag?.name} cost={tag?.cost} />
      </button>
    );
  };
  const line = (first: Branch, main: boolean): ComponentChildren[] => {
    const found: ComponentChildren[] = [];
    for (let each: Branch | undefined = first; each; each = each.children[0]) {
      found.push(button(each, main));
      const siblings: Branch[] = each.parent?.children[0] === each ? each.parent.children.slice(1) : [];
      for (const other of siblings)
        found.push(
          <div
            key={`${other.ply} ${other.move} …`}
            class="variation"
            role="group"
            aria-label={words.variation(other.move)}
          >
            {line(other, false)}
          </div>,
        );
    }
    return found;
  };
  return (
    <div class="moves" role="group" aria-label={moveWords.label} tabIndex={0}>
      <button
        type="button"
        class="plain"
        aria-current={current === tree ? "step" : undefined}
        onClick={() => onPick(tree)}
      >
        {moveWords.start}
      </button>
      {tree.children[0] && line(tree.children[0], true)}
    </div>
  );
}
