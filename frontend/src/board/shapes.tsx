// The few things a board is drawn with: pieces, marks, the winning line, arrows. One square is one unit.
import type { Piece, Spot } from "../messages";
import { Back, Card, Chips, Cube, Die, Shot, Tile, Water } from "./tabletop";

/** A piece around the middle of its square. The sides differ in shape as well as in colour;
    what fills its place, as in a hole, is a disc, and a ring is drawn on it. */
export function Shape({ piece, filled = false }: { piece: Piece; filled?: boolean }) {
  const side = piece.side === 0 ? "first" : piece.side === 1 ? "second" : "nobody";
  if (piece.shape === "cross") return <path class={`stroke ${side}`} d="M-.27-.27L.27.27M.27-.27L-.27.27" />;
  if (piece.shape === "ring" && !filled) return <circle class={`stroke ${side}`} r={0.28} />;
  if (piece.shape === "card") return <Card piece={piece} />;
  if (piece.shape === "back") return <Back piece={piece} />;
  if (piece.shape === "die") return <Die piece={piece} side={side} />;
  if (piece.shape === "cube") return <Cube piece={piece} />;
  if (piece.shape === "chips") return <Chips piece={piece} />;
  if (piece.shape === "hit" || piece.shape === "miss") return <Shot hit={piece.shape === "hit"} />;
  if (piece.shape === "tile") return <Tile piece={piece} side={side} />;
  if (piece.shape === "water") return <Water />;
  if (piece.shape === "figure")
    return (
      <g class={`figure ${side}`} transform="scale(0.01)">
        <path class="body" d={piece.outline} />
        <path class="inside" d={piece.lines} />
      </g>
    );
  if (piece.shape !== "text")
    return (
      <g class={`disc ${side}`}>
        <circle class="body" r={0.4} />
        {!piece.lines && <circle class="sign" r={side === "second" && !piece.text ? 0.17 : 0.29} />}
        {piece.lines && <path class="inside" transform="scale(0.01)" d={piece.lines} />}
        {piece.text && <text font-size={0.4}>{piece.text}</text>}
      </g>
    );
  const text = piece.text || piece.name.slice(0, 2);
  return (
    <text class={`letter ${side}`} font-size={Math.min(0.72, 1.3 / Math.max([...text].length, 1))}>
      {text}
    </text>
  );
}

/** What is to be noticed about a square: the last move, the winning line, what was picked. */
export function Mark({ spot, mark, size, board }: { spot: Spot; mark?: string; size: number; board: string }) {
  if (!mark || board === "holes") return null;
  if (board === "checkered")
    return (
      <g class={`mark ${mark}`}>
        <rect class="tint" x={spot.x - 0.5} y={spot.y - 0.5} width={1} height={1} />
        <rect class="edge" x={spot.x - 0.46} y={spot.y - 0.46} width={0.92} height={0.92} rx={0.05} />
      </g>
    );
  const half = (board === "table" ? 0.5 : 0.46 * Math.abs(spot.wide)) * size; // a card is higher than wide, and framed outside
  const high = (board === "table" ? 0.68 : 0.46 * Math.abs(spot.tall)) * size;
  return (
    <rect
      class={`mark ${mark}`}
      x={spot.x - half}
      y={spot.y - high}
      width={2 * half}
      height={2 * high}
      rx={0.1 * size}
    />
  );
}

/** A stroke through the winning spots, where they lie on one line. */
export function WinLine({ spots }: { spots: readonly Spot[] }) {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  const a = sorted[0];
  const b = sorted[sorted.length - 1]!;
  const off = (s: Spot) => Math.abs((b.x - a.x) * (s.y - a.y) - (b.y - a.y) * (s.x - a.x));
  if (sorted.some((spot) => off(spot) > 0.01)) return null;
  return <line class="winline" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
}

const CLEAR = 0.3; // squares between the middle of a spot and where an arrow begins

/** A move of one of the best lines, from where to where: the best is the widest. */
export function LineArrow({ path, rank }: { path: readonly Spot[]; rank: number }) {
  if (path.length < 2) return null;
  const [from, to] = [path[0], path[path.length - 1]!];
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const wide = Math.max(0.09, 0.2 - 0.04 * rank);
  const point = (along: number, aside: number) =>
    `${(to.x - along * dx - aside * dy).toFixed(3)} ${(to.y - along * dy + aside * dx).toFixed(3)}`;
  const [half, head] = [wide / 2, 1.3 * wide];
  const tail = far - CLEAR;
  return (
    <path
      class={`linearrow rank${Math.min(rank, 3)}`}
      d={`M${point(tail, half)}L${point(2 * wide, half)}L${point(2 * wide, head)}L${point(0, 0)}L${point(2 * wide, -head)}L${point(2 * wide, -half)}L${point(tail, -half)}Z`}
    />
  );
}

/** A proposed move: a dashed ring on one spot, an arrow along several. */
export function Arrow({ path }: { path: readonly Spot[] }) {
  if (!path.length) return null;
  const end = path[path.length - 1]!;
  if (path.length === 1) return <circle class="hint" cx={end.x} cy={end.y} r={0.44} />;
  const before = path[path.length - 2]!;
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const tip = (turn: number, far: number) =>
    `${(end.x - far * Math.cos(angle + turn)).toFixed(3)} ${(end.y - far * Math.sin(angle + turn)).toFixed(3)}`;
  return (
    <g class="hint">
      <polyline points={path.map((spot) => `${spot.x},${spot.y}`).join(" ")} />
      <path d={`M${tip(0.6, 0.36)}L${end.x} ${end.y}L${tip(-0.6, 0.36)}`} />
    </g>
  );
}
