import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { render } from "../../app/platform/files/render-process.server.ts";
import { drawEventPicture, eventPictures } from "../../scripts/demo/event-pictures.ts";
import { openings } from "../../scripts/demo/openings.ts";
import { listSheets } from "../../scripts/demo/sheets.ts";

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

test("every title, description and file of the demo's resources is unique, and pictures can be drawn of the files", async () => {
  const sheets = listSheets();
  expect(sheets.length).toBeGreaterThan(60);
  expect(repeated(sheets.map(({ title }) => title))).toEqual([]);
  expect(repeated(sheets.map(({ description }) => description))).toEqual([]);
  const files = await Promise.all(sheets.map(({ make }) => make()));
  expect(repeated(files.map((bytes) => Buffer.from(bytes).toString("base64")))).toEqual([]);

  const notes = files[sheets.findIndex(({ type, title }) => type === "pdf" && title.includes("Notes"))];
  const folder = mkdtempSync(join(tmpdir(), "sheets-"));
  const [source, target] = [join(folder, "notes.pdf"), join(folder, "notes.webp")];
  writeFileSync(source, notes ?? "");
  const size = { width: 320, height: 400, fit: "inside", maxPixels: 10_000_000 } as const;
  expect(await render({ kind: "pdf", source, target, ...size })).toMatchObject({ height: size.height });
  expect((await sharp(target).stats()).isOpaque).toBe(true);
  expect((await sharp(target).stats()).entropy).toBeGreaterThan(0.5);
});

test("twelve event pictures are different, and so are the texts of jobs", () => {
  expect(new Set(eventPictures.map(drawEventPicture)).size).toBe(12);
  expect(repeated(openings.flatMap(({ text }) => text.split("\n\n")))).toEqual([]);
});
