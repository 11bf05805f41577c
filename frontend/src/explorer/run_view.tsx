// One run of the explorer: the sentence, the drawing, and beside it the same in words.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { grouped } from "../numbers";
import { explorer as texts } from "../texts";
import { TreeCanvas } from "./canvas";
import { pathOf, picture, type Folding, type Spot } from "./drawing";
import type { Shared } from "./explorer";
import { Icon, type IconName } from "./icon";
import { Children, Counters, Facts, spotName, Unexamined } from "./facts";
import { SCISSORS } from "./paint";
import { savePng } from "./png";
import type { Run } from "./run";
import { story, type Happening } from "./sentences";
import { plainSign } from "./selective";
import type { Selective, Trace } from "./trace";

export interface Abilities {
  keysEverywhere?: boolean; // keys work wherever the focus is
  board?: (trace: Trace, moves: string[]) => string; // address of a picture of a position
  editor?: (run: Run, spot: Spot) => ComponentChildren; // changes an explicit tree
  exports?: ComponentChildren;
}

const SIGNS: Record<Happening, string> = {
  begin: "●",
  enter: "↓",
  leaf: "▢",
  leave: "↑",
  cut: SCISSORS,
  table: "≡",
  test: "?",
  research: "↻",
  reduced: "−",
  extended: "+",
  left: "⇥",
  end: "★",
};

interface RunProps {
  run: Run;
  moment: number;
  name: string;
  cameras: Shared;
  abilities: Abilities;
  lead: boolean;
  picked: Spot | null;
  onPick: (spot: Spot) => void;
  onBack: () => void;
  onGo: (moment: number) => void;
  onFocus: () => void;
}

export function RunView({
  run,
  moment,
  name,
  cameras,
  abilities,
  lead,
  picked,
  onPick,
  onBack,
  onGo,
  onFocus,
}: RunProps) {
  const [folding, setFolding] = useState<Folding>(() => ({ all: false, opened: new Set(), closed: new Set() }));
  const [board, setBoard] = useState(false);
  useEffect(() => setFolding({ all: false, opened: new Set(), closed: new Set() }), [run]);
  const current = run.spot(moment);
  const spot = picked ?? current;
  const drawn = useMemo(
    () => picture(run.forest, run.top(moment), current, withPath(folding, picked), () => run.room, 10),
    [run, folding, run.forest.small && !folding.closed.size ? run.top(moment) : current, picked],
  );
  const looks = useMemo(() => run.looks(moment, picked), [run, moment, picked, drawn]);
  const toggle = (each: Spot) => setFolding(toggled(folding, each, drawn.bySpot.get(each)?.item.folded === 0));
  const { event, text } = story(run.walk, moment);
  const { header } = run.trace;
  const Heading = name ? "h3" : "h2";
  return (
    <article class={lead ? "run lead" : "run"} aria-label={name || undefined} onFocusIn={onFocus}>
      {name && <h2>{name}</h2>}
      <p class={`caption on-${event}`} role="status">
        <span class="sign" aria-hidden="true">
          {SIGNS[event]}
        </span>{" "}
        <span data-sentence="">{text}</span>
      </p>
      <Limits run={run} left={drawn.left} />
      <div class="stage">
        <div class="drawing">
          <TreeCanvas
            picture={drawn}
            look={looks}
            focus={spot}
            camera={cameras.camera}
            label={texts.canvas}
            version={looks}
            onPick={onPick}
            onFold={toggle}
            onMove={cameras.redraw}
            register={cameras.register}
          />
          <div class="tools">
            <Tool name={texts.zoomIn} icon="plus" act={() => cameras.zoom(1.25)} />
            <Tool name={texts.zoomOut} icon="minus" act={() => cameras.zoom(0.8)} />
            <Tool name={texts.fit} icon="whole" act={cameras.reset} />
            {!run.forest.small && (
              <Tool
                name={folding.all ? texts.openPath : texts.openAll}
                icon={folding.all ? "fold" : "open"}
                act={() => setFolding({ all: !folding.all, opened: new Set(), closed: new Set() })}
              />
            )}
          </div>
        </div>
        <div class="beside">
          <Heading>{picked ? texts.selected : texts.here}</Heading>
          <Facts run={run} moment={moment} spot={spot} onPick={onPick} />
          {picked && (
            <Picked
              run={run}
              spot={picked}
              open={drawn.bySpot.get(picked)?.item.folded === 0}
              onFold={() => toggle(picked)}
              onGo={onGo}
              onBack={onBack}
            />
          )}
          {abilities.board && (
            <label>
              <input type="checkbox" checked={board} onChange={(change) => setBoard(change.currentTarget.checked)} />
              {texts.boards}
            </label>
          )}
          {abilities.board && board && <Board run={run} spot={spot} address={abilities.board} />}
          <Heading>{texts.children}</Heading>
          <Children run={run} moment={moment} spot={spot} onPick={onPick} />
          {abilities.editor?.(run, spot)}
        </div>
        <div class="under">
          <Counters run={run} moment={moment} onGo={onGo} />
          <div>
            {header.result?.move && (
              <p>
                {texts.answer}: <strong data-fact="answer">{header.result.move}</strong>,{" "}
                <span data-fact="score">{header.result.score}</span>
              </p>
            )}
            <Unexamined run={run} moment={moment} />
            {!run.forest.small && <p class="small">{texts.folded}</p>}
            <Legend selective={run.trace.selective} />
            <details class="exports">
              <summary>{texts.exports}</summary>
              <div class="row">
                {abilities.exports}
                <button type="button" onClick={() => savePng(drawn, looks, header.title)}>
                  {texts.png}
                </button>
              </div>
            </details>
          </div>
        </div>
      </div>
    </article>
  );
}

// A node that was picked is shown even where the search is not.
function withPath(folding: Folding, picked: Spot | null): Folding {
  if (!picked) return folding;
  const opened = new Set(folding.opened);
  for (let spot = picked.parent; spot; spot = spot.parent) opened.add(spot);
  return { ...folding, opened };
}

function toggled(folding: Folding, spot: Spot, open: boolean): Folding {
  const [opened, closed] = [new Set(folding.opened), new Set(folding.closed)];
  (open ? opened : closed).delete(spot);
  (open ? closed : opened).add(spot);
  return { ...folding, opened, closed };
}

function Limits({ run, left }: { run: Run; left: number }) {
  const { header } = run.trace;
  const open = run.trace.roots.some((row) => run.trace.leave[row] < 0);
  return (
    <>
      {header.options.open_cards === true && <p class="notice">{texts.openCards}</p>}
      {header.capped && (
        <p class="notice wait">
          {texts.capped(grouped(run.trace.size), header.result ? grouped(header.result.nodes) : "?")}
        </p>
      )}
      {open && !header.capped && <p class="notice wait">{texts.broken}</p>}
      {left > 0 && <p class="notice">{texts.tooLarge(grouped(left))}</p>}
    </>
  );
}

function Tool({ name, icon, act }: { name: string; icon: IconName; act: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

function Picked({
  run,
  spot,
  open,
  onFold,
  onGo,
  onBack,
}: {
  run: Run;
  spot: Spot;
  open: boolean;
  onFold: () => void;
  onGo: (moment: number) => void;
  onBack: () => void;
}) {
  const [entry, exit] = [run.entry(spot), run.exit(spot)];
  return (
    <div class="row">
      {entry >= 0 && (
        <button type="button" onClick={() => onGo(entry)}>
          {texts.goEntry}
        </button>
      )}
      {exit >= 0 && exit !== entry && (
        <button type="button" onClick={() => onGo(exit)}>
          {texts.goExit}
        </button>
      )}
      {run.forest.kids(spot).length > 0 && (
        <button type="button" onClick={onFold}>
          {open ? texts.fold : texts.unfold}
        </button>
      )}
      <button type="button" onClick={onBack}>
        {texts.backToCurrent}
      </button>
    </div>
  );
}

function Board({ run, spot, address }: { run: Run; spot: Spot; address: (trace: Trace, moves: string[]) => string }) {
  const moves = pathOf(spot);
  return (
    <img class="board-picture" src={address(run.trace, moves)} alt={texts.boardOf(moves.join(" ") || spotName(spot))} />
  );
}

function Legend({ selective }: { selective: Selective | null }) {
  return (
    <details class="legend">
      <summary>{texts.legend}</summary>
      <dl>
        {texts.legendList.map(([sign, words]) => (
          <div key={sign}>
            <dt>{sign}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {selective && <SelectiveLegend selective={selective} />}
    </details>
  );
}

// Every sign that a selective search may leave at a node, with its reason, under what it does to the search.
function SelectiveLegend({ selective }: { selective: Selective }) {
  const { deeds, effects } = selective;
  return (
    <dl class="selective-legend">
      {Object.entries(effects).map(([name, { hue, edge, legend }]) => (
        <div key={name} data-effect={name}>
          <dt>{name}</dt>
          <dd>
            {legend}
            {edge === "plain" ? "" : ` (${edge === "dashed" ? `${SCISSORS} ` : ""}${texts.edges[edge]})`}
            <br />
            {deeds
              .filter((deed) => deed.effect === name)
              .map((deed) => (
                <span key={deed.reason} class="deed-name">
                  <span class={`deed-sign hue-${hue}`}>{plainSign(deed)}</span>
                  {deed.reason}
                </span>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
