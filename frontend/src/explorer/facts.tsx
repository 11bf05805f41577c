// What is known at a moment, in words: the node, its children, the counts. This is the explorer for whoever does not see
// the drawing.
import { grouped } from "../numbers";
import { explorer as texts } from "../texts";
import { pathOf, visit, type Spot } from "./drawing";
import { SCISSORS } from "./paint";
import { childRows, MOST_ROWS, unexamined, type Run } from "./run";
import { doneAt, sentence, signOf } from "./selective";
import { who } from "./sentences";
import { bounded, isDone, known, windowNow, windowOnEntry } from "./steps";
import { CHANCE, type Trace } from "./trace";

interface Props {
  run: Run;
  moment: number;
  spot: Spot; // the current node, or the one that was picked
  onPick: (spot: Spot) => void;
}

export const spotName = (spot: Spot): string => spot.move || texts.root;

export function Facts({ run, moment, spot, onPick }: Props) {
  const { trace } = run;
  const step = run.walk.steps[moment];
  const row = visit(trace, spot, step);
  const state = run.stateOf(spot, row, step);
  const searched = row >= 0 && !trace.isPruned(row);
  return (
    <dl class="facts">
      <dt>{texts.node}</dt>
      <dd>
        <Path spot={spot} onPick={onPick} />
      </dd>
      <dt>{texts.state}</dt>
      <dd>{texts.states[state]}</dd>
      {row >= 0 && <Selective run={run} row={row} />}
      {searched && <Searched run={run} row={row} step={step} />}
      <dt>{texts.best}</dt>
      <dd data-fact="line">
        {run
          .best(moment)
          .map((each) => each.move)
          .join(" ") || texts.noBest}
      </dd>
    </dl>
  );
}

// What a selective search did here, each with its sign.
function Selective({ run, row }: { run: Run; row: number }) {
  const { trace } = run;
  const done = doneAt(trace, row);
  const judged = trace.judgedAt(row);
  return (
    <>
      {done.length > 0 && <dt>{texts.selective}</dt>}
      {done.length > 0 && (
        <dd data-fact="why">
          {done.map((each) => (
            <span key={each.deed.sentence} class="deed">
              <span class={`deed-sign hue-${each.effect.hue}`} aria-hidden="true">
                {signOf(each)}
              </span>{" "}
              {sentence(trace, row, each)}
            </span>
          ))}
        </dd>
      )}
      {judged && !trace.isPruned(row) && <dt>{texts.judged}</dt>}
      {judged && !trace.isPruned(row) && <dd data-fact="judged">{judged.text}</dd>}
    </>
  );
}

function Searched({ run, row, step }: { run: Run; row: number; step: number }) {
  const { trace } = run;
  const [entry, now] = [windowOnEntry(trace, row), windowNow(trace, row, step)];
  const value = known(trace, row, step);
  const turn = trace.turn[row];
  return (
    <>
      <dt>{texts.toMove}</dt>
      <dd>
        {turn === CHANCE ? texts.chance : turn < 0 ? texts.nobody : `${turn === 0 ? "▲" : "▼"} ${who(trace, turn)}`}
      </dd>
      <dt>{texts.value}</dt>
      <dd data-fact="value">
        {value.value === null
          ? texts.nothingYet
          : bounded(value.text, value.bound) + (isDone(trace, row, step) ? "" : ` ${texts.soFar}`)}
      </dd>
      <dt>{texts.entry}</dt>
      <dd data-fact="entry">{trace.prunes ? `(${entry.alphaText}, ${entry.betaText})` : texts.noWindow}</dd>
      {trace.prunes && <dt>{texts.now}</dt>}
      {trace.prunes && (
        <dd data-fact="now">
          ({now.alphaText}, {now.betaText})
        </dd>
      )}
      {!trace.header.tree && <dt>{texts.depthLeft}</dt>}
      {!trace.header.tree && <dd data-fact="depth">{depthLeft(trace, row)}</dd>}
    </>
  );
}

// A search to the end of the game has no depth that runs out.
function depthLeft(trace: Trace, row: number): string {
  const endless = (trace.header.options.depth ?? null) === null && trace.roots.length === 1;
  return endless ? texts.toTheEnd : String(trace.depth[row]);
}

function Path({ spot, onPick }: { spot: Spot; onPick: (spot: Spot) => void }) {
  const way: Spot[] = [];
  for (let here: Spot | null = spot; here; here = here.parent) way.unshift(here);
  return (
    <span class="path">
      {way.map((each, i) => (
        <span key={each.id}>
          {i > 0 && " › "}
          {i < way.length - 1 ? (
            <button type="button" class="link" onClick={() => onPick(each)}>
              {spotName(each)}
            </button>
          ) : (
            <strong>{spotName(each)}</strong>
          )}
        </span>
      ))}
    </span>
  );
}

export function Children({ run, moment, spot, onPick }: Props) {
  const rows = childRows(run, spot, moment, texts.states);
  if (!rows.length) return <p class="small">{texts.noChildren}</p>;
  const windows = run.trace.prunes;
  const step = run.walk.steps[moment];
  const here = visit(run.trace, spot, step);
  const searched = here >= 0 && !run.trace.isPruned(here);
  const best = searched ? known(run.trace, here, step).from : -1;
  const bestWords = searched && isDone(run.trace, here, step) ? texts.bestOfAll : texts.bestSoFar;
  const all = run.forest.kids(spot).length;
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={texts.childrenOf(spotName(spot))}>
      <table class="children">
        <caption class="unseen">{texts.childrenOf(pathOf(spot).join(" ") || texts.root)}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.move}</th>
            <th scope="col">{texts.value}</th>
            {windows && <th scope="col">{texts.window}</th>}
            <th scope="col">{texts.state}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.spot.id} class={`is-${row.state}`} data-child={row.move}>
              <th scope="row">
                <button type="button" class="link" onClick={() => onPick(row.spot)}>
                  {row.move}
                </button>
              </th>
              <td>{row.value || "–"}</td>
              {windows && <td>{row.window || "–"}</td>}
              <td>
                {row.state === "pruned" || row.state === "under" ? `${SCISSORS} ` : ""}
                {row.words}
                {best >= 0 && row.spot.rows.includes(best) ? `, ${bestWords}` : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > MOST_ROWS && <p class="small">{texts.moreChildren(all - MOST_ROWS)}</p>}
    </div>
  );
}

export function Counters({
  run,
  moment,
  secret,
  onGo,
}: {
  run: Run;
  moment: number;
  secret: boolean; // what is still to come is not told
  onGo: (moment: number) => void;
}) {
  const { walk, trace } = run;
  const last = walk.count - 1;
  const found = trace.header.result;
  const rows: [string, string, number, number | undefined][] = [
    [texts.nodes, "nodes", walk.entered[moment], found?.nodes ?? walk.entered[last]],
    [texts.leaves, "leaves", walk.leaves[moment], trace.header.capped ? undefined : walk.leaves[last]],
    [texts.cutoffs, "cutoffs", walk.passed("cut", moment), found?.cutoffs ?? walk.total("cut")],
    [texts.pruned, "pruned", walk.cutEdges[moment], trace.header.capped ? undefined : walk.cutEdges[last]],
    [texts.tableHits, "table", walk.passed("table", moment), trace.header.capped ? undefined : walk.total("table")],
    [
      texts.researches,
      "researches",
      walk.passed("research", moment),
      trace.header.capped ? undefined : walk.total("research"),
    ],
  ];
  const selective = (trace.selective?.counts ?? []).filter(({ name, total }) => total || walk.recorded(name));
  const aside = selective.some(({ name, total }) => !trace.header.capped && (total ?? 0) > walk.recorded(name));
  const cell = (all: number | null | undefined) => (secret || all === undefined || all === null ? "?" : grouped(all));
  return (
    <div>
      <table class="counters">
        <caption class="unseen">{texts.counters}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col" class="number">
              {texts.sofar}
            </th>
            <th scope="col" class="number">
              {texts.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, key, now, all]) => (
            <tr key={key} data-count={key}>
              <th scope="row">{name}</th>
              <td class="number">{grouped(now)}</td>
              <td class="number">{cell(all)}</td>
            </tr>
          ))}
          {selective.map(({ name, words, total }) => (
            <tr key={name} data-count={name}>
              <th scope="row">
                <DeedName run={run} moment={moment} count={name} words={words} onGo={onGo} />
              </th>
              <td class="number">{grouped(walk.done(name, moment))}</td>
              <td class="number">{cell(total ?? (trace.header.capped ? null : walk.recorded(name)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {aside && <p class="small">{texts.aside}</p>}
    </div>
  );
}

// A count of the selective search, which leads to the next moment that it counts; after the last one, to the first.
function DeedName({
  run,
  moment,
  count,
  words,
  onGo,
}: {
  run: Run;
  moment: number;
  count: string;
  words: string;
  onGo: (moment: number) => void;
}) {
  const next = run.walk.nextDeed(count, moment) ?? run.walk.nextDeed(count, -1);
  const effect = run.trace.selective!.deeds.find((deed) => deed.count === count)?.effect ?? "";
  const hue = run.trace.selective!.effects[effect]?.hue;
  const name = (
    <>
      <span class={`dot hue-${hue}`} aria-hidden="true">
        ■
      </span>{" "}
      {words}
    </>
  );
  if (next === null) return name;
  return (
    <button type="button" class="link" title={texts.next(words)} onClick={() => onGo(next)}>
      {name}
    </button>
  );
}

// Explicit trees: the edges that have not been visited by now.
export function Unexamined({ run, moment }: { run: Run; moment: number }) {
  if (!run.forest.tree) return null;
  const names = unexamined(run, moment);
  return (
    <p class="small unexamined">
      {texts.unexamined}: <span data-fact="unexamined">{names.length ? names.join(", ") : texts.none}</span>
    </p>
  );
}
