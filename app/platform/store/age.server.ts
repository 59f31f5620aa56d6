import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createReadableStreamFromReadable } from "@react-router/node";

const header = "age-encryption.org/v1\n";

function readChunks(file: string): ReadableStream<Uint8Array> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  // Cancelling it with a reason emits an error when nobody listens any longer.
  source.on("error", () => {});
  return createReadableStreamFromReadable(source);
}

export async function encryptFile(file: string, target: string, recipient: string): Promise<void> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(readChunks(file));
  await pipeline(
    Readable.fromWeb(encrypted as never),
    createWriteStream(target, { mode: 0o600, flush: true }),
  );
}

/** @throws an Error with an explanation if the file is encrypted and the key is missing or wrong */
export async function openBackup(file: string, keyFile?: string): Promise<ReadableStream<Uint8Array>> {
  if (!(await isEncrypted(file))) return readChunks(file);
  if (keyFile === undefined) throw new Error("The backup is encrypted. Add --key FILE.");
  const keys = (await readFile(keyFile, "utf8")).match(/^AGE-SECRET-KEY-\S+$/gm) ?? [];
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  return decrypter.decrypt(readChunks(file)).catch((cause) => {
    throw new Error(`${keyFile} does not have the key of this backup, or its first bytes are damaged.`, {
      cause,
    });
  });
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === header;
  } finally {
    await handle.close();
  }
}
