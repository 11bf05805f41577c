// The drawing of a scene. It says nothing to a screen reader: the grid of buttons above it does.
import type { ComponentChildren } from "preact";
import { useId, useMemo, useRef } from "preact/hooks";
import type { Area, Piece, Scene, Spot } from "../messages";
import { type Box, across, boxOf, spacing, stackOf, topOf } from "./geometry";
import { Arrow, LineArrow, Mark, Shape, WinLine } from "./shapes";

export interface SquareValue {
  text: string; // as it is read aloud, with words
  short: string; // as it fits into a square
  best: boolean;
  bound: boolean; // only a bound, or an evaluation: drawn unlike exact values
}

export interface PictureProps {
  scene: Scene;
  labels?: boolean;
  dots?: ReadonlySet<string>; // spots of legal moves
  picked?: readonly string[];
  values?: ReadonlyMap<string, SquareValue>; // by spot
  hints?: readonly (readonly string[])[]; // paths of spots
  arrows?: readonly (readonly string[])[]; // paths of the best lines' moves, the best first
  ghost?: { spot: string; piece: string } | null;
  lifted?: { spot: string; x: number; y: number } | null; // a piece that is being dragged; of no spot, the stone
  stone?: string | null; // the piece that is put on the board
  dropped?: string | null; // a spot whose piece is already where it belongs
  children?: ComponentChildren;
}

/** An SVG of the scene, as wide as the place it is put in. */
export function Picture(props: PictureProps) {
  const { scene } = props;
  const labels = scene.board === "table" || scene.board === "points" || (props.labels ?? true); // whose they are must be seen
  const box = boxOf(scene, labels);
  const fresh = useFresh(scene);
  const held =
    props.lifted && scene.pieces[(props.lifted.spot ? at0(scene, props.lifted.spot)?.piece : props.stone) ?? ""];
  const at = useMemo(() => new Map(scene.spots.map((spot) => [spot.name, spot])), [scene]);
  const top = (name: string) => at.has(name) && topOf(at.get(name)!);
  const size = spacing(scene.spots, scene.board);
  const holes = scene.board === "holes";
  const filled = holes || scene.board === "points";
  const winning = scene.spots.filter((spot) => scene.marks[spot.name] === "win");
  return (
    <svg class={`picture ${scene.board}`} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} aria-hidden="true">
      <Ground scene={scene} size={size} />
      {scene.board !== "points" && <Areas areas={scene.areas} />}
      {scene.spots.map((spot) => (
        <Mark key={spot.name} spot={spot} mark={scene.marks[spot.name]} size={size} board={framing(scene, spot)} />
      ))}
      {props.picked?.map(
        (name) =>
          at.get(name) && (
            <Mark key={name} spot={at.get(name)!} mark="picked" size={size} board={framing(scene, at.get(name)!)} />
          ),
      )}
      {scene.spots.map((spot) => {
        const piece = scene.pieces[spot.piece];
        return piece ? (
          <g key={`${spot.name} ${spot.piece}`} class={props.lifted?.spot === spot.name ? "ghost" : undefined}>
            <Stack
              {...{ spot, piece, size, filled }}
              fresh={props.dropped === spot.name ? undefined : fresh.get(spot.name)}
            />
          </g>
        ) : null;
      })}
      {props.ghost && at.get(props.ghost.spot) && scene.pieces[props.ghost.piece] && (
        <g class="ghost">
          <Drawn spot={at.get(props.ghost.spot)!} piece={scene.pieces[props.ghost.piece]!} {...{ size, filled }} />
        </g>
      )}
      {holes && <Frame scene={scene} box={box} />}
      {scene.spots.map((spot) => spot.note && <Note key={spot.name} spot={spot} size={size} />)}
      {[...(props.dots ?? [])].map((name) => {
        const spot = top(name);
        const shape = spot && scene.pieces[spot.piece]?.shape;
        return (
          spot &&
          !spot.note &&
          !props.values?.has(name) &&
          props.ghost?.spot !== name && (
            <Dot key={name} spot={spot} size={size} taken={spot.piece !== ""} table={shape === "card"} />
          )
        );
      })}
      {props.arrows?.map((path, rank) => (
        <LineArrow key={path.join()} path={path.flatMap((name) => top(name) || [])} rank={rank} />
      ))}
      {[...(props.values ?? [])].map(([name, value]) => {
        const spot = top(name);
        return spot && <Value key={name} spot={spot} value={value} size={size} board={scene.board} />;
      })}
      {winning.length > 1 && <WinLine spots={winning} />}
      {props.hints?.map((path) => (
        <Arrow key={path.join()} path={path.flatMap((name) => top(name) || [])} />
      ))}
      {labels &&
        scene.labels.map((label) => (
          <text key={`${label.x} ${label.y}`} class={within(scene, label)} x={label.x} y={label.y}>
            {label.text}
          </text>
        ))}
      {held && props.lifted && (
        <g class="lifted" transform={`translate(${props.lifted.x} ${props.lifted.y}) scale(${1.15 * size})`}>
          <Shape piece={held} filled={filled} />
        </g>
      )}
    </svg>
  );
}

/** By which board a mark is drawn: on a table only cards have the frame of a card. */
const framing = (scene: Scene, spot: Spot) =>
  scene.board === "table" && scene.pieces[spot.piece]?.shape !== "card" ? "plain" : scene.board;

const within = ({ width, height }: Scene, { x, y }: { x: number; y: number }) =>
  x > 0 && y > 0 && x < width && y < height ? "label within" : "label";

const at0 = (scene: Scene, name: string) => scene.spots.find((spot) => spot.name === name);

const MOST_FRESH = 10; // more than that is another position, not a move

interface Fresh {
  how: string;
  dx: number; // from where it comes
  dy: number;
}

/** Which pieces came or changed with this scene, so that they can move into place. None with the first one. */
function useFresh(scene: Scene): ReadonlyMap<string, Fresh> {
  const before = useRef<Map<string, Spot> | null>(null);
  const signature = scene.spots.map((spot) => spot.name + spot.piece + spot.count).join();
  return useMemo(() => {
    const found = new Map<string, Fresh>();
    const old = before.current;
    before.current = new Map(scene.spots.map((spot) => [spot.name, spot]));
    if (old)
      for (const [name, { piece, count }] of before.current) {
        const earlier = old.get(name);
        if (piece && earlier?.piece !== piece)
          found.set(name, slid(before.current, old, name) ?? { how: earlier?.piece ? "turned" : "new", dx: 0, dy: 0 });
        else if (piece && earlier!.count < count) found.set(name, { how: "new", dx: 0, dy: 0 });
      }
    return found.size <= MOST_FRESH || scene.board === "squares" ? found : new Map();
  }, [signature]);
}

/** A piece that has left one spot and lies on another now comes from there. */
function slid(now: ReadonlyMap<string, Spot>, old: ReadonlyMap<string, Spot>, name: string): Fresh | null {
  const spot = now.get(name)!;
  for (const [other, { piece, count, x, y }] of old) {
    const left = now.get(other);
    if (piece === spot.piece && count === 1 && spot.count === 1 && (!left || left.piece !== piece))
      return { how: "slid", dx: x - spot.x, dy: y - spot.y };
  }
  return null;
}

function Ground({ scene, size }: { scene: Scene; size: number }) {
  const { width, height, board } = scene;
  if (board === "lines")
    return (
      <g class="lines">
        {count(width - 1).map((i) => (
          <line key={`v${i}`} x1={i + 1} x2={i + 1} y1={0.06} y2={height - 0.06} />
        ))}
        {count(height - 1).map((i) => (
          <line key={`h${i}`} y1={i + 1} y2={i + 1} x1={0.06} x2={width - 0.06} />
        ))}
      </g>
    );
  if (board === "points")
    return (
      <g>
        <rect class="ground" width={width} height={height} rx={0.12} />
        <Areas areas={scene.areas} />
        {scene.spots.map((spot) => (
          <Point key={spot.name} spot={spot} />
        ))}
      </g>
    );
  if (board === "hexes") return <g>{scene.spots.map((spot) => hexagon(spot))}</g>;
  if (board === "nodes") return <Nodes scene={scene} />;
  if (board === "table") return <rect class="felt" width={width} height={height} rx={0.3} />;
  if (board === "holes") return <rect class="behind" width={width} height={height} rx={0.28} />;
  return (
    <g>
      {board === "squares" && <rect class="felt" width={width} height={height} rx={0.1} />}
      {board === "checkered" && <rect class="square even" width={width} height={height} />}
      {scene.spots.map((spot) => (
        <rect
          key={spot.name}
          class={`square ${(Math.floor(spot.x) + Math.floor(spot.y)) % 2 ? "odd" : "even"}`}
          x={spot.x - size / 2}
          y={spot.y - size / 2}
          width={size}
          height={size}
          rx={board === "plain" ? 0.12 * size : 0}
        />
      ))}
    </g>
  );
}

/** A long triangle under a spot of three squares or more, light and dark in turn. */
function Point({ spot }: { spot: Spot }) {
  const { x, y, tall, wide } = spot;
  const lies = across(spot);
  const along = lies ? wide : tall;
  if (Math.abs(along) < 3) return null;
  const dark = (Math.floor((lies ? y : x) - 0.05) + (along < 0 ? 1 : 0)) % 2;
  const line = lies
    ? `M${x - wide / 2} ${y - 0.48}V${y + 0.48}L${x + 0.46 * wide} ${y}Z`
    : `M${x - 0.48} ${y - tall / 2}H${x + 0.48}L${x} ${y + 0.46 * tall}Z`;
  return <path class={dark ? "point dark" : "point"} d={line} />;
}

function hexagon({ name, x, y }: Spot) {
  const corners = [30, 90, 150, 210, 270, 330].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + HEX * Math.cos(angle)).toFixed(3)},${(y + HEX * Math.sin(angle)).toFixed(3)}`;
  });
  return <polygon key={name} class="hex" points={corners.join(" ")} />;
}

const HEX = 0.565; // from the middle to a corner

/** Round places, and lines between those that are linked. */
function Nodes({ scene }: { scene: Scene }) {
  const at = new Map(scene.spots.map((spot) => [spot.name, spot]));
  return (
    <g>
      <g class="lines">
        {scene.links.map(([a, b]) => {
          const [from, to] = [at.get(a!), at.get(b!)];
          return from && to && <line key={`${a} ${b}`} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
        })}
      </g>
      {scene.spots.map((spot) => (
        <circle key={spot.name} class="node" cx={spot.x} cy={spot.y} r={0.36} />
      ))}
    </g>
  );
}

/** Parts of the ground, the lowest first. */
const Areas = ({ areas }: { areas: readonly Area[] }) => (
  <g>
    {areas.map((area, i) => (
      <AreaOf key={i} area={area} />
    ))}
  </g>
);

const ROUND: Record<string, number> = { felt: 0.06, wood: 0.2, mat: 0.25, place: 0.09, bubble: 0.22 };

function AreaOf({ area }: { area: Area }) {
  const { x, y, width, height, look, text } = area;
  const afloat = look === "ship" || look === "wreck";
  return (
    <g class={`area ${look}`}>
      {afloat ? (
        <Hull area={area} />
      ) : (
        look !== "words" && (
          <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={ROUND[look] ?? 0} />
        )
      )}
      {text && <Words {...{ x, y, width, height, text }} />}
    </g>
  );
}

const LETTER = 0.56; // of a letter's height, how wide it is at most

/** Text in an area: as large as it may be, in as many lines as it needs. */
function Words({ x, y, width, height, text }: { x: number; y: number; width: number; height: number; text: string }) {
  const size = Math.min(0.34, height * 0.5);
  const most = Math.max(6, Math.floor(width / (size * LETTER)));
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const step = Math.min(size * 1.3, height / lines.length);
  return (
    <>
      {lines.map((line, i) => (
        <text key={i} x={x} y={y + (i - (lines.length - 1) / 2) * step} font-size={Math.min(size, step)}>
          {line}
        </text>
      ))}
    </>
  );
}

/** A ship from above, its bow to the right or upwards. */
function Hull({ area: { x, y, width, height } }: { area: Area }) {
  const flat = width >= height;
  const [long, thin] = flat ? [width, height] : [height, width];
  const [l, t] = [long / 2, thin / 2];
  const bow = Math.min(0.55, long / 3);
  const line = `M${-l} ${-t * 0.6}Q${-l} ${-t} ${-l + 0.3} ${-t}H${l - bow}Q${l - bow / 4} ${-t * 0.75} ${l} 0Q${l - bow / 4} ${t * 0.75} ${l - bow} ${t}H${-l + 0.3}Q${-l} ${t} ${-l} ${t * 0.6}Z`;
  const deck = `M${-l + 0.3} 0H${l - bow}`;
  return (
    <g transform={`translate(${x} ${y})${flat ? "" : " rotate(-90)"}`}>
      <path class="hull" d={line} />
      <path class="deck" d={deck} />
      {[...Array(Math.max(0, Math.round(long) - 1)).keys()].map((i) => (
        <circle key={i} class="turret" cx={-l + 0.5 + i} cy={0} r={0.13} />
      ))}
    </g>
  );
}

/** The front of a board with holes, drawn over the pieces, so that they fall behind it. */
function Frame({ scene, box }: { scene: Scene; box: Box }) {
  const id = useId().replace(/[^\w-]/g, "");
  return (
    <g>
      <mask id={id} maskUnits="userSpaceOnUse" x={box.x} y={box.y} width={box.width} height={box.height}>
        <rect width={scene.width} height={scene.height} rx={0.28} fill="white" />
        {scene.spots.map((spot) => (
          <circle key={spot.name} cx={spot.x} cy={spot.y} r={0.4} fill="black" />
        ))}
      </mask>
      <rect class="frame" width={scene.width} height={scene.height} rx={0.28} mask={`url(#${id})`} />
      {scene.spots.map((spot) => (
        <circle key={spot.name} class={`rim ${scene.marks[spot.name] ?? ""}`} cx={spot.x} cy={spot.y} r={0.4} />
      ))}
    </g>
  );
}

interface DrawnProps {
  spot: Spot;
  piece: Piece;
  size: number;
  filled: boolean;
  fresh?: Fresh;
}

function Drawn({ spot, piece, size, filled, fresh }: DrawnProps) {
  return (
    <g transform={`translate(${spot.x} ${spot.y}) scale(${size})`}>
      <g
        class={`piece ${fresh?.how ?? ""}`}
        style={{ "--fall": `${-spot.y - 0.5}px`, "--dx": `${fresh?.dx ?? 0}px`, "--dy": `${fresh?.dy ?? 0}px` }}
      >
        <Shape piece={piece} filled={filled} />
      </g>
    </g>
  );
}

/** The pieces of a spot; where there are more than fit, the last shows how many. */
function Stack({ spot, piece, fresh, ...props }: DrawnProps) {
  const places = stackOf(spot);
  const more = spot.count > places.length ? { ...piece, text: String(spot.count) } : piece;
  const last = places.length - 1;
  return (
    <g>
      {places.map((place, i) => (
        <Drawn
          key={i}
          spot={place}
          piece={i === last ? more : piece}
          fresh={i === last ? fresh : undefined}
          {...props}
        />
      ))}
    </g>
  );
}

function Note({ spot, size }: { spot: Spot; size: number }) {
  const room = Math.min(0.26, 1.4 / Math.max(spot.note.length, 1)) * size;
  return (
    <text class="note" x={spot.x} y={spot.y + (spot.piece ? 0.36 * size : 0)} font-size={room}>
      {spot.note}
    </text>
  );
}

/** Where a move can be clicked: a dot, around what lies there a ring, on a card a dot at its foot. */
const Dot = ({ spot, size, taken, table }: { spot: Spot; size: number; taken: boolean; table: boolean }) =>
  table ? (
    <circle class="dot" cx={spot.x} cy={spot.y + 0.39 * size} r={0.07 * size} />
  ) : (
    <circle class={taken ? "dot taken" : "dot"} cx={spot.x} cy={spot.y} r={(taken ? 0.45 : 0.11) * size} />
  );

/** What a move is worth: in its square, above a piece, on the upper edge of a card or of a square with an arrow. */
function Value({ spot, value, size, board }: { spot: Spot; value: SquareValue; size: number; board: string }) {
  const small = board === "table" || board === "checkered";
  const font = Math.min(small ? 0.26 : 0.36, 0.95 / Math.max(value.short.length, 1)) * size;
  const dy = (board === "table" ? -0.5 : board === "checkered" ? -0.34 : spot.piece ? -0.3 : 0) * size;
  const high = (small ? 0.32 : 0.48) * size;
  const half = Math.min(0.44, 0.16 + 0.095 * value.short.length) * size;
  return (
    <g class={`value ${value.best ? "best" : ""} ${value.bound ? "bound" : ""}`}>
      <rect x={spot.x - half} y={spot.y + dy - high / 2} width={2 * half} height={high} rx={0.14 * size} />
      <text x={spot.x} y={spot.y + dy} font-size={font}>
        {value.short}
      </text>
    </g>
  );
}

const count = (n: number) => [...Array(Math.max(0, Math.floor(n))).keys()];
