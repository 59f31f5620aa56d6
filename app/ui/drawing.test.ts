import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = "public/drawings";
const files = readdirSync(folder);

test.for(files)("the drawing %s follows docs/design.md", (file) => {
  const drawing = readFileSync(`${folder}/${file}`, "utf8");
  expect(gzipSync(drawing).length).toBeLessThan(file.startsWith("area-") ? 1_536 : 1_024);
  expect(drawing).toContain('<symbol id="d"');
  expect(drawing).toContain('fill="none" stroke="currentColor" stroke-width="1.75"');
  expect(new Set(drawing.match(/#[\dA-Fa-f]{3,6}\b/g))).toEqual(new Set(["#F2B33D"]));
  expect(drawing).not.toMatch(/style=|gradient|<script|href/i);
});

test("each area of the site has a drawing, and there are a dozen scenes", () => {
  const count = (kind: string) => files.filter((file) => file.startsWith(kind)).length;
  expect([count("area-"), count("scene-")]).toEqual([8, 12]);
});
