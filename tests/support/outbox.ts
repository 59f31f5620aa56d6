import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

/** The mails in a server's outbox, oldest first, as their files say them. */
export function outbox(server: TestServer): string[] {
  const folder = join(server.storage, "outbox");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The path of the newest link for a purpose that was mailed to an address, once it has left. */
export function mailedLink(server: TestServer, to: string, path: string, nth = 1): Promise<string> {
  return waitUntil(`a mail with a link to ${path}`, () => {
    const links = outbox(server)
      .filter((mail) => mail.includes(`\nTo: ${to}\n`))
      .flatMap((mail) => new RegExp(`${path}\\?token=[\\w-]+`).exec(mail)?.[0] ?? []);
    return links.length >= nth && links.at(-1);
  });
}
