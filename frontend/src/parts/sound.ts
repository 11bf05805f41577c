// A short knock for each move, made here: nothing is loaded. Off until a visitor asks for it.
import { settings } from "./settings";

let context: AudioContext | null = null;
const SECONDS = 0.09;

/** A knock, lower for the other's moves; nothing where sound is off or the browser has none. */
export function knock(own: boolean): void {
  if (!settings().sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(own ? 520 : 390, now);
  tone.frequency.exponentialRampToValueAtTime(own ? 260 : 190, now + SECONDS);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + SECONDS);
}
