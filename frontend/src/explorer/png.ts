// The whole drawing as a PNG file, made in the browser.
import type { Leaf, Picture } from "./drawing";
import type { Box } from "./layout";
import { coloursOf, paintEdge, paintNode, paintNote, type Look } from "./paint";

const LARGEST = 8000; // pixels a side: what browsers draw reliably

export function savePng(picture: Picture, look: (box: Box<Leaf>) => Look, name: string): void {
  const canvas = document.createElement("canvas");
  const { sizes } = picture;
  const [width, height] = [picture.width + 60, (picture.depth + 1) * picture.sizes.level + 20];
  const scale = Math.min(2, LARGEST / width, LARGEST / height);
  [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const pen = canvas.getContext("2d")!;
  const colours = coloursOf(document.querySelector(".explorer") ?? document.body);
  pen.fillStyle = colours.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.translate(30, 10);
  for (const box of picture.boxes) paintEdge(pen, box, look(box), box.parent && look(box.parent), colours, true, sizes);
  for (const box of picture.boxes) paintNode(pen, box, look(box), colours, true, sizes);
  for (const box of picture.boxes) paintNote(pen, box, look(box), colours, sizes);
  canvas.toBlob((blob) => blob && save(blob, `${name.replace(/\W+/g, "-").toLowerCase() || "tree"}.png`));
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
