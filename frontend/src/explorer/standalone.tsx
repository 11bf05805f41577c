// The explorer in a page of its own (view/explorer.py), from the disk and without a network.
//
//   #explorer   where it is drawn      #options   {"step": …, "title": …}      #trace-0, #trace-1   packed, in base64
import { render } from "preact";
import { Explorer } from "./explorer";
import "../style.css";
import "./explorer.css";
import { conventionOf, conventionWords, namesOf } from "./names";
import { Run } from "./run";
import { decode, fromBase64 } from "./trace";
import { explorer as texts } from "../texts";

interface Options {
  step?: number | null;
  title?: string;
  note?: string; // a sentence above the tree: what check_search found
}

function Page({ runs, options }: { runs: Run[]; options: Options }) {
  const ways = runs.map((run) => conventionOf(run.trace));
  const { header } = runs[0].trace;
  return (
    <main class="explore">
      <header>
        <h1>{options.title || header.title}</h1>
        <p class="small">
          {runs.length > 1 ? "" : `${conventionWords(ways[0])} · `}
          <code>{header.tree ?? header.position}</code>
        </p>
        {options.note && <p class="notice">{options.note}</p>}
      </header>
      <Explorer runs={runs} names={namesOf(ways)} step={options.step ?? 0} abilities={{ keysEverywhere: true }} />
    </main>
  );
}

function start(): void {
  const place = document.getElementById("explorer") ?? document.body;
  const options = JSON.parse(document.getElementById("options")?.textContent || "{}") as Options;
  try {
    const runs = [];
    for (let i = 0; ; i++) {
      const element = document.getElementById(`trace-${i}`);
      if (!element) break;
      runs.push(new Run(decode(fromBase64(element.textContent ?? ""))));
    }
    if (!runs.length) throw new Error(texts.noTrace);
    render(<Page runs={runs} options={options} />, place);
  } catch (error) {
    render(
      <main>
        <p class="notice bad" role="alert">
          {String((error as Error).message)}
        </p>
      </main>,
      place,
    );
  }
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
