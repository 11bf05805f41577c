// A board that can be played on by mouse, touch and keyboard: a labelled grid of real buttons over the drawing.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Piece, Scene, Spot } from "../messages";
import { spoken } from "../numbers";
import { useStateOf } from "../parts/state_of";
import * as texts from "../texts";
import { Chooser, piecesOf } from "./chooser";
import { NOTHING, type Picking, click, loose, oneClick, open, pathOf, placeOf, stoneOf, unplaced } from "./choosing";
import { dropped as dropOn, useDragging } from "./dragging";
import { type Box, boxOf, narrowed, neighbour, rowsOf, spacing, turned } from "./geometry";
import { Picture, type SquareValue } from "./picture";
import { Shape } from "./shapes";

export type MoveValues = ReadonlyMap<string, SquareValue>; // by move

export interface BoardProps {
  scene: Scene;
  label: string; // what the grid is called
  turn?: number | null; // whose piece shows where it would land
  readOnly?: boolean;
  flipped?: boolean;
  coordinates?: boolean;
  showLegal?: boolean;
  editing?: boolean; // every square can be clicked, and none is a move
  values?: MoveValues;
  hints?: readonly string[]; // moves to point at
  arrows?: readonly string[]; // moves of the best lines, the best first
  shaking?: string | null; // a spot that was refused
  onMove?: (move: string) => void;
  onRefuse?: (spot: string, from: string | null) => void; // a click that makes no move; from: of moves along several spots
  onType?: (character: string) => void; // a letter or figure typed on the board
  children?: ComponentChildren; // between the drawing and the buttons of moves, whose room is kept then
}

export function Board(props: BoardProps) {
  const { readOnly = false, flipped = false } = props;
  const narrow = useNarrow();
  const scene = useMemo(() => {
    const laid = narrow ? narrowed(props.scene) : props.scene;
    return flipped ? turned(laid) : laid;
  }, [props.scene, flipped, narrow]);
  const coordinates = named(scene.board) || (props.coordinates ?? true);
  const [picking, setPicking] = useStateOf<Picking>(props.scene, () => NOTHING);
  const [near, setNear] = useState<string | null>(null);
  const [dropped, setDropped] = useState<string | null>(null); // where a dragged piece was let go
  const box = useMemo(() => boxOf(scene, coordinates), [scene, coordinates]);
  const places = useMemo(() => placeOf(scene), [scene]);
  const next = useMemo(
    () => (readOnly ? new Map<string, boolean>() : open(scene, picking.picked)),
    [scene, picking, readOnly],
  );
  const values = useMemo(() => bySpot(props.values, places), [props.values, places]);
  const hints = (props.hints ?? []).map((move) => pathOf(scene, move)).filter((path) => path.length);

  const play = (move: string) => {
    setPicking(NOTHING);
    props.onMove?.(move);
  };
  const choose = (name: string) => {
    if (readOnly) return;
    const found = click(scene, picking, name);
    setDropped(null);
    if (found.move !== null) return play(found.move);
    if (!found.picked.length && name !== picking.picked[picking.picked.length - 1]) refuse(name, picking);
    setPicking(found);
  };
  const refuse = (name: string, before: Picking) => {
    if (!oneClick(scene)) props.onRefuse?.(name, before.picked[before.picked.length - 1] ?? "");
    else if (!before.picked.length) props.onRefuse?.(name, null);
  };
  const drop = (name: string, before: Picking) => {
    const found = dropOn(scene, before, name);
    if (!found) return refuse(name, before);
    setDropped(name);
    if (found.move !== null) play(found.move);
    else setPicking(found);
  };
  const dragging = useDragging({ scene, box, readOnly, picking, onPick: setPicking, onDrop: drop });
  const askedOn = piecesOf(scene, picking.asked) && scene.spots.find((spot) => spot.name === last(picking.picked));
  const dots = props.showLegal && !readOnly ? dotsOf(scene, picking, next, places) : undefined;
  return (
    <div
      class={classOf(scene, narrow && props.scene.narrow !== null)}
      style={boxStyle(scene, coordinates)}
      {...(scene.spots.length ? dragging.handlers : {})}
    >
      {scene.spots.length ? (
        <div class={dragging.lifted ? "boardbox dragging" : "boardbox"} onPointerLeave={() => setNear(null)}>
          <Picture
            scene={scene}
            labels={coordinates}
            picked={picking.picked}
            dots={dots}
            values={values}
            hints={hints}
            arrows={props.arrows?.map((move) => pathOf(scene, move)).filter((path) => path.length > 1)}
            lifted={dragging.lifted}
            stone={stoneOf(scene, props.turn)}
            dropped={dropped}
            ghost={ghostOf(scene, near, readOnly ? null : props.turn)}
          />
          <Grid
            scene={scene}
            box={box}
            label={props.label}
            next={next}
            picked={picking.picked}
            values={values}
            hinted={new Set(hints.map((path) => path[path.length - 1]!))}
            landing={new Set(props.editing ? [] : places.values())}
            grips={
              new Set(
                scene.choices.flatMap(({ spots }) =>
                  spots.length > 1 ? spots.slice(0, -1) : spots.length && loose(scene, spots[0]) ? spots : [],
                ),
              )
            }
            editing={props.editing ?? false}
            shaking={props.shaking ?? null}
            readOnly={readOnly}
            onChoose={choose}
            onNear={setNear}
            onLeave={() => setPicking(NOTHING)}
            onType={props.onType}
          />
          {askedOn && (
            <Chooser
              key={picking.picked.join()}
              scene={scene}
              box={box}
              spot={askedOn}
              asked={picking.asked}
              onMove={play}
              onLeave={() => setPicking(NOTHING)}
            />
          )}
        </div>
      ) : (
        <pre class="textboard" tabIndex={0} role="group" aria-label={props.label}>
          {scene.text}
        </pre>
      )}
      {props.children}
      <MoveButtons
        scene={scene}
        kept={props.children !== undefined}
        asked={askedOn ? [] : picking.asked}
        values={props.values}
        hints={props.hints}
        readOnly={readOnly}
        onMove={play}
      />
    </div>
  );
}

interface GridProps {
  scene: Scene;
  box: Box;
  label: string;
  next: ReadonlyMap<string, boolean>;
  picked: readonly string[];
  values: ReadonlyMap<string, SquareValue>;
  hinted: ReadonlySet<string>;
  landing: ReadonlySet<string>;
  grips: ReadonlySet<string>; // where a piece can be dragged from
  shaking: string | null;
  editing: boolean;
  readOnly: boolean;
  onChoose: (name: string) => void;
  onNear: (name: string | null) => void;
  onLeave: () => void;
  onType?: (character: string) => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Grid(props: GridProps) {
  const { scene, box } = props;
  const rows = useMemo(() => rowsOf(scene.spots), [scene]);
  const [current, setCurrent] = useState<string | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const home = current && scene.spots.some((spot) => spot.name === current) ? current : rows[0]?.[0]?.name;
  const size = spacing(scene.spots, scene.board);
  const go = (spot: Spot) => {
    setCurrent(spot.name);
    buttons.current.get(spot.name)?.focus();
  };
  const keys = (event: KeyboardEvent, spot: Spot) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const row = rows.find((each) => each.includes(spot))!;
    if (arrow) go(neighbour(scene.spots, spot, ...arrow));
    else if (event.key === "Home") go(row[0]);
    else if (event.key === "End") go(row[row.length - 1]);
    else if (event.key === "Escape") return props.onLeave();
    else if (props.onType && /^[\p{L}\p{N}]$/u.test(event.key)) props.onType(event.key);
    else return;
    event.preventDefault();
  };
  return (
    <div class="squares" role="grid" aria-label={props.label} aria-readonly={props.readOnly}>
      {rows.map((row) => (
        <div key={row[0].name} role="row">
          {row.map((spot) => (
            <div key={spot.name} role="gridcell" style={cellStyle(spot, box, size)}>
              <button
                type="button"
                ref={(element) => {
                  if (element) buttons.current.set(spot.name, element);
                  else buttons.current.delete(spot.name);
                }}
                class={
                  [
                    props.shaking === spot.name && "shaking",
                    spot.piece && !props.readOnly && props.grips.has(spot.name) && "grip",
                  ]
                    .filter(Boolean)
                    .join(" ") || undefined
                }
                data-spot={spot.name}
                tabIndex={spot.name === home ? 0 : -1}
                aria-label={labelOf(spot, props)}
                aria-disabled={props.readOnly || undefined}
                aria-pressed={props.picked.includes(spot.name) || undefined}
                onClick={() => props.onChoose(spot.name)}
                onFocus={() => {
                  setCurrent(spot.name);
                  props.onNear(spot.name);
                }}
                onBlur={() => props.onNear(null)}
                onPointerEnter={(event) => event.pointerType === "mouse" && props.onNear(spot.name)}
                onKeyDown={(event) => keys(event, spot)}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** "d3, empty, legal, value plus 2" */
export function labelOf(
  spot: Spot,
  props: Pick<GridProps, "scene" | "next" | "picked" | "values" | "hinted" | "landing" | "editing">,
): string {
  const words = [spot.name, props.scene.pieces[spot.piece]?.name ?? texts.board.empty];
  if (spot.piece && spot.count > 1) words.push(texts.board.count(spot.count));
  const mark = props.scene.marks[spot.name];
  const value = props.values.get(spot.name);
  if (mark) words.push(texts.board.marks[mark] ?? mark);
  if (props.picked.includes(spot.name)) words.push(texts.board.picked);
  if (
    !props.editing &&
    props.next.has(spot.name) &&
    (spot.piece !== "" ||
      props.landing.has(spot.name) ||
      props.picked.length > 0 ||
      props.scene.choices.some((choice) => choice.spots.length > 1 && choice.spots[0] === spot.name))
  )
    words.push(texts.board.legal);
  if (value) words.push(texts.board.value(spoken(value.text)));
  if (props.hinted.has(spot.name)) words.push(texts.board.hint);
  if (spot.note) words.push(spot.note);
  return words.join(", ");
}

interface ButtonsProps {
  scene: Scene;
  asked: readonly string[];
  values?: MoveValues;
  hints?: readonly string[];
  readOnly: boolean;
  kept: boolean; // their place is kept where there is none
  onMove: (move: string) => void;
}

/** Moves without a place on the board, and the question which of several moves was meant. */
function MoveButtons({ scene, asked, values, hints, readOnly, kept, onMove }: ButtonsProps) {
  const moves = scene.spots.length ? unplaced(scene) : unplaced(scene).concat(placedOnly(scene));
  const offers = useOffers(scene, moves);
  if (!asked.length && !moves.length) return kept ? <div class="movebuttons" /> : null;
  const shown = asked.length ? asked : [...new Set([...offers.keys(), ...moves])];
  return (
    <div class="movebuttons" role="group" aria-label={asked.length ? texts.board.which : texts.board.moves}>
      {asked.length > 0 && <p>{texts.board.which}</p>}
      {shown.map((move) => (
        <button
          key={move}
          type="button"
          class={hints?.includes(move) ? "hinted" : undefined}
          disabled={readOnly || (!asked.length && !moves.includes(move))}
          data-move={move}
          onClick={() => onMove(move)}
        >
          <MoveName board={scene.board} piece={offers.get(move)} move={move} />
          {values && <small class="worth">{values.get(move)?.text ?? "\u00a0"}</small>}
          {hints?.includes(move) && <small>{texts.board.hint}</small>}
        </button>
      ))}
    </div>
  );
}

/** What the buttons put on the board, by move. One that is spent keeps its place while there are others. */
function useOffers(scene: Scene, moves: readonly string[]): ReadonlyMap<string, Piece> {
  const before = useRef<ReadonlyMap<string, Piece>>(new Map());
  const now = new Map<string, Piece>();
  for (const { move, spots, piece } of scene.choices)
    if (!spots.length && scene.pieces[piece]) now.set(move, scene.pieces[piece]);
  const same = now.size > 0 && [...now.keys()].every((move) => before.current.has(move));
  if (same) before.current = new Map([...before.current, ...now]);
  else if (now.size || moves.length) before.current = now;
  return before.current;
}

/** What a button puts on the board is shown and named; else the move says it. */
function MoveName({ board, piece, move }: { board: string; piece?: Piece; move: string }) {
  if (!piece) return <>{move}</>;
  return (
    <>
      <svg class={`picture ${board}`} viewBox="-0.5 -0.5 1 1" aria-hidden="true">
        <Shape piece={piece} />
      </svg>
      {piece.name}
    </>
  );
}

const placedOnly = (scene: Scene) => [...new Set(scene.choices.filter((c) => c.spots.length).map((c) => c.move))];

function bySpot(values: MoveValues | undefined, places: ReadonlyMap<string, string>): Map<string, SquareValue> {
  const found = new Map<string, SquareValue>();
  for (const [move, value] of values ?? []) {
    const spot = places.get(move);
    if (spot && !(found.get(spot)?.best ?? false)) found.set(spot, value);
  }
  return found;
}

const last = (names: readonly string[]) => names[names.length - 1];
const FEW = 3; // pieces that can move, and are shown before one is picked

/** With one click a move: where each would land. Of several clicks: what can be clicked next. */
function dotsOf(
  scene: Scene,
  picking: Picking,
  next: ReadonlyMap<string, boolean>,
  places: ReadonlyMap<string, string>,
): Set<string> {
  const long = scene.choices.some((choice) => choice.spots.length > 1);
  if (scene.board === "checkered" && !picking.picked.length && next.size > FEW) return new Set();
  return new Set(long || picking.picked.length ? next.keys() : places.values());
}

function ghostOf(scene: Scene, near: string | null, turn: number | null | undefined) {
  if (near === null || turn === null || turn === undefined) return null;
  const choice = scene.choices.find((each) => each.spots.length === 1 && each.spots[0] === near);
  const landing = choice && pathOf(scene, choice.move)[0];
  const own = Object.entries(scene.pieces).filter(([, piece]) => piece.side === turn);
  if (!landing || own.length !== 1 || scene.spots.find((spot) => spot.name === landing)?.piece) return null;
  return { spot: landing, piece: own[0][0] };
}

function boxStyle(scene: Scene, labels: boolean) {
  const box = boxOf(scene, labels);
  return { "--ratio": `${box.width} / ${box.height}`, "--wide": String(box.width), "--high": String(box.height) };
}

/** Labels that say whose cards or which points they are: they are always shown. */
const named = (board: string) => board === "table" || board === "points";

const classOf = (scene: Scene, narrow: boolean) =>
  scene.spots.length ? `board drawn ${narrow ? "narrow" : ""}` : "board";

const NARROW = "(max-width: 34rem)";

/** Whether the window is so narrow that wide boards have a layout of their own. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return narrow;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(4)}%`;

function cellStyle(spot: Spot, box: Box, size: number) {
  const tall = size * Math.abs(spot.tall);
  const wide = size * Math.abs(spot.wide);
  return {
    left: percent(spot.x - wide / 2 - box.x, box.width),
    top: percent(spot.y - tall / 2 - box.y, box.height),
    width: percent(wide, box.width),
    height: percent(tall, box.height),
  };
}
