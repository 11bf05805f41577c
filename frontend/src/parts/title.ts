// The title of the window: what the page is about.
import { useEffect } from "preact/hooks";
import { shell } from "../texts";

export function useTitle(title: string | null): void {
  useEffect(() => {
    // after the frame, which names the page when it comes
    const timer = setTimeout(() => {
      if (title) document.title = `${title} · ${shell.name}`;
    });
    return () => clearTimeout(timer);
  }, [title]);
}
