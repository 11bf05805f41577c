// The moves of an analysis as a tree: the first child of each is the main line, the others are variations.

export interface Branch {
  move: string; // "" at the root
  ply: number;
  parent: Branch | null;
  children: Branch[];
}

export const root = (): Branch => ({ move: "", ply: 0, parent: null, children: [] });

/** The branch of a move: the one that is there, or a new one, behind the others. */
export function add(parent: Branch, move: string): Branch {
  const there = parent.children.find((each) => each.move === move);
  if (there) return there;
  const made: Branch = { move, ply: parent.ply + 1, parent, children: [] };
  parent.children.push(made);
  return made;
}

export function addAll(from: Branch, moves: readonly string[]): Branch {
  return moves.reduce(add, from);
}

export function pathTo(branch: Branch): Branch[] {
  const found: Branch[] = [];
  for (let each: Branch | null = branch; each?.parent; each = each.parent) found.unshift(each);
  return found;
}

export const movesTo = (branch: Branch): string[] => pathTo(branch).map((each) => each.move);

/** From a branch on, always the first child. */
export function lineFrom(branch: Branch): Branch[] {
  const found: Branch[] = [];
  for (let each = branch.children[0]; each; each = each.children[0]) found.push(each);
  return found;
}

/** The line that a branch lies on, to its end. */
export const lineThrough = (branch: Branch): Branch[] => [...pathTo(branch), ...lineFrom(branch)];

export const inMain = (branch: Branch): boolean =>
  branch.parent === null || (branch.parent.children[0] === branch && inMain(branch.parent));

/** Makes the variation that a branch is in the main line. */
export function promote(branch: Branch): void {
  for (let each = branch; each.parent; each = each.parent) {
    const others = each.parent.children.filter((child) => child !== each);
    each.parent.children = [each, ...others];
  }
}

/** Takes a branch and all behind it away; the branch that is left. */
export function cut(branch: Branch): Branch {
  if (!branch.parent) return branch;
  branch.parent.children = branch.parent.children.filter((child) => child !== branch);
  return branch.parent;
}
