import { constants, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Small files of every accepted type, built byte by byte, for tests and for the demo's resources. */

/** A zip archive with uncompressed files. */
export function zip(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, rest, title]));
    parts.push(entry);
    at += entry.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const escaped = (text: string) => text.replace(/[<&]/g, (sign) => (sign === "<" ? "&lt;" : "&amp;"));

/** The form of all three new Office formats: a zip of XML parts, with a list of their types. */
function office(main: string, type: string, parts: Record<string, string>): Buffer {
  const kind = "application/vnd.openxmlformats-officedocument";
  return zip({
    "[Content_Types].xml": `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${kind}.${type}.main+xml"/></Types>`,
    "_rels/.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    ...parts,
  });
}

/** A document with one paragraph per line. */
export const docx = (lines: readonly string[]) =>
  office("word/document.xml", "wordprocessingml.document", {
    "word/document.xml": `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.map((line) => `<w:p><w:r><w:t>${escaped(line)}</w:t></w:r></w:p>`).join("")}</w:body></w:document>`,
  });
/** A workbook with one sheet. */
export const xlsx = (rows: readonly (readonly (string | number)[])[]) =>
  office("xl/workbook.xml", "spreadsheetml.sheet", {
    "xl/workbook.xml": `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Notes" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(`${String.fromCharCode(65 + column)}${row + 1}`, cell)).join("")}</row>`).join("")}</sheetData></worksheet>`,
  });
const cellXml = (place: string, value: string | number) =>
  typeof value === "number"
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
const pptx = (text: string) =>
  office("ppt/presentation.xml", "presentationml.presentation", {
    "ppt/presentation.xml": `${xml}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    "docProps/title.txt": text,
  });

/** An old Office file: a compound file whose stream's name determines its type. */
export function compound(stream: string, text: string): Buffer {
  const sector = 512;
  const content = Buffer.alloc(4096);
  content.write(text.slice(0, 1000), 512, "utf16le");
  const header = Buffer.alloc(sector);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  for (let index = 2; index < 10; index++)
    table.writeUInt32LE(index === 9 ? 0xfffffffe : index + 1, index * 4);
  const directory = Buffer.alloc(sector);
  const entry = (at: number, name: string, kind: number, child: number, start: number, size: number) => {
    directory.write(name, at, "utf16le");
    directory.writeUInt16LE(name.length * 2 + 2, at + 64);
    directory.writeUInt8(kind, at + 66);
    directory.writeUInt8(1, at + 67);
    directory.writeUInt32LE(0xffffffff, at + 68);
    directory.writeUInt32LE(0xffffffff, at + 72);
    directory.writeUInt32LE(child, at + 76);
    directory.writeUInt32LE(start, at + 116);
    directory.writeUInt32LE(size, at + 120);
  };
  entry(0, "Root Entry", 5, 1, 0xfffffffe, 0);
  entry(128, stream, 2, 0xffffffff, 2, 4096);
  return Buffer.concat([header, table, directory, content]);
}

const pdfFonts = ["Times-Roman", "Times-Bold", "Times-Italic", "Symbol"];

/** A PDF of A4 pages from their drawing commands, with the fonts F1 roman, F2 bold, F3 italic and F4 symbols. */
export function pdfOf(pages: readonly string[]): Buffer {
  const fonts = pdfFonts.map((_, index) => `/F${index + 1} ${3 + index} 0 R`).join("");
  const first = 3 + pdfFonts.length;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")}]/Count ${pages.length}>>`,
    ...pdfFonts.map((name) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`),
    ...pages.flatMap((drawn, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + 2 * index + 1} 0 R/Resources<</Font<<${fonts}>>>>>>`,
      `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    ]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const size = objects.length + 1;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** A PDF of one page with a few lines of text. Leaves out characters outside ASCII. */
export function pdf(title: string, lines: string[] = []): Buffer {
  const safe = (text: string) => text.replace(/[^\x20-\x7e]/g, "").replace(/[\\()]/g, "\\$&");
  return pdfOf([
    [
      "0.08 0.32 0.48 rg 56 726 120 4 re f 0.09 0.13 0.18 rg",
      `BT /F1 24 Tf 56 748 Td (${safe(title).slice(0, 60)}) Tj ET`,
      ...lines.map((line, index) => `BT /F1 12 Tf 56 ${700 - index * 20} Td (${safe(line)}) Tj ET`),
    ].join("\n"),
  ]);
}

/** A drawing of thin lines on paper, different for each number. */
function picture(seed: number) {
  const lines = Array.from({ length: 9 }, (_, index) => {
    const radius = 30 + index * (24 + (seed % 5) * 7);
    return `<circle cx="${40 + ((seed * 61) % 500)}" cy="340" r="${radius}"/>`;
  }).join("");
  const turned = (seed * 37) % 80;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#FBF9F4"/><g fill="none" stroke="#15527A" stroke-width="2">${lines}</g><path d="M80 340 L560 ${60 + turned}" stroke="#F2B33D" stroke-width="6"/></svg>`,
    ),
  );
}

/** A quiet sound of samples from -1 to 1, 8 kHz mono. */
export function wavOf(sound: readonly number[]): Buffer {
  const samples = Buffer.from(sound.map((sample) => Math.round(128 + 20 * sample)));
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A second of a tone, different for each number. */
const tone = (seed: number) =>
  wavOf(
    Array.from({ length: 8_000 }, (_, at) => Math.sin((at * (200 + (seed % 400)) * 2 * Math.PI) / 8_000)),
  );

/** Silent frames of MPEG-1 layer III, 32 kbit/s at 44.1 kHz. */
function mp3(): Buffer {
  const frame = Buffer.alloc(104);
  Buffer.from("fffb1064", "hex").copy(frame);
  return Buffer.concat(Array.from({ length: 40 }, () => frame));
}

/** The boxes at the start of a film, without a picture. */
function film(brand: string, text: string): Buffer {
  const box = (type: string, content: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + content.length);
    return Buffer.concat([size, Buffer.from(type), content]);
  };
  const minor = Buffer.from([0, 0, 2, 0]);
  return Buffer.concat([
    box("ftyp", Buffer.concat([Buffer.from(brand), minor, Buffer.from(brand)])),
    box("free", Buffer.from(text)),
    box("mdat", Buffer.alloc(64)),
  ]);
}

function avi(text: string): Buffer {
  const list = Buffer.concat([Buffer.from("LIST\x10\x00\x00\x00INFOISFT\x04\x00\x00\x00"), Buffer.alloc(4)]);
  const head = Buffer.from("RIFF\x00\x00\x00\x00AVI ", "latin1");
  const rest = Buffer.concat([list, Buffer.from(text)]);
  head.writeUInt32LE(rest.length + 4, 4);
  return Buffer.concat([head, rest]);
}

/** The header and the end record of a RAR 5 archive. */
const rar = (text: string) =>
  Buffer.concat([
    Buffer.from("526172211a0701003392b5e50a01050600050101808000", "hex"),
    Buffer.from(text),
    Buffer.from("1d77565103050400", "hex"),
  ]);

/** A real, small file of a type. `seed` makes files of one type differ. */
export async function sampleFile(type: string, title: string, seed = 0): Promise<Buffer> {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `${index + 1}.  ${title}: remark ${seed * 12 + index + 1} of the course`,
  );
  const text = `${title}\n\n${lines.join("\n")}\n`;
  const makers: Record<string, () => Buffer | Promise<Buffer>> = {
    pdf: () => pdf(title, lines),
    doc: () => compound("WordDocument", text),
    docx: () => docx([title, ...lines]),
    ppt: () => compound("PowerPoint Document", text),
    pptx: () => pptx(text),
    xls: () => compound("Workbook", text),
    xlsx: () => xlsx([[title], ...lines.map((line) => [line])]),
    txt: () => Buffer.from(text),
    zip: () => zip({ "read me.txt": text, "papers/2024.pdf": pdf(title, lines) }),
    rar: () => rar(text),
    jpg: () => picture(seed).jpeg({ quality: 80 }).toBuffer(),
    jpeg: () => picture(seed).jpeg({ quality: 80 }).toBuffer(),
    png: () => picture(seed).png().toBuffer(),
    gif: () => picture(seed).gif().toBuffer(),
    mp4: () => film("isom", text),
    mov: () => film("qt  ", text),
    avi: () => avi(text),
    mp3: () => Buffer.concat([mp3(), Buffer.from(`TAG${title.slice(0, 30).padEnd(125, "\0")}`, "latin1")]),
    wav: () => tone(seed),
  };
  const make = makers[type];
  if (!make) throw new Error(`no sample of ${type}`);
  return make();
}

/** A PNG of a few kilobytes that unpacks to `width` × `height` pixels of one colour. */
export function bomb(
  width: number,
  height: number,
  kind: "1-bit grey" | "16-bit RGBA" = "1-bit grey",
): Buffer {
  const [sampleBits, colorType, channels] = kind === "1-bit grey" ? [1, 0, 1] : [16, 6, 4];
  const rowBytes = Math.ceil((width * sampleBits * channels) / 8 + 1);
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(sampleBits, 8);
  head.writeUInt8(colorType, 9);
  const rows = deflateSync(Buffer.alloc(rowBytes * Math.min(height, 20_000)), {
    level: 9,
    strategy: constants.Z_RLE,
  });
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}
