// What every page shows while the server is away.
import { useEffect, useRef } from "preact/hooks";
import { retry, useConnection } from "../api";
import { connection as words } from "../texts";
import { say } from "./status";

export function Banner() {
  const { lost, trying } = useConnection();
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !lost) say(words.back);
    was.current = lost;
  }, [lost]);
  if (!lost) return null;
  return (
    <div class="banner" role="alert">
      <p>
        <strong>{words.banner}</strong> <code>{words.command}</code> <span class="small">{words.kept}</span>
      </p>
      <button type="button" onClick={() => void retry()} disabled={trying}>
        {trying ? words.trying : words.again}
      </button>
    </div>
  );
}
