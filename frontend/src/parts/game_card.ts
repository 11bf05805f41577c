// The card of a game from what it is called: its own name, or one with options, `mnk:m=4,n=4`.
import type { GameCard } from "../messages";

export const cardOf = (games: readonly GameCard[], spec: string): GameCard | undefined =>
  games.find((each) => each.spec === spec) ?? games.find((each) => each.spec === spec.split(":")[0]);
