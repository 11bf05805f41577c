// The path and the query of the address bar are the state that a link carries.
import { useLayoutEffect, useState } from "preact/hooks";

export interface Place {
  path: string;
  query: URLSearchParams;
}

const CHANGED = "zermelo:place";

export function place(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

let visits = 0; // pages seen so far

addEventListener("popstate", () => visits++);

// Another page of the app, without loading it anew. With `replace` the back button does not come here again.
export function go(url: string, { replace = false } = {}): void {
  visits++;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  dispatchEvent(new Event(CHANGED));
}

// As `go`, for when an answer is there: whoever went elsewhere meanwhile stays there.
export function onward(): typeof go {
  const here = visits;
  return (url, options) => {
    if (visits === here) go(url, options);
  };
}

// Writes the state of the page into the address without a page change: the page knows it already.
export function note(query: URLSearchParams): void {
  const text = query.toString();
  history.replaceState(null, "", text ? `${location.pathname}?${text}` : location.pathname);
}

export function usePlace(): Place {
  const [now, set] = useState(place);
  useLayoutEffect(() => {
    const update = () => set(place());
    const follow = (event: MouseEvent) => followed(event) && event.preventDefault();
    addEventListener("popstate", update);
    addEventListener(CHANGED, update);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", update);
      removeEventListener(CHANGED, update);
      document.removeEventListener("click", follow);
    };
  }, []);
  return now;
}

// A plain click on a link to a page of the app is answered here; everything else is the browser's.
function followed(event: MouseEvent): boolean {
  const link = (event.target as Element | null)?.closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return false;
  if (
    link.origin !== location.origin ||
    link.pathname.startsWith("/api/") ||
    link.getAttribute("href")?.startsWith("#")
  )
    return false;
  go(link.pathname + link.search + link.hash);
  scrollTo(0, 0);
  return true;
}
