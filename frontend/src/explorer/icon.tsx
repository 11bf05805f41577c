// Small drawings for buttons, so that no font has to have them. Each button has its name in words besides.
const SHAPES = {
  first: "M4 4v16M19 4 8 12l11 8z",
  back: "M18 4 6 12l12 8z",
  forward: "M6 4l12 8-12 8z",
  last: "M20 4v16M5 4l11 8-11 8z",
  pause: "M7 4v16M17 4v16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  open: "M12 4v5M12 9 5 15M12 9v6M12 9l7 6M5 15v5M12 15v5M19 15v5",
  fold: "M12 4v16",
} as const;

export type IconName = keyof typeof SHAPES;

const LINES: IconName[] = ["pause", "plus", "minus", "whole", "open", "fold"];

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={SHAPES[name]}
        fill={LINES.includes(name) ? "none" : undefined}
        stroke-width={name === "pause" ? 5 : 2.4}
        stroke-linejoin="round"
      />
    </svg>
  );
}
