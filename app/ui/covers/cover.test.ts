import { expect, test } from "vitest";
import { compositions, coverUrl, motifs, noteCoverUrl } from "./cover.ts";
import { drawCover, readCover } from "./draw.server.ts";

test("a title determines the motif, and the same item always has the same cover", () => {
  expect(coverUrl("Night sky walk", "12")).toMatch(/^\/covers\/sky-/);
  expect(coverUrl("Hackathon", "3")).toMatch(/^\/covers\/circuit-/);
  expect(coverUrl("Tea", "40")).toBe(coverUrl("Tea", "40"));
});

test("a note's cover depends on its subject, not on being a note", () => {
  expect(noteCoverUrl("Digital Electronics end sem paper", "3")).toMatch(/^\/covers\/circuit-/);
  const covers = Array.from({ length: 12 }, (_, id) => noteCoverUrl("Solved papers", String(id)));
  expect(new Set(covers.map((url) => url.split("-")[0])).size).toBe(12);
});

test("neighbouring items with the same name look different", () => {
  for (let id = 1; id < 200; id++)
    expect(coverUrl("Hackathon", String(id))).not.toBe(coverUrl("Hackathon", String(id + 1)));
});

test("each motif has three compositions of at most 6 KB, all different", () => {
  const drawings = motifs.flatMap((motif) =>
    Array.from({ length: compositions }, (_, composition) =>
      drawCover({ motif, composition, ground: 0, seed: 0 }),
    ),
  );
  expect(new Set(drawings).size).toBe(motifs.length * compositions);
  for (const drawing of drawings) {
    expect(Buffer.byteLength(drawing)).toBeLessThan(6_144);
    expect(drawing).not.toMatch(/NaN|undefined/);
  }
});

test("only valid names of covers are accepted", () => {
  expect(readCover("sky-0-0-0")).toEqual({ motif: "sky", composition: 0, ground: 0, seed: 0 });
  for (const name of [
    "sky-3-0-0",
    "sky-0-4-0",
    "sky-0-0-8",
    "moon-0-0-0",
    "sky-0-0",
    "",
    "constructor-0-0-0",
  ])
    expect(readCover(name), name).toBeNull();
});
