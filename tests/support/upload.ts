import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceUploaded } from "./api-types.ts";
import { type Member, openSession } from "./people.ts";
import type { TestServer } from "./server.ts";
import { type Answer, Visitor } from "./visitor.ts";

/** The fields of an upload. Null omits one. */
export interface Sending {
  title?: string | null;
  description?: string;
  categoryId?: string | null;
  year?: string | null;
  courseCode?: string;
  resourceType?: string;
  paperYear?: string;
  exam?: string;
  eventId?: string;
}

/** Shares a file through the API, as a program does. */
export function share(
  member: Member,
  file: { name: string; bytes: Buffer } | null,
  fields: Sending = {},
): Promise<Answer<ResourceUploaded>> {
  const form = new FormData();
  const texts = { title: "Thermodynamics, unit 2", categoryId: "1", year: "2", ...fields };
  for (const [name, text] of Object.entries(texts)) if (text !== null) form.append(name, text);
  if (file) form.append("file", new Blob([new Uint8Array(file.bytes)]), file.name);
  return member.call("POST", "/api/resources", form);
}

const uploads = (server: TestServer) => join(server.storage, "uploads");

/** @returns the names of the server's stored files, including partial ones */
export const storedFiles = (server: TestServer): string[] =>
  [...readdirSync(uploads(server)), ...(server.bucket?.keys() ?? [])].sort();

/** The same without thumbnails, which are drawn some time after the upload. */
export const keptFiles = (server: TestServer): string[] =>
  storedFiles(server).filter((name) => !/^[0-9a-f]{64}\.webp$/.test(name));

/** Makes the database older than every file, because files older than it are never swept. */
export function ageDatabase(server: TestServer): void {
  server.database().exec("update migrations set applied_at = -1");
}

/** Adds an old file to the server's store that no row refers to. */
export function leaveFile(server: TestServer, name: string): void {
  ageDatabase(server);
  const bytes = Buffer.from("left behind");
  if (server.bucket) server.bucket.set(name, { bytes, changedAt: new Date(0) });
  else writeFileSync(join(uploads(server), name), bytes);
}

/** Removes a stored file, as if it were lost. */
export function loseFile(server: TestServer, name: string): void {
  if (server.bucket) server.bucket.delete(name);
  else rmSync(join(uploads(server), name));
}

/** Deletes an item from its owner's bin. */
export async function emptyBin(
  server: TestServer,
  member: Member,
  subject: "resource" | "event",
  id: string,
): Promise<void> {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  const { status } = await browser.post("/bin", { intent: "delete", subject, id });
  if (status !== 303) throw new Error(`deleting for good: ${status}`);
}

/** Deletes a resource, without leaving it in the bin. */
export async function discard(server: TestServer, member: Member, id: string): Promise<void> {
  const { status } = await member.call("DELETE", `/api/resources/${id}`);
  if (status !== 200) throw new Error(`deleting: ${status}`);
  await emptyBin(server, member, "resource", id);
}
