// Builds the three bundles: the web app (index.html and hashed assets), the notebook widget (one ES module, styles
// inside) and the explorer that a stand-alone page carries (one script, one style sheet).
//
//   node build.js [FOLDER]      FOLDER: ../src/zermelo/web/bundle
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? resolve(here, "../src/zermelo/web/bundle"));
const fresh = `${folder}.new`; // swapped in when it is whole: a server may be reading the old one
const common = { root: here, configFile: resolve(here, "vite.config.ts"), logLevel: "warn" };

// One self-contained file from one entry; whatever it imports is inside.
function single(entry, name, format) {
  return build({
    ...common,
    publicDir: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: fresh,
      emptyOutDir: false,
      cssCodeSplit: false,
      lib: {
        entry: resolve(here, entry),
        formats: [format],
        name: "zermelo",
        fileName: () => `${name}.js`,
        cssFileName: name,
      },
    },
  });
}

rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
await build({ ...common, build: { outDir: fresh, emptyOutDir: true } });
await single("src/explorer/widget.tsx", "widget", "es");
await single("src/explorer/standalone.tsx", "standalone", "iife");
rmSync(folder, { recursive: true, force: true });
renameSync(fresh, folder);
