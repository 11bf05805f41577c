// The tree on a canvas: pan and zoom by mouse, touch and keys, a small map where the tree is larger than the view.
// What there is to know stands beside it as text: the canvas itself has only a label that says where.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { onThemeChange } from "../theme";
import type { Leaf, Picture, Spot } from "./drawing";
import type { Box } from "./layout";
import { coloursOf, levelY, paintEdge, paintNode, paintNote, TOP, type Colours, type Look } from "./paint";

export interface Camera {
  x: number; // of the world, in the middle of the view
  y: number;
  scale: number;
  free: boolean; // moved by hand: it does not follow any more
}

export const newCamera = (): Camera => ({ x: 0, y: 0, scale: 1, free: false });

interface Props {
  picture: Picture;
  look: (box: Box<Leaf>) => Look;
  focus: Spot; // to be kept in view
  camera: Camera;
  label: string;
  version: unknown; // changes whenever the looks do
  onPick: (spot: Spot) => void;
  onFold: (spot: Spot) => void;
  onMove?: () => void; // the camera was moved by hand
  register?: (redraw: (refit: boolean) => void) => () => void; // so that views which share a camera move together
}

const WHOLE = 0.42; // trees that would be smaller are followed, but at the root
const SEEN = 0.15; // smaller ones are never shown whole
const FOLLOWED = 0.75; // how large a tree is drawn that is followed
const MOST = 2; // how large a small one may become
const SMALLEST = 0.05;
const LARGEST = 3;

export function TreeCanvas(props: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const view = useMemo(() => new View(latest), []);
  useEffect(() => view.attach(canvas.current!), []);
  useEffect(() => props.register?.((refit) => view.again(refit)), [props.register]);
  useEffect(() => view.follow(), [props.picture, props.focus, props.version]);
  return (
    <div class="canvas-room">
      <canvas ref={canvas} class="tree" tabindex={0} role="group" aria-label={props.label} data-tree="" />
    </div>
  );
}

// Moves the camera of a canvas by keys; true if the key was one of them.
export function steer(camera: Camera, key: string, shift: boolean): boolean {
  const step = 80 / camera.scale;
  if (shift && key === "ArrowLeft") camera.x -= step;
  else if (shift && key === "ArrowRight") camera.x += step;
  else if (shift && key === "ArrowUp") camera.y -= step;
  else if (shift && key === "ArrowDown") camera.y += step;
  else if (key === "+" || key === "=") camera.scale = Math.min(LARGEST, camera.scale * 1.25);
  else if (key === "-" || key === "−") camera.scale = Math.max(SMALLEST, camera.scale / 1.25);
  else return false;
  camera.free = true;
  return true;
}

class View {
  private canvas: HTMLCanvasElement | null = null;
  private colours: Colours | null = null;
  private frame = 0;
  private width = 0;
  private height = 0;
  private type = 1; // how much larger than usual the page's letters are
  private anchor: { spot: Spot; x: number; y: number } | null = null;
  private fitted = false;
  private goal: { x: number; y: number; scale: number } | null = null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pressed: { x: number; y: number; moved: boolean } | null = null;

  constructor(private readonly props: { current: Props }) {}

  attach(canvas: HTMLCanvasElement): () => void {
    this.canvas = canvas;
    const size = new ResizeObserver(() => this.resize());
    size.observe(canvas);
    const ends = [
      onThemeChange(() => this.recolour()),
      () => size.disconnect(),
      () => cancelAnimationFrame(this.frame),
    ];
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      handler: (event: HTMLElementEventMap[K]) => void,
      options?: AddEventListenerOptions,
    ) => {
      canvas.addEventListener(type, handler, options);
      ends.push(() => canvas.removeEventListener(type, handler));
    };
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.drag(event));
    on("pointerup", (event) => this.release(event));
    on("pointercancel", (event) => this.release(event));
    on("dblclick", (event) => this.fold(event));
    on("wheel", (event) => this.wheel(event), { passive: false });
    this.resize();
    return () => ends.forEach((end) => end());
  }

  draw(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paint());
  }

  again(refit: boolean): void {
    if (refit) this.fit();
    this.draw();
  }

  // After a step: the drawing stays where it is as far as it can, and the place of the search comes into view.
  follow(): void {
    const { picture, focus, camera } = this.props.current;
    const box = picture.bySpot.get(focus);
    if (!this.width || !box) return;
    if (!this.fitted) this.fit();
    this.hold(picture);
    if (!camera.free) this.aim(box);
    this.remember(focus);
    this.draw();
  }

  fit(): void {
    const { picture, camera } = this.props.current;
    this.fitted = true;
    const whole = this.whole(picture);
    camera.scale = whole ? this.fitting(picture) : this.near();
    camera.x = whole ? picture.width / 2 : picture.root.x;
    camera.y = this.middleY(picture, camera.scale);
    this.goal = null;
  }

  private fitting(picture: Picture): number {
    const tall = (picture.depth + 1) * picture.sizes.level + 20;
    return Math.min(MOST * this.type, (this.width - 24) / Math.max(1, picture.width), this.height / tall);
  }

  // Whether all of it is shown: where it stays legible, and at the root, where one arrives and ends.
  private whole(picture: Picture): boolean {
    const arriving = this.props.current.focus === picture.root.item.spot;
    return this.fitting(picture) >= (arriving ? SEEN : WHOLE) * this.type;
  }

  private near(): number {
    return Math.min(FOLLOWED, Math.max(0.55, this.width / 900)) * this.type;
  }

  // Whole trees stand in the middle, taller ones at the top.
  private middleY(picture: Picture, scale: number): number {
    return this.isWhole(picture, scale)
      ? ((picture.depth + 1) * picture.sizes.level) / 2 - 6
      : this.height / scale / 2 - 10;
  }

  private isWhole(picture: Picture, scale: number): boolean {
    return (picture.depth + 1) * picture.sizes.level * scale <= this.height;
  }

  // Folding and opening moves everything: what was in view before is put back where it was.
  private hold(picture: Picture): void {
    const { camera } = this.props.current;
    for (let spot: Spot | null = this.anchor?.spot ?? null; spot; spot = spot.parent) {
      const box = picture.bySpot.get(spot);
      if (!box) continue;
      const was = this.places.get(spot);
      if (was) {
        camera.x += box.x - was.x;
        camera.y += levelY(box.depth, picture.sizes) - was.y;
        if (this.goal) this.goal = null;
      }
      break;
    }
  }

  private readonly places = new Map<Spot, { x: number; y: number }>();

  private remember(focus: Spot): void {
    const { picture } = this.props.current;
    this.places.clear();
    for (let spot: Spot | null = focus; spot; spot = spot.parent) {
      const box = picture.bySpot.get(spot);
      if (box) this.places.set(spot, { x: box.x, y: levelY(box.depth, picture.sizes) });
    }
    const box = picture.bySpot.get(focus);
    this.anchor = box ? { spot: focus, x: box.x, y: levelY(box.depth, picture.sizes) } : null;
  }

  private aim(box: Box<Leaf>): void {
    const { picture, camera } = this.props.current;
    if (this.whole(picture)) {
      const scale = this.fitting(picture);
      this.glide({ x: picture.width / 2, y: this.middleY(picture, scale), scale });
      return;
    }
    const target = { x: camera.x, y: camera.y, scale: Math.max(camera.scale, this.near()) };
    const [halfX, halfY] = [(this.width / target.scale) * 0.32, (this.height / target.scale) * 0.3];
    const y = levelY(box.depth, picture.sizes);
    if (box.x < target.x - halfX) target.x = box.x + halfX * 0.4;
    if (box.x > target.x + halfX) target.x = box.x - halfX * 0.4;
    if (y < target.y - halfY) target.y = y + halfY * 0.6;
    if (y > target.y + halfY) target.y = y - halfY * 0.6;
    const middle = this.middleY(picture, target.scale);
    target.y = this.isWhole(picture, target.scale) ? middle : Math.max(target.y, middle);
    this.glide(target);
  }

  private glide(goal: { x: number; y: number; scale: number }): void {
    const { camera } = this.props.current;
    this.goal = matchMedia("(prefers-reduced-motion: reduce)").matches ? null : goal;
    if (!this.goal) Object.assign(camera, goal);
  }

  private approach(): boolean {
    const { camera } = this.props.current;
    if (!this.goal) return false;
    const near = (a: number, b: number, step: number) => (Math.abs(a - b) < step ? b : a + (b - a) * 0.3);
    camera.x = near(camera.x, this.goal.x, 0.5);
    camera.y = near(camera.y, this.goal.y, 0.5);
    camera.scale = near(camera.scale, this.goal.scale, 0.002);
    if (camera.x === this.goal.x && camera.y === this.goal.y && camera.scale === this.goal.scale) this.goal = null;
    return this.goal !== null;
  }

  private recolour(): void {
    this.colours = null;
    this.draw();
  }

  private resize(): void {
    const canvas = this.canvas!;
    const ratio = devicePixelRatio || 1;
    const { clientWidth, clientHeight } = canvas;
    if (!clientWidth) return;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.type = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    canvas.width = Math.round(clientWidth * ratio);
    canvas.height = Math.round(clientHeight * ratio);
    if (!this.props.current.camera.free) this.fit();
    this.follow();
    this.paint();
  }

  private paint(): void {
    this.frame = 0;
    const pen = this.canvas?.getContext("2d");
    if (!pen || !this.width) return;
    const { picture, look, camera } = this.props.current;
    this.colours ??= coloursOf(this.canvas!.parentElement!);
    const moving = this.approach();
    const ratio = devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.colours.surface;
    pen.fillRect(0, 0, this.width, this.height);
    pen.translate(this.width / 2, this.height / 2);
    pen.scale(camera.scale, camera.scale);
    pen.translate(-camera.x, -camera.y);
    const seen = this.seen(picture);
    const looks = seen.map(look);
    const detail = camera.scale > 0.35;
    const { sizes } = picture;
    this.colours.type = Math.min(1.3, Math.max(1, (0.8 * this.type) / camera.scale));
    seen.forEach((box, i) =>
      paintEdge(pen, box, looks[i], box.parent && look(box.parent), this.colours!, detail, sizes),
    );
    seen.forEach((box, i) => paintNode(pen, box, looks[i], this.colours!, detail, sizes));
    if (detail) seen.forEach((box, i) => paintNote(pen, box, looks[i], this.colours!, sizes));
    this.canvas!.dataset.shows = this.showsAll(picture) ? "all" : "part";
    this.map(pen, picture, ratio);
    if (moving) this.draw();
  }

  // Whether every node lies within the canvas.
  private showsAll(picture: Picture): boolean {
    const { camera } = this.props.current;
    const [halfX, halfY] = [this.width / camera.scale / 2, this.height / camera.scale / 2];
    const low = levelY(picture.depth, picture.sizes) + picture.sizes.half;
    const [left, right] = [-camera.x, picture.width - camera.x];
    return left >= -halfX && right <= halfX && TOP - camera.y >= -halfY && low - camera.y <= halfY;
  }

  // Nodes in view, and those whose edge from the parent crosses it.
  private seen(picture: Picture): Box<Leaf>[] {
    const { camera } = this.props.current;
    const [halfX, halfY] = [this.width / camera.scale / 2 + 80, this.height / camera.scale / 2 + picture.sizes.level];
    const inside = (box: Box<Leaf>) => Math.abs(box.x - camera.x) < halfX;
    return picture.boxes.filter(
      (box) =>
        Math.abs(levelY(box.depth, picture.sizes) - camera.y) < halfY && (inside(box) || crosses(box, camera.x, halfX)),
    );
  }

  private mapFrame(picture: Picture): { x: number; y: number; width: number; height: number; scale: number } | null {
    if (this.fitting(picture) >= WHOLE * this.type || this.width < 420) return null;
    const width = Math.min(220, this.width * 0.3);
    const height = 64;
    return {
      x: this.width - width - 10,
      y: this.height - height - 10,
      width,
      height,
      scale: width / Math.max(1, picture.width),
    };
  }

  private map(pen: CanvasRenderingContext2D, picture: Picture, ratio: number): void {
    const frame = this.mapFrame(picture);
    if (!frame) return;
    const c = this.colours!;
    const { camera } = this.props.current;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = c.ground;
    pen.strokeStyle = c.strong;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.rect(frame.x, frame.y, frame.width, frame.height);
    pen.fill();
    pen.stroke();
    pen.save();
    pen.clip();
    const rise = (frame.height - 8) / Math.max(1, picture.depth);
    const spotY = (depth: number) => frame.y + 4 + depth * rise;
    pen.fillStyle = c.soft;
    for (const box of picture.boxes) pen.fillRect(frame.x + box.x * frame.scale, spotY(box.depth) - 1, 1.5, 2);
    const here = picture.bySpot.get(this.props.current.focus);
    pen.fillStyle = c.focus;
    if (here) pen.fillRect(frame.x + here.x * frame.scale - 3, spotY(here.depth) - 3, 6, 6);
    pen.strokeStyle = c.blue;
    pen.lineWidth = 2;
    const [w, h] = [
      (this.width / camera.scale) * frame.scale,
      (this.height / camera.scale / picture.sizes.level) * rise,
    ];
    pen.strokeRect(
      frame.x + camera.x * frame.scale - w / 2,
      spotY((camera.y - TOP) / picture.sizes.level) - h / 2,
      w,
      h,
    );
    pen.restore();
  }

  private point(event: MouseEvent): { x: number; y: number } {
    const rect = this.canvas!.getBoundingClientRect();
    return { x: event.clientX - rect.left, y: event.clientY - rect.top };
  }

  private world(point: { x: number; y: number }): { x: number; y: number } {
    const { camera } = this.props.current;
    return {
      x: camera.x + (point.x - this.width / 2) / camera.scale,
      y: camera.y + (point.y - this.height / 2) / camera.scale,
    };
  }

  private hit(event: MouseEvent): Box<Leaf> | null {
    const at = this.world(this.point(event));
    let best: Box<Leaf> | null = null;
    let least = Math.max(26, 18 / this.props.current.camera.scale);
    const { boxes, sizes } = this.props.current.picture;
    const [wide, tall] = [Math.max(8, sizes.wide), Math.max(10, sizes.half)];
    for (const box of boxes) {
      const away = Math.max(Math.abs(box.x - at.x) - wide, Math.abs(levelY(box.depth, sizes) + 8 - at.y) - tall);
      if (away < least) [best, least] = [box, away];
    }
    return best;
  }

  private press(event: PointerEvent): void {
    const point = this.point(event);
    this.canvas!.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.pressed = { ...point, moved: this.pointers.size > 1 };
  }

  private drag(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.pressed) return;
    const point = this.point(event);
    if (Math.hypot(point.x - this.pressed.x, point.y - this.pressed.y) > 6) this.pressed.moved = true;
    if (!this.pressed.moved) return;
    const { camera } = this.props.current;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
    if (others.length === 1) {
      const was = Math.hypot(before.x - others[0].x, before.y - others[0].y);
      const now = Math.hypot(point.x - others[0].x, point.y - others[0].y);
      if (was > 0) this.zoom(now / was, { x: (point.x + others[0].x) / 2, y: (point.y + others[0].y) / 2 });
    }
    const share = Math.max(1, this.pointers.size);
    camera.x -= (point.x - before.x) / camera.scale / share;
    camera.y -= (point.y - before.y) / camera.scale / share;
    this.pointers.set(event.pointerId, point);
    this.moved();
  }

  private release(event: PointerEvent): void {
    const tapped = this.pressed && !this.pressed.moved && event.type === "pointerup";
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.pressed = null;
    if (tapped) this.pick(event);
  }

  private pick(event: PointerEvent): void {
    const frame = this.mapFrame(this.props.current.picture);
    const point = this.point(event);
    if (
      frame &&
      point.x > frame.x &&
      point.y > frame.y &&
      point.x < frame.x + frame.width &&
      point.y < frame.y + frame.height
    ) {
      this.props.current.camera.x = (point.x - frame.x) / frame.scale;
      this.moved();
      return;
    }
    const box = this.hit(event);
    if (!box) return;
    const { sizes } = this.props.current.picture;
    if (box.item.folded && this.world(point).y > levelY(box.depth, sizes) + sizes.half + 5)
      this.props.current.onFold(box.item.spot);
    else this.props.current.onPick(box.item.spot);
  }

  private fold(event: MouseEvent): void {
    const box = this.hit(event);
    if (box) this.props.current.onFold(box.item.spot);
  }

  // The wheel belongs to the page until the drawing is in use.
  private wheel(event: WheelEvent): void {
    if (
      !event.ctrlKey &&
      !event.metaKey &&
      (this.canvas!.getRootNode() as Document | ShadowRoot).activeElement !== this.canvas
    )
      return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0016), this.point(event));
    this.moved();
  }

  private zoom(factor: number, around: { x: number; y: number }): void {
    const { camera } = this.props.current;
    const before = this.world(around);
    camera.scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor));
    const after = this.world(around);
    camera.x += before.x - after.x;
    camera.y += before.y - after.y;
  }

  private moved(): void {
    this.goal = null;
    this.props.current.camera.free = true;
    this.props.current.onMove?.();
    this.draw();
  }
}

function crosses(box: Box<Leaf>, middle: number, half: number): boolean {
  if (!box.parent) return false;
  const [low, high] = [Math.min(box.x, box.parent.x), Math.max(box.x, box.parent.x)];
  return high > middle - half && low < middle + half;
}
