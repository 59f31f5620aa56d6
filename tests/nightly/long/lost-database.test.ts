import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../../support/integration.ts";
import { join } from "../../support/people.ts";
import { newStore, startServer } from "../../support/server.ts";
import { share } from "../../support/upload.ts";
import { waitUntil } from "../../support/wait-until.ts";

const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-lost-"));
const serving = await shareServer(unlimited);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const list = (at: string, name: string): string[] => readdirSync(joinPath(at, name)).sort();
const databaseOf = (at: string) => joinPath(at, "community.sqlite");

test("a first start that cannot listen, or is killed before it has a database, can be repeated", async () => {
  const at = joinPath(folder, "repeated");
  await expect(startServer({ PORT: String(serving.port) }, at)).rejects.toThrow("cannot listen");
  await (await startServer({}, at)).stop();
  const killed = mkdtempSync(joinPath(folder, "killed-"));
  for (const name of ["lock", "community.sqlite"]) writeFileSync(joinPath(killed, name), "");
  await (await startServer({}, killed)).stop();
});

test("files that an earlier database does not name return with the later one", async () => {
  const at = newStore();
  const [earlier, later] = [joinPath(folder, "earlier.sqlite"), joinPath(folder, "later.sqlite")];
  cpSync(databaseOf(at), earlier);
  const before = await startServer({ RATE_LIMITS: "off" }, at);
  const { body } = await share(await join(before, "meera"), {
    name: "notes.txt",
    bytes: Buffer.from("kept"),
  });
  const { fileUrl } = body.data;
  const names = list(at, "uploads");
  await before.stop();
  cpSync(databaseOf(at), later);
  cpSync(earlier, databaseOf(at));
  const meanwhile = await startServer({}, at);
  await waitUntil("it is swept", () => existsSync(joinPath(at, "swept")) && list(at, "swept").length > 0);
  await meanwhile.stop();
  cpSync(later, databaseOf(at));
  for (const name of names) cpSync(joinPath(at, "swept", name), joinPath(at, "uploads", name));
  const after = await startServer({}, at);
  expect(await (await fetch(after.url + fileUrl)).text()).toBe("kept");
  await after.stop();
  rmSync(at, { recursive: true });
});
