import { expect, test } from "vitest";
import { archivePath } from "./archive.server.ts";

test.each([
  ["Unit 1: what? <draft>.pdf", "files/7-Unit 1- what- -draft-.pdf"],
  ["con.txt", "files/7-con.txt"],
  ["AUX", "files/7-AUX"],
  ['a/b\\\\c|d*e"f.pdf', "files/7-a-b--c-d-e-f.pdf"],
  ["ends with a dot.", "files/7-ends with a dot"],
  ["blank .pdf ", "files/7-blank .pdf"],
  ["..", "files/7-"],
  ["tab\u0007.txt", "files/7-tab-.txt"],
  ["गणित १.pdf", "files/7-गणित १.pdf"],
])("a file named %j is unpacked as %s", (name, path) => {
  expect(archivePath("files", 7, name)).toBe(path);
});

test("a long name keeps its extension, is cut between characters and has at most 255 bytes", () => {
  for (const letter of ["x", "é", "क", "😀", "👩\u200d💻"]) {
    const [, file = ""] = archivePath("messages", "12-1", `${letter.repeat(300)}.pdf`).split("/");
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(file)).toBeGreaterThan(230);
    expect(file).toMatch(/\.pdf$/);
    expect(file.replace(/^12-1-|\.pdf$/g, "").replaceAll(letter, "")).toBe("");
  }
});

test("names that differ only in case get different numbers", () => {
  expect(archivePath("files", 7, "A.pdf").toLowerCase()).not.toBe(
    archivePath("files", 8, "a.pdf").toLowerCase(),
  );
});
