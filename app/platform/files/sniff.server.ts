import { type FileHandle, open } from "node:fs/promises";
import type { FileType } from "./rules.ts";

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
const officeFolders: Partial<Record<FileType, string>> = { docx: "word/", pptx: "ppt/", xlsx: "xl/" };
const compoundStreams: Partial<Record<FileType, readonly string[]>> = {
  doc: ["WordDocument"],
  xls: ["Workbook", "Book"],
  ppt: ["PowerPoint Document"],
};

export async function hasFileType(path: string, type: FileType): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readBytes(handle, 0, maxHeadBytes);
    const archive = await readZipDirectory(handle, size);
    const startsWith = (text: string) => head.toString("latin1").startsWith(text);
    const officeFolder = officeFolders[type];
    if (type === "zip" || officeFolder) {
      if (!archive?.endsFile || !startsWith("PK\x03\x04")) return false;
      return !officeFolder || isOfficeArchive(archive, officeFolder);
    }
    const streams = compoundStreams[type];
    if (streams) {
      const { names, isInUse } = await readCompound(handle, size);
      // A sheet embedded in a document is an archive in one of its sectors. Anywhere else it is a second file.
      const isEmbedded = archive === null || (archive.at !== null && (await isInUse(archive.at)));
      return isEmbedded && streams.some((name) => names.includes(name));
    }
    // Any other file with an archive in it is two files in one.
    if (archive) return false;
    if (type === "txt") return await isPlainText(handle, size);
    // PDF readers accept whitespace before the header.
    if (type === "pdf") return /^[\0\t\n\f\r ]*%PDF-/.test(head.toString("latin1"));
  } finally {
    await handle.close();
  }
  const { fileTypeFromFile } = await import("file-type");
  const detected = await fileTypeFromFile(path, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  return detected !== undefined && (sniffedTypes[type]?.includes(detected.ext) ?? false);
}

const maxHeadBytes = 1_024;

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const maxDirectoryBytes = 4 * 1024 * 1024;
/** More than a file has by chance. */
const maxEndRecords = 50;

interface ZipDirectory {
  names: string[];
  isPlain: boolean;
  endsFile: boolean;
  /** Position of its end record; null if it has none with a directory. */
  at: number | null;
}

/** Finds an archive that ends in the last 64 KB, whatever precedes or follows it. Reads up to 4 MB of its names. */
async function readZipDirectory(handle: FileHandle, size: number): Promise<ZipDirectory | null> {
  const tailStart = Math.max(0, size - 2 * (22 + 65_535));
  const tail = await readBytes(handle, tailStart, size - tailStart);
  let at = tail.length - 22;
  for (let seen = 0; seen < maxEndRecords; seen++) {
    at = at < 0 ? -1 : tail.lastIndexOf("PK\x05\x06", at);
    if (at < 0) return null;
    const endsFile = at + 22 + tail.readUInt16LE(at + 20) === tail.length;
    const isZip64 = at >= 20 && tail.toString("latin1", at - 20, at - 16) === "PK\x06\x07";
    if (isZip64) {
      const large = await readLargeDirectory(handle, tail.subarray(at - 20, at + 22), tailStart + at - 20);
      return { ...large, endsFile, at: tailStart + at };
    }
    const bytes = tail.readUInt32LE(at + 12);
    const statedStart = tail.readUInt32LE(at + 16);
    const start = tailStart + at - bytes;
    const isThere = (await isDirectoryEntry(handle, start)) || (await isDirectoryEntry(handle, statedStart));
    if (isThere) {
      const names = parseZipDirectory(
        await readBytes(handle, statedStart, Math.min(bytes, maxDirectoryBytes)),
      );
      return {
        names,
        isPlain: start === statedStart && names.length === tail.readUInt16LE(at + 10),
        endsFile,
        at: tailStart + at,
      };
    }
    at -= 1;
  }
  return { names: [], isPlain: false, endsFile: false, at: null };
}

const unknownDirectory = { names: [], isPlain: false };

/**
 * Reads the directory that a ZIP64 end record points to. It is plain if the record is between it and the locator, and
 * the old end record agrees.
 * @param ends the locator and the old end record @param locatorAt their position
 */
async function readLargeDirectory(
  handle: FileHandle,
  ends: Buffer,
  locatorAt: number,
): Promise<Pick<ZipDirectory, "names" | "isPlain">> {
  const recordAt = Number(ends.readBigUInt64LE(8));
  const record = await readBytes(handle, Math.min(recordAt, locatorAt), 56);
  if (record.length < 56 || record.toString("latin1", 0, 4) !== "PK\x06\x06") return unknownDirectory;
  const [length, count, bytes, start] = [4, 32, 40, 48].map((at) => Number(record.readBigUInt64LE(at))) as [
    number,
    number,
    number,
    number,
  ];
  const names = parseZipDirectory(
    await readBytes(handle, Math.min(start, locatorAt), Math.min(bytes, maxDirectoryBytes)),
  );
  const agrees = (small: number, unknown: number, large: number) => small === unknown || small === large;
  const isPlain =
    recordAt + 12 + length === locatorAt &&
    start + bytes === recordAt &&
    names.length === count &&
    agrees(ends.readUInt16LE(20 + 10), 0xffff, count) &&
    agrees(ends.readUInt32LE(20 + 12), 0xffffffff, bytes) &&
    agrees(ends.readUInt32LE(20 + 16), 0xffffffff, start);
  return { names, isPlain };
}

async function isDirectoryEntry(handle: FileHandle, at: number): Promise<boolean> {
  return at >= 0 && (await readBytes(handle, at, 4)).toString("latin1") === "PK\x01\x02";
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

function isOfficeArchive({ names, isPlain }: ZipDirectory, folder: string): boolean {
  return (
    isPlain &&
    names.includes("[Content_Types].xml") &&
    names.some((name) => name.startsWith(folder)) &&
    !names.some((name) => name.toLowerCase().endsWith("vbaproject.bin"))
  );
}

const noCompound = { names: [] as string[], isInUse: async (_: number) => false };
const freeSector = 0xffffffff;

/** Reads the names of a compound file's first entries, and which bytes are in a sector that it uses. */
async function readCompound(handle: FileHandle, size: number): Promise<typeof noCompound> {
  const header = await readBytes(handle, 0, 512);
  if (header.length < 512 || header.toString("hex", 0, 8) !== "d0cf11e0a1b11ae1") return noCompound;
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) return noCompound;
  const sectorBytes = 1 << sectorShift;
  const positionOf = (index: number) => (index + 1) * sectorBytes;
  /** The header lists the first 109 sector tables. Further lists, each in its own sector, have the others. */
  const findTable = async (slot: number): Promise<number | null> => {
    if (slot < 109) return header.readUInt32LE(76 + slot * 4);
    const perList = sectorBytes / 4 - 1;
    let list = header.readUInt32LE(68);
    for (let left = slot - 109; positionOf(list) < size; left -= perList) {
      const sector = await readBytes(handle, positionOf(list), sectorBytes);
      if (sector.length < sectorBytes) return null;
      if (left < perList) return sector.readUInt32LE(left * 4);
      list = sector.readUInt32LE(perList * 4);
    }
    return null;
  };
  const nextSector = async (index: number) => {
    const entriesPerSector = sectorBytes / 4;
    const table = await findTable(Math.floor(index / entriesPerSector));
    if (table === null || positionOf(table) >= size) return null;
    const entry = await readBytes(handle, positionOf(table) + (index % entriesPerSector) * 4, 4);
    return entry.length === 4 ? entry.readUInt32LE(0) : null;
  };
  const names: string[] = [];
  let index: number | null = header.readUInt32LE(48);
  for (let seen = 0; index !== null && index < 0xfffffff0 && seen < 64; seen++) {
    if (positionOf(index) >= size) break;
    const entries = await readBytes(handle, positionOf(index), sectorBytes);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = entries.readUInt16LE(at + 64);
      if (length >= 2 && length <= 64) names.push(entries.toString("utf16le", at, at + length - 2));
    }
    index = await nextSector(index);
  }
  const isInUse = async (position: number) =>
    ((await nextSector(Math.floor(position / sectorBytes) - 1)) ?? freeSector) !== freeSector;
  return { names, isInUse };
}

const controlCharacters = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 32 && ![9, 10, 11, 12, 13, 26, 27].includes(code) ? 1 : 0,
);

/** Reuses one buffer, because 50 MB as strings would take hundreds of megabytes. */
async function isPlainText(handle: FileHandle, size: number): Promise<boolean> {
  const buffer = Buffer.alloc(64 * 1024);
  let isUtf16 = false;
  let isLittleEndian = false;
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return false;
    if (at === 0) {
      const byteOrderMark = buffer.toString("hex", 0, Math.min(2, bytesRead));
      isLittleEndian = byteOrderMark === "fffe";
      isUtf16 = isLittleEndian || byteOrderMark === "feff";
    }
    for (let index = 0; index < bytesRead; index += isUtf16 ? 2 : 1) {
      const low = buffer[isUtf16 && !isLittleEndian ? index + 1 : index] ?? 0;
      const high = isUtf16 ? (buffer[isLittleEndian ? index + 1 : index] ?? 0) : 0;
      if (high === 0 && controlCharacters[low] === 1) return false;
    }
    at += bytesRead;
  }
  return true;
}
