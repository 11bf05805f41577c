// Pictures of positions, to be drawn in the nodes of a tree: those that came with the trace, or those that a server
// makes on request. A drawing knows dark paper by a rule for the system's theme; here the page's own theme decides.
import { pathOf, type Spot } from "./drawing";
import { boardSizes, SHAPES, type Sizes } from "./paint";
import type { Trace } from "./trace";

const SYSTEM_DARK = "@media (prefers-color-scheme: dark)";
const AT_ONCE = 6; // requests

export class Boards {
  private readonly images = new Map<string, HTMLImageElement>(); // by theme and drawing
  private readonly asked = new Map<string, string | null>(); // moves to the drawing, null while it is on its way
  private readonly waiting: string[] = [];
  private busy = 0;
  private aspect = 1;

  constructor(
    private readonly trace: Trace,
    private readonly address: ((trace: Trace, moves: string[]) => string) | undefined,
    private readonly onNews: () => void,
  ) {
    const [first] = trace.header.boards ?? [];
    if (first) this.aspect = aspectOf(first);
  }

  // Whether every position has come with its picture; whether pictures can be had at all.
  get ready(): boolean {
    return Boolean(this.trace.header.boards?.length);
  }
  get possible(): boolean {
    return this.ready || (this.address !== undefined && this.trace.header.pictured === true);
  }
  get sizes(): Sizes {
    return this.possible ? boardSizes(this.aspect) : SHAPES;
  }

  image(spot: Spot, dark: boolean): HTMLImageElement | null {
    const drawing = this.drawingOf(spot);
    if (!drawing) return null;
    const key = `${dark} ${drawing}`;
    let image = this.images.get(key);
    if (!image) {
      image = new Image();
      image.onload = this.onNews;
      image.src = `data:image/svg+xml,${encodeURIComponent(themed(drawing, dark))}`;
      this.images.set(key, image);
    }
    return image.complete && image.naturalWidth ? image : null;
  }

  private drawingOf(spot: Spot): string | null {
    const { header } = this.trace;
    const row = spot.rows[0];
    if (header.boards?.length) return row === undefined ? null : (header.boards[this.trace.board(row)] ?? null);
    if (!this.possible) return null;
    const path = pathOf(spot);
    const key = JSON.stringify(path);
    if (!this.asked.has(key)) {
      this.asked.set(key, null);
      this.waiting.push(key);
      this.next();
    }
    return this.asked.get(key) ?? null;
  }

  private next(): void {
    while (this.busy < AT_ONCE && this.waiting.length) {
      const key = this.waiting.pop()!; // what was asked for last is in view
      this.busy++;
      void fetch(this.address!(this.trace, JSON.parse(key) as string[]))
        .then((answer) => (answer.ok ? answer.text() : ""))
        .catch(() => "")
        .then((drawing) => {
          this.busy--;
          this.asked.set(key, drawing || null);
          if (drawing) this.aspect = aspectOf(drawing);
          this.onNews();
          this.next();
        });
    }
  }
}

function themed(drawing: string, dark: boolean): string {
  return drawing.replaceAll(SYSTEM_DARK, dark ? "@media all" : "@media not all");
}

function aspectOf(drawing: string): number {
  const [, width, height] = /viewBox="[-\d.e]+ [-\d.e]+ ([\d.e]+) ([\d.e]+)"/.exec(drawing) ?? [];
  return Number(width) / Number(height) || 1;
}
