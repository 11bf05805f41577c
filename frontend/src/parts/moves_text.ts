// Moves as one text for an address: with spaces between them, or as a JSON list where a move itself has spaces.

export const joined = (moves: readonly string[]): string =>
  moves.every((move) => /^[^\s,;["]+$/.test(move)) ? moves.join(" ") : JSON.stringify(moves);
