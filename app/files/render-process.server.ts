import { readFile, stat } from "node:fs/promises";

/**
 * Draws one picture. Run as a program it is a process of its own, because what it opens comes from anyone:
 * `pictures.server.ts` starts it and watches its time and memory.
 *
 * Arguments: `image` or `pdf`, the file to open, the file to write, width, height and fit (`cover` or `inside`).
 * Ends with 0, 2 when the file is no picture, 3 when it has too many pixels.
 */
export interface RenderJob {
  kind: "image" | "pdf";
  source: string;
  target: string;
  width: number;
  height: number;
  fit: "cover" | "inside";
}

const maxPixels = 100_000_000;

/** Writes a file's picture as WebP, without its metadata. Answers the exit code that says how it went. */
export async function render({ kind, source, target, width, height, fit }: RenderJob): Promise<0 | 2 | 3> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const input = kind === "pdf" ? await renderFirstPage(source, width) : source;
    const open = (limitInputPixels: number | false) =>
      sharp(input, { limitInputPixels, sequentialRead: true, failOn: "none" });
    const { width: wide = 0, height: high = 0 } = await open(false).metadata();
    if (wide * high > maxPixels) return 3;
    await open(maxPixels)
      .rotate()
      .resize({
        width,
        height,
        fit,
        position: kind === "pdf" ? "top" : "centre",
        withoutEnlargement: fit !== "cover",
      })
      .flatten({ background: "#ffffff" })
      .webp({ quality: 72 })
      .toFile(target);
    return 0;
  } catch {
    return 2;
  }
}

/** The first page as wide as it is shown, on white. */
async function renderFirstPage(source: string, width: number): Promise<Buffer> {
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
  const scale = Math.min(4, (width * 1.5) / wide);
  return Buffer.from(await renderPageAsImage(pdf, 1, { canvasImport, scale }));
}

if (import.meta.main) {
  const [kind, source = "", target = "", width, height, fit] = process.argv.slice(2);
  const done = await render({
    kind: kind === "pdf" ? "pdf" : "image",
    source,
    target,
    width: Number(width),
    height: Number(height),
    fit: fit === "cover" ? "cover" : "inside",
  });
  process.exit(done);
}
