// A game's card, and what can search the game.
import type { About, GameCard, Named } from "../messages";
import { explore } from "../texts";

/** From what the game is called: its own name, or one with options, `mnk:m=4,n=4`. */
export const cardOf = (games: readonly GameCard[], spec: string): GameCard | undefined =>
  games.find((each) => each.spec === spec) ?? games.find((each) => each.spec === spec.split(":")[0]);

/** A method in words. */
export const methodName = (name: string): string => explore.methodNames[name] ?? name;

export const methodsOf = (about: About, card: GameCard | undefined): Named[] =>
  about.methods.filter((each) => !card || card.methods.includes(each.name));
