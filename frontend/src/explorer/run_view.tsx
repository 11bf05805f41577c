// One run of the explorer: the sentence, the drawing, and beside it the same in words.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { grouped } from "../numbers";
import { useStateOf } from "../parts/state_of";
import { explorer as texts } from "../texts";
import { Boards } from "./boards";
import { TreeCanvas } from "./canvas";
import { pathOf, picture, type Folding, type Picture, type Spot } from "./drawing";
import type { Shared } from "./explorer";
import { Icon, type IconName } from "./icon";
import { Children, Counters, Facts, spotName, Unexamined } from "./facts";
import { SCISSORS, SHAPES } from "./paint";
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
  secret: boolean; // what comes later is not told: it is to be predicted
  asked?: ComponentChildren; // a question about the next step
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
  secret,
  asked,
}: RunProps) {
  const [folding, setFolding] = useStateOf<Folding>(run, () => ({ all: false, opened: new Set(), closed: new Set() }));
  const [board, setBoard] = useState(false);
  const current = run.spot(moment);
  const spot = picked ?? current;
  const [news, bump] = useState(0);
  const boards = useMemo(() => new Boards(run.trace, abilities.board, () => bump((n) => n + 1)), [run]);
  const [wanted, want] = useState<boolean | null>(null); // boards in the nodes; null: if they fit
  const { sizes } = boards;
  const place = run.forest.small && !folding.closed.size ? run.top(moment) : current;
  const fit = useMemo(() => boards.ready && fits(plan(run, moment, current, folding, picked, boards)), [run]);
  const boarded = boards.possible && (wanted ?? fit);
  const drawn = useMemo(
    () => plan(run, moment, current, folding, picked, boarded ? boards : null),
    [run, folding, place, picked, boarded, boarded && sizes.wide],
  );
  const looks = useMemo(
    () => run.looks(moment, picked, boarded ? boards : null),
    [run, moment, picked, drawn, boarded && news],
  );
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
            {boards.possible && (
              <button type="button" aria-pressed={boarded} onClick={() => want(!boarded)}>
                {texts.nodeBoards}
              </button>
            )}
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
          {asked}
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
          <Counters run={run} moment={moment} secret={secret} onGo={onGo} />
          <div>
            <Answer run={run} moment={moment} />
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

// What is drawn, with boards or shapes in the nodes.
function plan(
  run: Run,
  moment: number,
  current: Spot,
  folding: Folding,
  picked: Spot | null,
  boards: Boards | null,
): Picture {
  const sizes = boards?.sizes ?? SHAPES;
  const room = boards ? () => 2 * sizes.wide + 14 : run.roomOf;
  const gap = innerWidth < NARROW ? 3 : 10;
  const made = picture(run.forest, run.top(moment), current, withPath(folding, picked), room, gap, sizes);
  return run.forest.small ? spread(made) : made;
}

// A tree that is as tall as the drawing allows and not as wide is drawn wider.
function spread(made: Picture): Picture {
  const wide = Math.min(innerWidth, MOST_WIDE) - (innerWidth < 990 ? 40 : BESIDE);
  const high = Math.max(240, innerHeight - (innerWidth < NARROW ? 440 : 314));
  const scale = Math.min(2, high / ((made.depth + 1) * made.sizes.level + 20));
  const factor = Math.min(MOST_SPREAD, (0.94 * wide) / (made.width * scale));
  if (factor <= 1) return made;
  for (const box of made.boxes) box.x *= factor;
  return { ...made, width: made.width * factor };
}

const NARROW = 640; // pixels: a phone
const MOST_WIDE = 1600; // of a page
const MOST_SPREAD = 1.7;
const BESIDE = 450; // what else stands beside a drawing on a wide screen
const CLEAR = 0.55; // a board is still clear at this size

function fits({ width }: Picture): boolean {
  const room = innerWidth - (innerWidth < 990 ? 40 : BESIDE);
  return width * CLEAR <= room;
}

// The answer, once the search has it; before that the last pass's, if one is done.
function Answer({ run, moment }: { run: Run; moment: number }) {
  const { result } = run.trace.header;
  if (!result?.move) return null;
  const done = moment === run.walk.count - 1;
  const pass = run.trace.roots.indexOf(run.trace.root(run.walk.row(moment)));
  const before = pass > 0 && !done ? run.passAnswer(pass - 1) : "";
  return (
    <p>
      {texts.answer}:{" "}
      {done ? (
        <>
          <strong data-fact="answer">{result.move}</strong>, <span data-fact="score">{result.score}</span>
        </>
      ) : (
        <span data-fact="answer">{before ? texts.answerBefore(before) : texts.answerLater}</span>
      )}
    </p>
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
