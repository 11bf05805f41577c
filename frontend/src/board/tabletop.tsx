// Cards, dice, cubes, chips and shots, around the middle of their square; a card is 0.9 wide and 1.26 high.
import type { Piece } from "../messages";

const SUITS: Record<string, [string, string]> = {
  "♠": [
    "spades",
    "M0-42C8-24 38-8 38 14C38 30 16 34 5 20C6 32 10 38 16 42H-16C-10 38-6 32-5 20C-16 34-38 30-38 14C-38-8-8-24 0-42Z",
  ],
  "♥": ["hearts", "M0 40C-10 22-40 4-40-16C-40-38-10-42 0-20C10-42 40-38 40-16C40 4 10 22 0 40Z"],
  "♦": ["diamonds", "M0-44L32 0L0 44L-32 0Z"],
  "♣": [
    "clubs",
    "M0-42A18 18 0 0 1 14-12A18 18 0 1 1 5 18C6 30 10 38 16 42H-16C-10 38-6 30-5 18A18 18 0 1 1-14-12A18 18 0 0 1 0-42Z",
  ],
};
// Where the suit is printed on number cards: columns at -1, 0, 1 and heights from -1 to 1.
const MIDDLE: Record<number, number[]> = {
  2: [-1, 1],
  3: [-1, 0, 1],
  5: [0],
  7: [-0.5],
  8: [-0.5, 0.5],
  9: [0],
  10: [-0.67, 0.67],
};
const EDGES: Record<number, number[]> = {
  4: [-1, 1],
  5: [-1, 1],
  6: [-1, 0, 1],
  7: [-1, 0, 1],
  8: [-1, 0, 1],
  9: [-1, -0.34, 0.34, 1],
  10: [-1, -0.34, 0.34, 1],
};

function pipsOf(rank: number): [number, number][] {
  const edges = EDGES[rank] ?? [];
  return [
    ...(MIDDLE[rank] ?? []).map((y): [number, number] => [0, y]),
    ...edges.map((y): [number, number] => [-1, y]),
    ...edges.map((y): [number, number] => [1, y]),
  ];
}

const Suit = ({ path, x, y, size, turn }: { path: string; x: number; y: number; size: number; turn?: boolean }) => (
  <path
    class="suit"
    d={path}
    transform={`translate(${x} ${y}) scale(${(turn ? -size : size) / 100} ${(turn ? -size : size) / 100})`}
  />
);

/** A card, face up: rank and suit in the corners, pips or a court card's letter in the middle. */
export function Card({ piece }: { piece: Piece }) {
  const sign = SUITS[piece.text.slice(-1)];
  const rank = sign ? piece.text.slice(0, -1) : piece.text;
  const pips = sign && /^\d+$/.test(rank) ? pipsOf(Number(rank)) : [];
  const court = /^[JQK]$/.test(rank);
  const wide = [...rank].length > 1;
  return (
    <g class={`card ${sign?.[0] ?? "nosuit"}`}>
      <rect class="face" x={-0.45} y={-0.63} width={0.9} height={1.26} rx={0.09} />
      <text class="rank" x={-0.29} y={-0.45} font-size={wide ? 0.28 : 0.33}>
        {rank}
      </text>
      {sign && <Suit path={sign[1]} x={-0.29} y={-0.2} size={0.22} />}
      {pips.map(([x, y]) => (
        <Suit key={`${x} ${y}`} path={sign[1]} x={0.12 + x * 0.17} y={0.06 + y * 0.4} size={0.19} turn={y > 0} />
      ))}
      {rank === "A" && sign && <Suit path={sign[1]} x={0.06} y={0.14} size={0.56} />}
      {court && (
        <g>
          <rect class="court" x={-0.13} y={-0.4} width={0.5} height={0.92} rx={0.05} />
          <text class="figure" x={0.12} y={0.1} font-size={0.5}>
            {rank}
          </text>
          <path class="crown" transform="translate(.12 -.22) scale(.01)" d={CROWNS[rank]} />
          {sign && <Suit path={sign[1]} x={0.12} y={0.38} size={0.18} />}
        </g>
      )}
      {!pips.length && !court && rank !== "A" && rank !== "" && (
        <text class="figure" x={0.08} y={0.14} font-size={wide ? 0.4 : 0.6}>
          {rank}
        </text>
      )}
    </g>
  );
}

const CROWNS: Record<string, string> = {
  K: "M-15 9L-17-8L-7-1L0-12L7-1L17-8L15 9Z",
  Q: "M-14 9L-18-6L-9 1L-6-10L0 0L6-10L9 1L18-6L14 9Z",
  J: "M-15 6C-12-8 10-10 14 2L8 8H-12ZM9-1C16-10 18-10 20-8",
};

const LATTICE = "M-32-44L32 20M-32-22L32 42M-32 0L12 44M-32 22L-10 44M-10-44L32-2M12-44L32-24";
const MIRRORED = "M32-44L-32 20M32-22L-32 42M32 0L-12 44M32 22L10 44M10-44L-32-2M-12-44L-32-24";

/** Cards face down: one, or a fan of them with how many they are. */
export function Back({ piece }: { piece: Piece }) {
  const count = Number(piece.text || 1);
  const shown = Math.min(count, 7);
  const step = shown > 1 ? Math.min(0.13, 0.8 / shown) : 0;
  return (
    <g class="back">
      {[...Array(shown).keys()].map((i) => (
        <g key={i} transform={`translate(${((i - (shown - 1) / 2) * step).toFixed(3)} 0)`}>
          <rect class="edge" x={-0.45} y={-0.63} width={0.9} height={1.26} rx={0.09} />
          <rect class="inner" x={-0.38} y={-0.56} width={0.76} height={1.12} rx={0.05} />
          {i === shown - 1 && <path class="lattice" transform="scale(.0108 .0122)" d={LATTICE + MIRRORED} />}
        </g>
      ))}
      {count > 1 && (
        <g transform={`translate(${(((shown - 1) / 2) * step).toFixed(3)} 0)`}>
          <circle class="badge" r={0.3} />
          <text font-size={0.34}>{piece.text}</text>
        </g>
      )}
    </g>
  );
}

const PIPS: Record<string, [number, number][]> = {
  "1": [[0, 0]],
  "2": [
    [-1, -1],
    [1, 1],
  ],
  "3": [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  "4": [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  "5": [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  "6": [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

export function Die({ piece, side }: { piece: Piece; side: string }) {
  const pips = PIPS[piece.text];
  return (
    <g class={`die ${side}`}>
      <rect class="body" x={-0.38} y={-0.38} width={0.76} height={0.76} rx={0.16} />
      {pips?.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="pip" cx={0.21 * x} cy={0.21 * y} r={0.075} />
      ))}
      {!pips && <text font-size={0.46}>{piece.text}</text>}
    </g>
  );
}

export const Cube = ({ piece }: { piece: Piece }) => (
  <g class="cube">
    <rect class="body" x={-0.42} y={-0.42} width={0.84} height={0.84} rx={0.12} />
    <rect class="inner" x={-0.34} y={-0.34} width={0.68} height={0.68} rx={0.07} />
    <text font-size={piece.text.length > 2 ? 0.32 : 0.44}>{piece.text}</text>
  </g>
);

/** A pile of at most five chips, and how many they are. */
export function Chips({ piece }: { piece: Piece }) {
  const count = Math.max(0, Math.min(5, Math.ceil(Number(piece.text) || 0)));
  return (
    <g class="chips">
      {[...Array(count).keys()].map((i) => (
        <g key={i} transform={`translate(0 ${(0.32 - 0.07 * i).toFixed(2)})`}>
          <ellipse class="edge" cx={0} cy={0.06} rx={0.38} ry={0.17} />
          <ellipse class="top" rx={0.38} ry={0.17} />
          <ellipse class="inner" rx={0.22} ry={0.09} />
        </g>
      ))}
      {count > 0 && (
        <text y={-0.33} font-size={0.36}>
          {piece.text}
        </text>
      )}
    </g>
  );
}

export const Shot = ({ hit }: { hit: boolean }) =>
  hit ? (
    <g class="hit">
      <path
        class="burst"
        d="M0-.42L.1-.17L.34-.27L.2-.03L.42.08L.17.14L.22.4L0 .22L-.22.4L-.17.14L-.42.08L-.2-.03L-.34-.27L-.1-.17Z"
      />
      <path class="cross" d="M-.12-.12L.12.12M.12-.12L-.12.12" />
    </g>
  ) : (
    <g class="miss">
      <circle class="splash" r={0.24} />
      <circle class="drop" r={0.1} />
    </g>
  );

const BLOCKS: Record<string, string> = {
  first: "M-32-40H32Q40-40 40-32V32Q40 40 32 40H-32Q-40 40-40 32V-32Q-40-40-32-40Z",
  second: "M-22-40H22L40-22V22L22 40H-22L-40 22V-22Z",
  nobody: "M-40-40H40V40H-40Z",
};

/** A block, of the second player with its corners cut; what is on it, or the frame on its back. */
export const Tile = ({ piece, side }: { piece: Piece; side: string }) => (
  <g class={`tile ${side}`}>
    <path class="body" transform="scale(.01)" d={BLOCKS[side]} />
    {piece.lines ? (
      <path class="inside" transform="scale(.01)" d={piece.lines} />
    ) : piece.text ? (
      <text font-size={piece.text.length > 1 ? 0.42 : 0.5}>{piece.text}</text>
    ) : (
      <path class="inside" transform="scale(.01)" d="M0-24L24 0L0 24L-24 0Z" />
    )}
  </g>
);

const WAVES = [-22, 4, 30].map((y) => `M-42 ${y}q14-14 28 0t28 0t28 0`).join("");

export const Water = () => (
  <g class="lake">
    <rect x={-0.5} y={-0.5} width={1} height={1} />
    <path transform="scale(.01)" d={WAVES} />
  </g>
);
