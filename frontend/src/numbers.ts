// Numbers as people read them: a real minus sign, thin groups of thousands, times.

/** A minus sign in place of a hyphen before a number. */
export const minus = (text: string): string => text.replace(/(^|[\s(≥≤≈=])-(?=[\d∞.])/g, "$1−");

export function signed(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  if (rounded === 0) return "0";
  return (rounded > 0 ? "+" : "−") + String(Math.abs(rounded));
}

/** 28 654 with narrow spaces that do not break. */
export function grouped(count: number): string {
  const text = String(Math.round(Math.abs(count)));
  return (count < 0 ? "−" : "") + text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** 950, 12.3 k, 4.6 M: for figures that change while one looks. */
export function rough(count: number): string {
  if (count < 10_000) return grouped(count);
  const steps: [number, string][] = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ];
  const [size, letter] = steps.find(([each]) => count >= each)!;
  return `${(count / size).toPrecision(3)}\u202f${letter}`;
}

/** 0:59, 12:05, or tenths below ten seconds: what a clock shows. */
export function clock(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function duration(seconds: number): string {
  if (seconds < 0.00095) return `${Math.round(Math.max(seconds, 0) * 1e6)}\u202fµs`;
  if (seconds < 0.0995) return `${(seconds * 1000).toPrecision(2)}\u202fms`;
  if (seconds < 10) return `${seconds.toFixed(1)}\u202fs`;
  if (seconds < 100) return `${Math.round(seconds)}\u202fs`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** A value as it is read aloud: plus 2, minus 3, at least 4. */
export const spoken = (text: string): string =>
  text
    .replace(/≥\s*/g, "at least ")
    .replace(/≤\s*/g, "at most ")
    .replace(/≈\s*/g, "about ")
    .replace(/\s*±\s*/g, ", plus or minus ")
    .replace(/[−-](?=[\d∞])/g, "minus ")
    .replace(/\+(?=[\d∞])/g, "plus ")
    .replace(/∞/g, "infinity");

/** The first letter large, unless it is a name of its own, as in "m columns". */
export const upper = (text: string): string =>
  /^\p{Ll}{2}/u.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
