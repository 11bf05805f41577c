// Settings that the builds (build.js), `vite` for development and vitest share.
import { defineConfig } from "vite";

// While the pages are worked on: `zermelo serve --no-open --port 8001` in one terminal, `npx vite` in another.
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8001";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/api": { target: server, changeOrigin: true } } },
  // The style targets are the first browsers with light-dark(): what is made for older ones does not follow the switch.
  build: { target: "es2022", cssTarget: ["chrome123", "firefox120", "safari17.5"], modulePreload: { polyfill: false } },
});
