// Any position from its text, with the board drawn as one types and the place of a mistake marked.
import { useMemo } from "preact/hooks";
import { Board } from "../board/board";
import { sceneOf, templateOf, turnedOver } from "../board/editing";
import { Picture } from "../board/picture";
import type { Position } from "../messages";
import { setup as words } from "../texts";
import { type Posted, usePost } from "./ask";
import { Problem } from "./problem";
import { useSettings } from "./settings";

export const usePosition = (game: string | null, position: string, moves: string | string[] = ""): Posted<Position> =>
  usePost<Position>("/api/position", game ? { game, position: position.trim() || null, moves } : null);

/** The board of a position that is being set up: a click puts the next piece on a square, if its text allows that. */
export function Editor({
  position,
  text,
  onText,
}: {
  position: Position;
  text: string;
  onText: (text: string) => void;
}) {
  const { coordinates } = useSettings();
  const template = useMemo(() => templateOf(position), [position]);
  const now = text.trim() || position.text;
  const scene = useMemo(() => template && sceneOf(position.scene, now, template), [template, now]);
  if (!template || !scene || now.length !== position.text.length) return <Preview position={position} />;
  return (
    <div class="editor">
      <p class="small">{words.click}</p>
      <Board
        scene={scene}
        label={words.board}
        coordinates={coordinates}
        editing
        onMove={(spot) => onText(turnedOver(now, template, spot))}
      />
    </div>
  );
}

/** The drawing of a position, or its text. */
export function Preview({ position }: { position: Position | null }) {
  const { coordinates } = useSettings();
  if (!position) return <div class="skeleton square" />;
  return (
    <figure class="preview">
      {position.scene.spots.length ? (
        <Picture scene={position.scene} labels={coordinates} />
      ) : (
        <pre class="textboard" tabIndex={0} role="group" aria-label={position.title}>
          {position.scene.text}
        </pre>
      )}
      <figcaption>{position.caption}</figcaption>
    </figure>
  );
}

interface Props {
  text: string;
  start: string; // what the empty field means
  error: unknown;
  onText: (text: string) => void;
}

export function PositionField({ text, start, error, onText }: Props) {
  return (
    <div class="setup">
      <label class="stacked">
        <span>{words.text}</span>
        <textarea
          rows={3}
          value={text}
          placeholder={start}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={error ? "true" : undefined}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </label>
      {start && !text && (
        <button type="button" onClick={() => onText(start)}>
          {words.from}
        </button>
      )}
      <Problem error={error} />
    </div>
  );
}
