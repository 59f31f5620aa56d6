import { expect, test } from "vitest";
import { formatFileSize } from "./file-size.ts";
import { getFileType } from "./rules.ts";

test("sizes are formatted in Bytes, KB, MB and GB, with two decimals from KB on", () => {
  const sizes: [number, string][] = [
    [0, "0 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1.00 KB"],
    [1536, "1.50 KB"],
    [1_048_575, "1.00 MB"],
    [52_428_800, "50.00 MB"],
    [3 * 1024 ** 3, "3.00 GB"],
    [2048 * 1024 ** 3, "2048.00 GB"],
  ];
  for (const [bytes, words] of sizes) expect(formatFileSize(bytes)).toBe(words);
});

test("a file's type is its last extension in any letter case, if it is allowed", () => {
  expect(getFileType("Notes.PDF")).toBe("pdf");
  expect(getFileType("a.tar.zip ")).toBe("zip");
  for (const name of ["notes", "notes.", "notes.html", "notes.pdf.exe", "pdf", ".svg", "a.pdf\u202e"]) {
    expect(getFileType(name)).toBeNull();
  }
});
