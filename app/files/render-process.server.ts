import { readFile, stat, writeFile } from "node:fs/promises";

/**
 * Renders one image. Run as a program it is a separate process, because its input comes from anyone;
 * `renderer.server.ts` starts it and limits its time and memory.
 *
 * Arguments: `image` or `pdf`, the file to open, the file to write, width, height, fit (`cover` or `inside`) and the
 * most pixels that the image may have.
 * Exits with 0, with 2 when the file is not an image, with 3 when it has too many pixels.
 */
export interface RenderJob {
  kind: "image" | "pdf";
  source: string;
  target: string;
  width: number;
  height: number;
  fit: "cover" | "inside";
  maxPixels: number;
}

/** Writes a file's image as WebP, without its metadata. Returns the exit code. */
export async function render(job: RenderJob): Promise<0 | 2 | 3> {
  const { kind, source, target, width, height, fit, maxPixels } = job;
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  let picture: Buffer;
  try {
    const input = kind === "pdf" ? await renderFirstPage(source, width) : source;
    const open = (limitInputPixels: number | false) =>
      sharp(input, { limitInputPixels, sequentialRead: true, failOn: "none" });
    const { width: inputWidth = 0, height: inputHeight = 0 } = await open(false).metadata();
    if (inputWidth * inputHeight > maxPixels) return 3;
    picture = await open(maxPixels)
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
      .toBuffer();
  } catch {
    return 2;
  }
  // A full disk says nothing about the image.
  await writeFile(target, picture, { mode: 0o600 });
  return 0;
}

async function renderFirstPage(source: string, width: number): Promise<Buffer> {
  const { size } = await stat(source);
  if (size > 64 * 1024 * 1024) throw new Error("too large");
  const { createIsomorphicCanvasFactory, getDocumentProxy, renderPageAsImage } = await import("unpdf");
  const canvasImport = () => import("@napi-rs/canvas");
  const CanvasFactory = await createIsomorphicCanvasFactory(canvasImport);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(source)), { CanvasFactory });
  const page = await pdf.getPage(1);
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
  // An extremely narrow page would be scaled to an enormous height.
  if (!(pageWidth > 0 && pageHeight > 0) || pageHeight / pageWidth > 20)
    throw new Error("unusable page size");
  const scale = Math.min(4, (width * 1.5) / pageWidth);
  return Buffer.from(await renderPageAsImage(pdf, 1, { canvasImport, scale }));
}

if (import.meta.main) {
  const [kind, source = "", target = "", width, height, fit, maxPixels] = process.argv.slice(2);
  const exitCode = await render({
    kind: kind === "pdf" ? "pdf" : "image",
    source,
    target,
    width: Number(width),
    height: Number(height),
    fit: fit === "cover" ? "cover" : "inside",
    maxPixels: Number(maxPixels),
  });
  process.exit(exitCode);
}
