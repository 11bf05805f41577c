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
