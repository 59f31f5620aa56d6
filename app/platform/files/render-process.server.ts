import { readFile, stat, writeFile } from "node:fs/promises";
import type { Metadata } from "sharp";

export interface ImageSize {
  width: number;
  height: number;
  fit: "cover" | "inside";
}
/** The program's argument, as JSON. */
export interface RenderJob extends ImageSize {
  /**
   * A drawing is one of ours: it has few colours, and programs without WebP support read it. A logo keeps its
   * transparency, and may be an SVG.
   */
  kind: "image" | "pdf" | "drawing" | "logo";
  source: string;
  target: string;
  maxPixels: number;
  /** Made from the first by the same process, because starting one takes most of the time. */
  small?: ImageSize & { target: string };
}

/** Reads the text of a PDF's first pages. */
export interface TextJob {
  kind: "text";
  source: string;
}
const maxTextPages = 20;
const maxTextBytes = 200 * 1024;

/** Dimensions and bytes of the result. */
export interface Picture {
  width: number;
  height: number;
  size: number;
}

const maxPdfBytes = 64 * 1024 * 1024;
const logoFormats = ["jpeg", "png", "webp", "svg"];
const pixelsPerInch = 72;
const maxDensity = 7_200;
const maxDecodedBytes = 400 * 1024 * 1024;

export async function render(job: RenderJob): Promise<Picture | 2 | 3> {
  const { kind, target, maxPixels, small } = job;
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const open = (input: string | Buffer, limitInputPixels: number | false, density = pixelsPerInch) =>
    sharp(input, { limitInputPixels, sequentialRead: true, failOn: "truncated", density });
  const draw = async (input: string | Buffer, { width, height, fit }: ImageSize) => {
    const room = fit === "cover" ? 4 : 1;
    // Cropping alone would not read the last rows, so missing ones would go unnoticed.
    const { data, info } = await open(input, maxPixels)
      .rotate()
      .resize({ width: width * room, height: height * room, fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const resized = sharp(data, { raw: info })
      .resize({
        width,
        height,
        fit,
        position: kind === "pdf" ? "top" : "centre",
        withoutEnlargement: fit !== "cover",
      })
      .flatten({ background: "#ffffff" });
    const encoded = kind === "drawing" ? resized.png({ palette: true }) : resized.webp({ quality: 72 });
    return encoded.toBuffer({ resolveWithObject: true });
  };
  /** An SVG is drawn at the size it will have, whatever its own. */
  const drawLogo = (input: string | Buffer, { format, width, height }: Metadata) => {
    const scale = format === "svg" ? Math.min(job.width / width, job.height / height) : 1;
    return open(input, maxPixels, Math.min(maxDensity, Math.max(1, pixelsPerInch * scale)))
      .rotate()
      .resize({ width: job.width, height: job.height, fit: "inside", withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
  };
  let picture: { data: Buffer; info: Picture };
  let smaller: Buffer | undefined;
  try {
    const input = await readSource(job);
    const metadata = await open(input, false).metadata();
    if (kind === "logo" && !logoFormats.includes(metadata.format)) return 2;
    const isVector = metadata.format === "svg";
    if (
      !isVector &&
      (metadata.width * metadata.height > maxPixels || decodedBytes(metadata) > maxDecodedBytes)
    )
      return 3;
    picture = kind === "logo" ? await drawLogo(input, metadata) : await draw(input, job);
    if (small) smaller = (await draw(picture.data, small)).data;
  } catch {
    return 2;
  }
  // Outside the try: a full disk is not the image's fault.
  await writeFile(target, picture.data, { mode: 0o600 });
  if (small && smaller) await writeFile(small.target, smaller, { mode: 0o600 });
  return picture.info;
}

/** An SVG read from its file could refer to the files beside it. */
const readSource = ({ kind, source, width }: RenderJob): Promise<Buffer> | string => {
  if (kind === "pdf") return renderFirstPage(source, width);
  return kind === "logo" ? readFile(source) : source;
};

/** Decoding an interlaced picture needs the whole picture twice. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  const sampleBytes = depth === "uchar" ? 1 : 2;
  return width * height * channels * sampleBytes * (isProgressive ? 2 : 1);
}

/** @returns the text, pages separated by form feeds, or 2 for a file that is damaged, encrypted or not a PDF */
async function readText({ source }: TextJob): Promise<{ text: string } | 2> {
  const pages: string[] = [];
  let size = 0;
  try {
    if ((await stat(source)).size > maxPdfBytes) return 2;
    const { getDocumentProxy } = await import("unpdf");
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(source)), {
      useSystemFonts: true,
      verbosity: 0,
    });
    for (let number = 1; number <= Math.min(pdf.numPages, maxTextPages) && size < maxTextBytes; number++) {
      const text = cutBytes(cleanText(await readPage(await pdf.getPage(number))), maxTextBytes - size - 1);
      pages.push(text);
      size += Buffer.byteLength(text) + 1;
    }
  } catch {
    return 2;
  }
  return { text: pages.join("\f") };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>["getPage"]>>;

/** Stops as soon as there is enough. */
async function readPage(page: Page): Promise<string> {
  const reader = page.streamTextContent().getReader();
  let text = "";
  while (text.length < maxTextBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items as { str?: string; hasEOL?: boolean }[])
      text += (item.str ?? "") + (item.hasEOL ? "\n" : "");
  }
  if (text.length >= maxTextBytes) await reader.cancel(new Error("enough")).catch(() => {});
  page.cleanup();
  return text;
}

/** Plain lines, without control and invisible characters. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .slice(0, maxTextBytes)
    .split("\n")
    .map((line) =>
      line
        .replace(/[\p{Cc}\p{Zs}]+/gu, " ")
        .replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, "")
        .replace(/(\p{M}{8})\p{M}+/gu, "$1")
        .normalize("NFC")
        .trim(),
    )
    .filter(Boolean)
    .join("\n");

const cutBytes = (text: string, max: number): string =>
  Buffer.byteLength(text) <= max
    ? text
    : Buffer.from(text)
        .subarray(0, max)
        .toString()
        .replace(/\ufffd$/, "");

async function renderFirstPage(source: string, width: number): Promise<Buffer> {
  const { size } = await stat(source);
  if (size > maxPdfBytes) throw new Error("too large");
  const { createIsomorphicCanvasFactory, getDocumentProxy, renderPageAsImage } = await import("unpdf");
  const canvasImport = () => import("@napi-rs/canvas");
  const CanvasFactory = await createIsomorphicCanvasFactory(canvasImport);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(source)), {
    CanvasFactory,
    useSystemFonts: true,
    verbosity: 0,
  });
  const page = await pdf.getPage(1);
  const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
  // An extremely narrow page would be scaled to an enormous height.
  if (!(pageWidth > 0 && pageHeight > 0) || pageHeight / pageWidth > 20)
    throw new Error("unusable page size");
  const scale = Math.min(4, (width * 1.5) / pageWidth);
  return Buffer.from(await renderPageAsImage(pdf, 1, { canvasImport, scale }));
}

if (import.meta.main) {
  const job = JSON.parse(process.argv[2] ?? "") as RenderJob | TextJob;
  const made = await (job.kind === "text" ? readText(job) : render(job)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return 1;
  });
  if (typeof made === "number") process.exit(made);
  process.stdout.write(JSON.stringify(made), () => process.exit(0));
}
