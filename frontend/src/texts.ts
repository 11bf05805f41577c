// Every text that a visitor reads, by page. Sentences about a step of the search are made in explorer/sentences.ts.
// Numbers get a real minus sign; infinities are −∞ and +∞.

export const shell = {
  name: "Zermelo",
  skip: "Skip to the content",
  pages: "Pages",
  home: "Games",
  analyse: "Analyse",
  explore: "Tree explorer",
  practise: "Practise",
  tournament: "Tournaments",
  help: "Help",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  notFound: "There is no such page",
  notFoundWay: "The address leads nowhere. The games are on the first page.",
  crashed: "This page has failed",
  crashedWay: "Reload it; what was kept on the server is still there.",
};

export const connection = {
  lost: "The server does not answer.",
  odd: (status: number) => `The server answered with error ${status}.`,
  banner: "No connection to Zermelo. Is it still running? Start it again with",
  command: "zermelo serve",
  kept: "Nothing is lost: games are kept on the server and in the address of this page.",
  trying: "Trying …",
  again: "Try again",
  back: "Connected again.",
};

export const board = {
  empty: "empty",
  legal: "legal",
  picked: "picked",
  hint: "hint",
  marks: { last: "last move", win: "winning line" } as Record<string, string>,
  value: (text: string) => `value ${text}`,
  which: "Which move do you mean?",
  moves: "Moves",
};
