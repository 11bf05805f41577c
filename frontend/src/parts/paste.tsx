// A text that someone has: a position, a game, a tree. The server finds out what it is.
import { useState } from "preact/hooks";
import { address, post } from "../api";
import type { GameCard, Pasted } from "../messages";
import { onward } from "../router";
import { paste as words } from "../texts";
import { joined } from "./moves_text";
import { Problem } from "./problem";

export function Paste({ games, game = "" }: { games: readonly GameCard[]; game?: string }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(game);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const look = async (event: Event) => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    setProblem(null);
    const go = onward();
    try {
      go(placeOf(await post<Pasted>("/api/paste", { text, game: chosen || null })));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="paste" onSubmit={(event) => void look(event)}>
      <label class="stacked">
        <span>{words.text}</span>
        <textarea
          rows={2}
          value={text}
          placeholder={words.example}
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Problem error={problem} />
      <div class="row">
        <label class="stacked">
          <span>{words.game}</span>
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">{words.find}</option>
            {games.map((each) => (
              <option key={each.spec} value={each.spec}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={busy || !text.trim()}>
          {words.look}
        </button>
      </div>
    </form>
  );
}

/** A tree opens in the explorer, everything else in the analysis. */
function placeOf(found: Pasted): string {
  if (found.game.split(":")[0] === "tree")
    return address("/explore", { tree: found.position, moves: joined(found.moves) });
  return address("/analyse", { game: found.game, position: found.position, moves: joined(found.moves) });
}
