import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join as joinPath } from "node:path";
import { parse } from "content-disposition";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fileTypes } from "../../app/resources/rules.ts";
import { bomb, compound, pdf, sampleFile, zip } from "../../scripts/demo/sample-files.ts";
import type { ResourceUploaded } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { browse, join, type Member } from "../support/people.ts";
import { keptFiles, share, storedFiles } from "../support/upload.ts";
import { problemOf, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Member;

beforeAll(async () => {
  asha = await join(server, "asha");
});

const dataOf = (body: ResourceUploaded) => body.data;

describe("every accepted type", () => {
  test.each(fileTypes)("a %s file is stored and returned byte for byte", async (type) => {
    const bytes = await sampleFile(type, `Sample of ${type}`, 3);
    const answer = await share(asha, { name: `sample.${type}`, bytes }, { title: `Sample of ${type}` });
    expect(answer.text).toContain('"success":true');
    expect(answer.status).toBe(201);
    const data = dataOf(answer.body);
    expect(data).toMatchObject({
      fileType: type,
      size: bytes.length,
      fileUrl: `/files/${data.id}/sample.${type}`,
    });
    const file = await fetch(server.url + data.fileUrl);
    expect(
      createHash("sha256")
        .update(Buffer.from(await file.arrayBuffer()))
        .digest("hex"),
    ).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test("images have a thumbnail immediately, PDFs soon, and broken PDFs have none", async () => {
    const picture = await share(asha, { name: "board.png", bytes: await sampleFile("png", "Board", 9) });
    const shown = await fetch(`${server.url}/files/thumbnails/${dataOf(picture.body).id}`);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("Content-Type")).toBe("image/webp");
    const bytes = Buffer.from(`%PDF-1.7\n${"nothing ".repeat(100)}`);
    const { id } = dataOf((await share(asha, { name: "broken.pdf", bytes })).body);
    // Queued after the broken PDF, which has therefore failed once this is drawn.
    const paper = await share(asha, { name: "paper.pdf", bytes: pdf("Paper", ["A line"]) });
    const whole = `${server.url}/files/thumbnails/${dataOf(paper.body).id}`;
    // Drawn with low priority, which may take long on a busy machine.
    await waitUntil("the first page is drawn", async () => (await fetch(whole)).ok);
    expect((await fetch(`${server.url}/files/thumbnails/${id}`)).status).toBe(404);
    expect((await asha.get(`/api/resources/${id}`)).status).toBe(200);
  });
});

test("a picture that cannot be written is reported in one line, without a stack", () => {
  const target = joinPath(server.storage, "nowhere/x.part");
  const size = { width: 10, height: 10, fit: "cover", maxPixels: 1_000_000 };
  const job = JSON.stringify({ kind: "image", source: "public/icon-192.png", target, ...size });
  const rendered = spawnSync("node", ["build/server/render-process.js", job], { encoding: "utf8" });
  expect([rendered.status, rendered.stderr]).toEqual([
    1,
    `ENOENT: no such file or directory, open '${target}'\n`,
  ]);
});

describe("a refused upload leaves no file", () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const page = "<!doctype html><script>alert(1)</script>";
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  const macros = () =>
    zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>", "word/vbaProject.bin": "x" });
  const polyglot = () => Buffer.concat([pdf("x"), zip({ a: "b" })]);
  const zip64 = () => {
    const bytes = polyglot();
    const end = bytes.lastIndexOf("PK\x05\x06");
    bytes.fill(0xff, end + 8, end + 20);
    const locator = Buffer.alloc(20);
    locator.write("PK\x06\x07", "latin1");
    return Buffer.concat([bytes.subarray(0, end), locator, bytes.subarray(end)]);
  };
  const manyNames = Object.fromEntries(
    Array.from({ length: 75 }, (_, index) => [`word/${index}${"n".repeat(60_000)}`, ""]),
  );
  const noise = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 30 },
      },
    });
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, bytes.length * share);
  type Case = [string, string, () => Buffer | Promise<Buffer>, number];
  /** More cases of the same rules, for the long form. */
  const variants: Case[] = [
    ["a page with a PDF in it", "notes.pdf", () => Buffer.concat([Buffer.from(page), pdf("x")]), 415],
    ["half a photo", "photo.jpg", async () => cut(await noise(300, 200).jpeg().toBuffer(), 0.5), 415],
    ["a drawing without its end", "a.png", async () => cut(await noise(200, 900).png().toBuffer(), 0.9), 415],
    [
      "an animation without its end",
      "a.gif",
      async () => cut(await noise(200, 900).gif().toBuffer(), 0.9),
      415,
    ],
    [
      "a PDF that is an archive too, with a byte behind it",
      "notes.pdf",
      () => Buffer.concat([polyglot(), Buffer.from("x")]),
      415,
    ],
    ["a PDF that is a large archive too", "notes.pdf", zip64, 415],
    [
      "a document with macros in capitals",
      "notes.docx",
      () => zip({ "[Content_Types].xml": "", "word/document.xml": "", "WORD/VBAPROJECT.BIN": "x" }),
      415,
    ],
    ["an old sheet named as old document", "notes.doc", () => sampleFile("xls", "x"), 415],
  ];
  const cases: Case[] = [
    ["a page named as PDF", "notes.pdf", () => Buffer.from(page), 415],
    ["a script in an SVG", "drawing.svg", () => Buffer.from(script), 415],
    ["an SVG named as picture", "drawing.png", () => Buffer.from(script), 415],
    ["a picture that ends after its signature", "photo.png", () => png, 415],
    ["a decompression bomb", "photo.png", () => bomb(30_000, 30_000), 422],
    [
      "a tall photo without its end",
      "a.jpg",
      async () => cut(await noise(200, 900).jpeg().toBuffer(), 0.9),
      415,
    ],
    ["a picture of 700 MB in 1 MB", "a.png", () => bomb(9_350, 9_350, "16-bit RGBA"), 422],
    ["a PDF that is an archive too", "notes.pdf", polyglot, 415],
    [
      "a picture that is an archive too",
      "a.gif",
      async () => Buffer.concat([await sampleFile("gif", "x"), zip({ a: "b" })]),
      415,
    ],
    ["an archive named as document", "notes.docx", () => zip({ "a.txt": "b" }), 415],
    ["a document with macros", "notes.docx", macros, 415],
    [
      "a document with macros behind 4 MB of names",
      "notes.docx",
      () =>
        zip({
          "[Content_Types].xml": "",
          "word/document.xml": "",
          ...manyNames,
          "word/vbaProject.bin": "x",
        }),
      415,
    ],
    ["a sheet named as document", "notes.docx", () => sampleFile("xlsx", "x"), 415],
    ["a program named as text", "notes.txt", () => Buffer.from("7f454c46020101000000", "hex"), 415],
    ["a program", "notes.exe", () => Buffer.from("MZ"), 415],
    ["a name without extension", "notes", () => Buffer.from("text"), 415],
    ["an empty file", "notes.txt", () => Buffer.alloc(0), 422],
    ...sized([], variants),
  ];

  test.each(cases)("%s", async (_what, name, make, status) => {
    const before = keptFiles(server).filter((each) => !each.endsWith(".part"));
    const answer = await share(asha, { name, bytes: await make() });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, status, errors: { file: [expect.any(String)] } });
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });

  test("missing fields are named, in the specification's words", async () => {
    const before = keptFiles(server).filter((each) => !each.endsWith(".part"));
    const file = { name: "notes.txt", bytes: Buffer.from("text") };
    const none = await share(asha, null, { title: " ", categoryId: null, year: "" });
    expect(none.status).toBe(422);
    expect(none.body).toMatchObject({
      detail: "Please fill all required fields",
      error: "Please fill all required fields",
    });
    expect(Object.keys(problemOf(none).errors).sort()).toEqual(["categoryId", "file", "title", "year"]);
    for (const wrong of [
      { year: "5" },
      { year: "2.5" },
      { categoryId: "999" },
      { categoryId: "x" },
      { title: "t".repeat(201) },
    ]) {
      expect((await share(asha, file, wrong)).status).toBe(422);
    }
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });

  test("guests, wrong content types and broken bodies are refused", async () => {
    const guest = new Visitor(server.url);
    expect((await share(guest as Member, { name: "a.txt", bytes: Buffer.from("a") })).status).toBe(401);
    expect((await asha.call("POST", "/api/resources", { title: "x" })).status).toBe(415);
    const headers = { "Content-Type": "multipart/form-data; boundary=cut" };
    const cut = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of';
    const before = keptFiles(server).filter((each) => !each.endsWith(".part"));
    for (const body of [cut, "nonsense", "--cut\r\n", ""]) {
      const answer = await asha.fetch("/api/resources", { method: "POST", headers, body });
      expect([400, 422]).toContain(answer.status);
    }
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });
});

describe("names", () => {
  const cases: [string, string][] = [
    ["../../etc/passwd.txt", "passwd.txt"],
    ["..\\..\\boot.txt", "boot.txt"],
    ["ऊष्मागतिकी 📚 (2024) «100%».txt", "ऊष्मागतिकी 📚 (2024) «100%».txt"],
    ["invoice\u202etxt.pdf.txt", "invoicetxt.pdf.txt"],
    [`${"long ".repeat(60)}.txt`, `${"long ".repeat(30).trim()}.txt`],
    [".txt", "file.txt"],
    ["NOTES.TXT", "NOTES.TXT"],
  ];
  test.each(cases)("%s is stored and offered as %s", async (given, kept) => {
    const answer = await share(asha, { name: given, bytes: Buffer.from(`text of ${kept}`) });
    expect(answer.status).toBe(201);
    const { fileUrl, id } = dataOf(answer.body);
    expect(fileUrl).toBe(`/files/${id}/${encodeURIComponent(kept)}`);
    const { headers } = await fetch(server.url + fileUrl, { method: "HEAD" });
    expect(parse(headers.get("Content-Disposition") ?? "").parameters.filename).toBe(kept);
  });
});

describe("identical files", () => {
  const bytes = Buffer.from("the same notes, word for word");
  const name = createHash("sha256").update(bytes).digest("hex");
  /** Deletes from the bin, which otherwise keeps the file. */
  const deleteNow = (member: Member, id: string) =>
    browse(server, member).post("/bin", { intent: "delete", subject: "resource", id });

  test("identical files are stored once, mentioned to the second uploader, and kept until the last resource is deleted", async () => {
    const rohan = await join(server, "rohan");
    const first = await share(asha, { name: "mine.txt", bytes }, { title: "First of the two" });
    const second = await share(rohan, { name: "yours.txt", bytes });
    expect(second.body.message).toContain("First of the two");
    expect(storedFiles(server).filter((each) => each === name)).toHaveLength(1);

    expect((await rohan.call("DELETE", `/api/resources/${dataOf(first.body).id}`)).status).toBe(403);
    expect((await asha.call("DELETE", `/api/resources/${dataOf(first.body).id}`)).status).toBe(200);
    expect((await asha.call("DELETE", `/api/resources/${dataOf(first.body).id}`)).status).toBe(404);
    expect(await (await fetch(server.url + dataOf(second.body).fileUrl)).text()).toBe(String(bytes));
    expect((await rohan.call("DELETE", `/api/resources/${dataOf(second.body).id}`)).status).toBe(200);
    await deleteNow(asha, dataOf(first.body).id);
    expect(storedFiles(server)).toContain(name);
    await deleteNow(rohan, dataOf(second.body).id);
    expect(storedFiles(server)).not.toContain(name);
  });

  test("sharing and deleting identical files at the same time never loses a file that is still listed", async () => {
    const round = async () => {
      const answer = await share(asha, { name: "race.txt", bytes });
      const { id } = dataOf(answer.body);
      expect((await fetch(`${server.url}/files/${id}/race.txt`)).status).toBe(200);
      expect((await asha.call("DELETE", `/api/resources/${id}`)).status).toBe(200);
      expect((await deleteNow(asha, id)).status).toBe(303);
    };
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let turn = 0; turn < sized(3, 8); turn++) await round();
      }),
    );
    expect(storedFiles(server)).not.toContain(name);
  });
});

describe("unusual files of other programs", () => {
  /** A document as streaming programs write it: with a ZIP64 end record, and an old one that is empty or the same. */
  const large = (files: Record<string, string>, isOldKnown = false) => {
    const bytes = zip(files);
    const end = bytes.length - 22;
    const record = Buffer.alloc(56);
    record.write("PK\x06\x06", "latin1");
    record.writeBigUInt64LE(44n, 4);
    record.writeUInt16LE(45, 12);
    record.writeUInt16LE(45, 14);
    const count = BigInt(bytes.readUInt16LE(end + 10));
    record.writeBigUInt64LE(count, 24);
    record.writeBigUInt64LE(count, 32);
    record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 12)), 40);
    record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 16)), 48);
    const locator = Buffer.alloc(20);
    locator.write("PK\x06\x07", "latin1");
    locator.writeBigUInt64LE(BigInt(end), 8);
    locator.writeUInt32LE(1, 16);
    const old = Buffer.from(bytes.subarray(end));
    if (!isOldKnown) old.fill(0xff, 8, 20);
    return Buffer.concat([bytes.subarray(0, end), record, locator, old]);
  };
  const sheet = { "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<w/>" };
  /** An old Office file that contains another file in a stream, listed in its sector table. */
  const holding = (stream: string, content: Buffer) => {
    const bytes = compound(stream, "x");
    content.copy(bytes, bytes.length - 512 * Math.ceil(content.length / 512));
    return bytes;
  };
  const blanksAnd = (blanks: string) => Buffer.concat([Buffer.from(blanks), pdf("Paper")]);

  test.each<[string, string, () => Buffer, number]>([
    ["a PDF behind a line feed", "notes.pdf", () => blanksAnd("\n"), 201],
    ["a PDF behind many blanks", "notes.pdf", () => blanksAnd(" \r\n\t\0".repeat(200)), 201],
    ["a PDF behind too many blanks", "notes.pdf", () => blanksAnd(" ".repeat(1_020)), 415],
    ["a PDF behind a word", "notes.pdf", () => blanksAnd("\nx\n"), 415],
    ["a sheet with a ZIP64 end record", "sheet.xlsx", () => large(sheet), 201],
    ["a sheet with both end records", "sheet.xlsx", () => large(sheet, true), 201],
    ["a sheet as document", "sheet.docx", () => large(sheet), 415],
    ["a ZIP64 sheet with macros", "sheet.xlsx", () => large({ ...sheet, "xl/vbaProject.bin": "x" }), 415],
    [
      "a ZIP64 sheet behind a page",
      "sheet.xlsx",
      () => Buffer.concat([Buffer.from("<p>"), large(sheet)]),
      415,
    ],
    ["a PDF that is a ZIP64 archive too", "notes.pdf", () => Buffer.concat([pdf("x"), large(sheet)]), 415],
    ["a document with a sheet in it", "notes.doc", () => holding("WordDocument", zip(sheet)), 201],
    ["slides with a sheet in them", "notes.ppt", () => holding("PowerPoint Document", large(sheet)), 201],
    [
      "a document with an archive behind it",
      "notes.doc",
      () => Buffer.concat([compound("WordDocument", "x"), zip(sheet)]),
      415,
    ],
    [
      "a document with a sheet in it, named as slides",
      "notes.ppt",
      () => holding("WordDocument", zip(sheet)),
      415,
    ],
  ])("%s: %s", async (_, name, write, status) => {
    expect((await share(asha, { name, bytes: write() })).status).toBe(status);
  });
});
