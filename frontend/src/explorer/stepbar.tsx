// The bar that moves through a search.
import { grouped } from "../numbers";
import { explorer as texts } from "../texts";
import { Icon, type IconName } from "./icon";
import { JUMPS, type Jump } from "./steps";

export const SPEEDS = [1, 2, 5, 20, 60];

interface Props {
  at: number;
  of: number;
  playing: boolean;
  speed: number;
  totals: Record<Jump, number>;
  more: (kind: Jump, direction: 1 | -1) => boolean; // whether there is another one that way
  onGo: (moment: number) => void;
  onStep: (by: number) => void;
  onJump: (kind: Jump, direction: 1 | -1) => void;
  onPlay: () => void;
  onSpeed: (speed: number) => void;
  onKeys: () => void;
  predicting: boolean;
  onPredict?: () => void;
}

export function StepBar(props: Props) {
  const { at, of } = props;
  return (
    <div class="stepbar" role="toolbar" aria-label={texts.position}>
      <div class="row">
        <Key name={texts.first} icon="first" off={at === 0} act={() => props.onGo(0)} />
        <Key name={texts.back} icon="back" off={at === 0} act={() => props.onStep(-1)} />
        <button
          type="button"
          class="primary step-play"
          onClick={props.onPlay}
          disabled={(at === of - 1 && !props.playing) || props.predicting}
        >
          <Icon name={props.playing ? "pause" : "forward"} /> {props.playing ? texts.pause : texts.play}
        </button>
        <Key name={texts.forward} icon="forward" off={at === of - 1} act={() => props.onStep(1)} />
        <Key name={texts.last} icon="last" off={at === of - 1} act={() => props.onGo(of - 1)} />
        <select
          aria-label={texts.speed}
          value={props.speed}
          onChange={(event) => props.onSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each} / s
            </option>
          ))}
        </select>
      </div>
      <div class="row jumps">
        {!props.predicting &&
          JUMPS.filter((kind) => props.totals[kind] > (kind === "iteration" ? 1 : 0)).map((kind) => (
            <JumpPair key={kind} kind={kind} {...props} />
          ))}
        {props.onPredict && (
          <button type="button" aria-pressed={props.predicting} title={texts.predictTitle} onClick={props.onPredict}>
            {texts.predict}
          </button>
        )}
        <button type="button" onClick={props.onKeys} title="?">
          {texts.keys}
        </button>
      </div>
      <div class="slider">
        <input
          type="range"
          aria-label={texts.position}
          min={0}
          max={Math.max(0, of - 1)}
          value={at}
          aria-valuetext={texts.step(grouped(at + 1), grouped(of))}
          onInput={(event) => props.onGo(Number(event.currentTarget.value))}
        />
        <output>{texts.step(grouped(at + 1), grouped(of))}</output>
      </div>
    </div>
  );
}

function Key({ name, icon, off, act }: { name: string; icon: IconName; off: boolean; act: () => void }) {
  return (
    <button type="button" aria-label={name} title={name} disabled={off} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

function JumpPair({ kind, totals, more, onJump }: { kind: Jump } & Props) {
  const { name, many, key, sign } = texts.jumps[kind];
  return (
    <span class="pair">
      <button
        type="button"
        disabled={!more(kind, -1)}
        aria-label={texts.previous(name)}
        title={`${texts.previous(name)} (Shift ${key})`}
        onClick={() => onJump(kind, -1)}
      >
        ‹
      </button>
      <button
        type="button"
        disabled={!more(kind, 1)}
        aria-label={`${texts.next(name)}, ${totals[kind]} ${many}`}
        title={`${texts.next(name)} (${key})`}
        onClick={() => onJump(kind, 1)}
      >
        <span aria-hidden="true">{sign}</span> {name} <small>{totals[kind]}</small> <span aria-hidden="true">›</span>
      </button>
    </span>
  );
}
