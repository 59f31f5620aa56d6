import { type FileHandle, open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import type { FileType } from "../schemas/resource.ts";

/** What `file-type` calls the content that each extension may have. The others are looked at here. */
const sniffedTypes: Partial<Record<FileType, readonly string[]>> = {
  rar: ["rar"],
  jpg: ["jpg"],
  jpeg: ["jpg"],
  png: ["png", "apng"],
  gif: ["gif"],
  mp4: ["mp4", "m4v", "3gp"],
  avi: ["avi"],
  mov: ["mov", "mp4"],
  mp3: ["mp3"],
  wav: ["wav"],
};
/** The folder that an Office file keeps its main part in. */
const officeFolders: Partial<Record<FileType, string>> = { docx: "word/", pptx: "ppt/", xlsx: "xl/" };
/** The streams that the old Office files keep their content in. */
const compoundStreams: Partial<Record<FileType, readonly string[]>> = {
  doc: ["WordDocument"],
  xls: ["Workbook", "Book"],
  ppt: ["PowerPoint Document"],
};

/** Whether a file's content is of the type that its extension says, and of that type alone. */
export async function hasFileType(path: string, type: FileType): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readBytes(handle, 0, 8);
    const archive = await readZipNames(handle, size);
    const begins = (text: string) => head.toString("latin1").startsWith(text);
    const office = officeFolders[type];
    if (type === "zip" || office) {
      if (!archive || !begins("PK\x03\x04")) return false;
      return !office || isOfficeArchive(archive, office);
    }
    // An archive behind another file's content: two files in one, and who opens it can not know which.
    if (archive) return false;
    if (type === "txt") return await isPlainText(handle, size);
    if (type === "pdf") return begins("%PDF-");
    const streams = compoundStreams[type];
    if (streams) {
      const names = await readCompoundNames(handle, size);
      return streams.some((name) => names.includes(name));
    }
  } finally {
    await handle.close();
  }
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return found !== undefined && (sniffedTypes[type]?.includes(found.ext) ?? false);
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Names in an archive are read up to so many bytes of its directory. */
const maxDirectoryBytes = 4 * 1024 * 1024;

/** The names in a zip archive, from the directory at its end; null when the file does not end as one. */
async function readZipNames(handle: FileHandle, size: number): Promise<string[] | null> {
  const length = Math.min(size, 22 + 65_535);
  const tail = await readBytes(handle, size - length, length);
  for (let at = tail.lastIndexOf("PK\x05\x06"); at >= 0; at = tail.lastIndexOf("PK\x05\x06", at - 1)) {
    // The record's comment reaches to the end of the file, or it is not the record.
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) {
      const directorySize = tail.readUInt32LE(at + 12);
      const start = size - length + at - directorySize;
      if (start < 0) return null;
      const directory = await readBytes(handle, start, Math.min(directorySize, maxDirectoryBytes));
      return parseZipDirectory(directory);
    }
    if (at === 0) break;
  }
  return null;
}

function parseZipDirectory(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28);
    names.push(directory.toString("utf8", at + 46, at + 46 + nameLength));
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

/** An Office file has its list of parts and its main part, and no macros: those have extensions of their own. */
function isOfficeArchive(names: string[], folder: string): boolean {
  return (
    names.includes("[Content_Types].xml") &&
    names.some((name) => name.startsWith(folder)) &&
    !names.some((name) => name.endsWith("vbaProject.bin"))
  );
}

/** The names of the streams in a compound file, which the old Office formats are; empty when it is none. */
async function readCompoundNames(handle: FileHandle, size: number): Promise<string[]> {
  const header = await readBytes(handle, 0, 512);
  if (header.length < 512 || header.toString("hex", 0, 8) !== "d0cf11e0a1b11ae1") return [];
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return [];
  const sector = 1 << shift;
  const positionOf = (index: number) => (index + 1) * sector;
  /** The sector after this one in its chain. The first 109 sectors of the table are listed in the header. */
  const next = async (index: number) => {
    const perSector = sector / 4;
    const slot = Math.floor(index / perSector);
    if (slot >= 109) return null;
    const table = header.readUInt32LE(76 + slot * 4);
    const entry = await readBytes(handle, positionOf(table) + (index % perSector) * 4, 4);
    return entry.length === 4 ? entry.readUInt32LE(0) : null;
  };
  const names: string[] = [];
  let index: number | null = header.readUInt32LE(48);
  for (let seen = 0; index !== null && index < 0xfffffff0 && seen < 64; seen++) {
    if (positionOf(index) >= size) break;
    const entries = await readBytes(handle, positionOf(index), sector);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = entries.readUInt16LE(at + 64);
      if (length >= 2 && length <= 64) names.push(entries.toString("utf16le", at, at + length - 2));
    }
    index = await next(index);
  }
  return names;
}

/** 1 for each control character that no text holds: all but tab, line feeds, page feed, end of file, and escape. */
const controlCharacters = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 32 && ![9, 10, 11, 12, 13, 26, 27].includes(code) ? 1 : 0,
);

/**
 * Text is in any alphabet, UTF-16 if it says so, without control characters. It is looked through in one buffer: 50 MB
 * made into strings would be hundreds of megabytes of memory.
 */
async function isPlainText(handle: FileHandle, size: number): Promise<boolean> {
  const buffer = Buffer.alloc(64 * 1024);
  let wide = false;
  let little = false;
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return false;
    if (at === 0) {
      const mark = buffer.toString("hex", 0, Math.min(2, bytesRead));
      little = mark === "fffe";
      wide = little || mark === "feff";
    }
    for (let index = 0; index < bytesRead; index += wide ? 2 : 1) {
      const low = buffer[wide && !little ? index + 1 : index] ?? 0;
      const high = wide ? (buffer[little ? index + 1 : index] ?? 0) : 0;
      if (high === 0 && controlCharacters[low] === 1) return false;
    }
    at += bytesRead;
  }
  return true;
}
