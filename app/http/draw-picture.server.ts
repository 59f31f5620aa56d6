import { readFile, stat } from "node:fs/promises";

/**
 * Draws one picture and ends: a process of its own, because what it opens comes from anyone. Started by
 * `pictures.server.ts`, which watches its time and memory. Ends with 0, 2 when the file is no picture, 3 when it has
 * too many pixels.
 *
 * Arguments: `image` or `pdf`, the file to open, the file to write, and width, height and fit (`cover` or `inside`).
 */
const [kind, source = "", target = "", width, height, fit] = process.argv.slice(2);
const mostPixels = 100_000_000;

const { default: sharp } = await import("sharp");
sharp.cache(false);
sharp.concurrency(1);

try {
  const input = kind === "pdf" ? await firstPage() : source;
  const options = { limitInputPixels: mostPixels, sequentialRead: true, failOn: "none" } as const;
  const { width: wide = 0, height: high = 0 } = await sharp(input, {
    ...options,
    limitInputPixels: false,
  }).metadata();
  if (wide * high > mostPixels) process.exit(3);
  await sharp(input, options)
    .rotate()
    .resize({
      width: Number(width),
      height: Number(height),
      fit: fit === "cover" ? "cover" : "inside",
      position: kind === "pdf" ? "top" : "centre",
      withoutEnlargement: fit !== "cover",
    })
    .flatten({ background: "#ffffff" })
    .webp({ quality: 72 })
    .toFile(target);
} catch {
  process.exit(2);
}

/** The first page as wide as it is shown, on white. */
async function firstPage(): Promise<Buffer> {
  const { size } = await stat(source);
  if (size > 64 * 1024 * 1024) throw new Error("too large");
  const { createIsomorphicCanvasFactory, getDocumentProxy, renderPageAsImage } = await import("unpdf");
  const canvasImport = () => import("@napi-rs/canvas");
  const CanvasFactory = await createIsomorphicCanvasFactory(canvasImport);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(source)), { CanvasFactory });
  const page = await pdf.getPage(1);
  const { width: wide, height: high } = page.getViewport({ scale: 1 });
  // A page as thin as a thread would be drawn as high as a tower.
  if (!(wide > 0 && high > 0) || high / wide > 20) throw new Error("no page to draw");
  const image = await renderPageAsImage(pdf, 1, {
    canvasImport,
    scale: Math.min(4, (Number(width) * 1.5) / wide),
  });
  return Buffer.from(image);
}
