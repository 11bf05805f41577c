// Builds the three bundles: the web app (index.html and hashed assets), the notebook widget (one ES module, styles
// inside) and the explorer that a stand-alone page carries (one script, one style sheet).
//
//   node build.js [FOLDER]      FOLDER: ../src/zermelo/web/bundle
import { mkdirSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? resolve(here, "../src/zermelo/web/bundle"));
const common = { root: here, configFile: resolve(here, "vite.config.ts"), logLevel: "warn" };

// One self-contained file from one entry; whatever it imports is inside.
function single(entry, name, format) {
  return build({
    ...common,
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      cssCodeSplit: false,
      lib: { entry: resolve(here, entry), formats: [format], name: "zermelo", fileName: () => `${name}.js`, cssFileName: name },
    },
  });
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({ ...common, build: { outDir: folder, emptyOutDir: true } });
await single("src/explorer/widget.tsx", "widget", "es");
await single("src/explorer/standalone.tsx", "standalone", "iife");
