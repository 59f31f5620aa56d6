import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

/** @returns the mails in a server's outbox, oldest first */
export function outbox(server: TestServer): string[] {
  const folder = join(server.storage, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

let count = 0;

/** Waits until the server has written all queued mails, by queueing another. @returns the mails */
export async function allMails(server: TestServer): Promise<string[]> {
  const due = server.database().prepare("select count(*) from notices where mail_at <= ?").pluck();
  await waitUntil("notices are queued", () => due.get(Date.now() + server.clockOffsetMs) === 0);
  const key = `the last mail ${++count}`;
  server
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, is_bulk, created_at, next_attempt_at) values (?, 'last@college.example', ?, '', 1, 0, ?)",
    )
    .run(key, key, Date.now() + server.clockOffsetMs);
  const isLast = (mail: string) => mail.includes(`Subject: ${key}\n`);
  await waitUntil("the last mail", () => outbox(server).some(isLast));
  return outbox(server).filter((mail) => !mail.includes("To: last@college.example\n"));
}

/** Waits for the nth mail to an address with a link to a path. @returns the link's path and token */
export function mailedLink(server: TestServer, to: string, path: string, nth = 1): Promise<string> {
  return waitUntil(`a mail with a link to ${path}`, () => {
    const links = outbox(server)
      .filter((mail) => mail.includes(`\nTo: ${to}\n`))
      .flatMap((mail) => new RegExp(`${path}\\?token=[\\w-]+`).exec(mail)?.[0] ?? []);
    return links.length >= nth && links.at(-1);
  });
}
