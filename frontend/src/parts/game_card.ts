// A game's card, and what can search the game.
import type { About, GameCard, Named } from "../messages";

/** From what the game is called: its own name, or one with options, `mnk:m=4,n=4`. */
export const cardOf = (games: readonly GameCard[], spec: string): GameCard | undefined =>
  games.find((each) => each.spec === spec) ?? games.find((each) => each.spec === spec.split(":")[0]);

export const methodsOf = (about: About, card: GameCard | undefined): Named[] =>
  about.methods.filter((each) => !card || card.methods.includes(each.name));
