// Moves as one text for an address: with blanks between them, or as a JSON list where a move has blanks itself.

export const joined = (moves: readonly string[]): string =>
  moves.every((move) => /^[^\s,;["]+$/.test(move)) ? moves.join(" ") : JSON.stringify(moves);
