import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { fill } from "../support/permissions/ask.ts";
import { gatherCast } from "../support/permissions/cast.ts";
import { walks } from "../support/permissions/pages.ts";
import { findRoutes, routed } from "../support/permissions/routes.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);

interface Handle {
  title: string;
  failed: string;
}

/** The `title` and `failed` of a page's `handle`: a literal text, or one of an imported table of texts. */
async function readHandle(file: string): Promise<Handle | null> {
  const source = readFileSync(`app/${file}`, "utf8");
  const [, handle = ""] = /^export const handle = (\{.*?\});?$/ms.exec(source) ?? [];
  if (!/\bfailed\b/.test(handle)) return null;
  const read = async (name: string): Promise<string> => {
    const [, text, table = "", key = ""] =
      new RegExp(`\\b${name}: (?:"([^"]+)"|(\\w+)\\.(\\w+))`).exec(handle) ??
      new RegExp(`^const ${name} = "([^"]+)";`, "m").exec(source) ??
      [];
    if (text !== undefined) return text;
    const [, from] =
      new RegExp(`^import \\{[^}]*\\b${table}\\b[^}]*\\} from "(.+)";`, "m").exec(source) ?? [];
    if (!from) throw new Error(`the ${name} of ${file} is in no place that this test knows`);
    const texts = await import(
      from.startsWith("#") ? resolve(from.slice(1)) : resolve("app", dirname(file), from)
    );
    return texts[table][key];
  };
  return { title: await read("title"), failed: await read("failed") };
}

/** The tables that the session, the counts of both bells and the page frame are read from. */
const kept: Record<string, readonly string[]> = {
  users: [
    ...["id", "name", "email", "is_admin", "is_moderator", "muted_at", "muted_until", "mute_reason"],
    ...["avatar_file", "status", "messages_opened_at", "last_visit_day"],
  ],
  sessions: ["token_hash", "user_id", "kind", "last_used_at", "is_read_only", "scopes", "name", "created_at"],
  messages: ["receiver_id", "seen_at", "sent_at", "delivered"],
  notices: ["user_id", "kind", "subject", "count", "facts", "url", "read_at"],
  questions: ["id", "hidden_at", "author_id", "alias"],
  question_aliases: ["alias", "user_id"],
  jobs: ["id", "posted_by", "hidden_at"],
  announcements: ["id", "taken_back_at"],
};

/** Renames every table and, in those of the session, every other column. */
function takeAway(database: Database): void {
  const tables = database
    .prepare<[], { name: string; type: string }>(
      "select name, type from pragma_table_list where schema = 'main' and type <> 'shadow' and name not like 'sqlite%'",
    )
    .all();
  // They name a shadow table, and SQLite cannot rename a table whose name is in triggers.
  for (const change of ["update", "delete"]) database.exec(`drop trigger messages_search_${change}`);
  database
    .transaction(() => {
      for (const { name, type } of tables) {
        if (type === "view") continue;
        const columns = database
          .prepare<[], string>(`select name from pragma_table_info('${name}')`)
          .pluck()
          .all();
        if (!kept[name]) database.exec(`alter table ${name} rename to ${name}_away`);
        else
          for (const column of columns)
            if (!kept[name].includes(column))
              database.exec(`alter table ${name} rename ${column} to ${column}_away`);
      }
    })
    .immediate();
}

const decode = (html: string) => html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

const pages = new Map<string, { browser: Visitor; address: string }>();
beforeAll(async () => {
  const cast = await gatherCast(server);
  for (const { role, pages: addresses } of walks)
    for (const each of addresses) {
      const { id = "", file = "" } = findRoutes(each).at(-1) ?? {};
      if (role === "guest" || pages.has(id) || !(await readHandle(file))) continue;
      const address = await fill(each, cast, cast.actors[role]);
      pages.set(id, { browser: cast.actors[role].browser, address });
    }
  takeAway(server.database());
});

const firstAdministrator = "account/pages/auth/first-administrator";
/** These pages read only the process's settings and the session's table. */
const reliable = ["admin/pages/mail-and-settings/settings", "account/pages/tokens", firstAdministrator];

const routes = [...routed.values()].filter(({ id, isPage }) => isPage && !reliable.includes(id));
const handles = await Promise.all(
  routes.map(async ({ id, file }) => ({ id, handle: await readHandle(file) })),
);
const failing = handles.flatMap(({ id, handle }) => (handle ? [{ id, handle }] : []));

test.each(sample(failing, 2))("the page $id says what it could not load", async ({ id, handle }) => {
  const page = pages.get(id);
  if (!page) throw new Error("no row of permissions opens this page");
  // A dialog is shown over a page, which fails first.
  const [under] = findRoutes(page.address);
  const shown = (under && (await readHandle(under.file))) ?? handle;
  expectFailure(await page.browser.get(page.address), shown);
});

test("the first administrator's page says when it cannot be loaded", async () => {
  server.database().exec("alter table users rename to users_away");
  const handle = await readHandle(`${firstAdministrator}.tsx`);
  expect(handle).not.toBeNull();
  if (handle) expectFailure(await new Visitor(server.url).get("/first-administrator"), handle);
});

test("if even the session cannot be read, the error page shows the number of its status", async () => {
  const [{ browser } = { browser: new Visitor(server.url) }] = pages.values();
  const { status, headers, text } = await browser.get("/account");
  expect([status, Number(headers.get("Retry-After"))]).toEqual([503, 5]);
  expect(text).toMatch(/<p [^>]*>503<\/p><h1>Something went wrong on our side<\/h1>/);
  expect(text).toContain("It&#x27;s not your fault. Please try again.");
});

function expectFailure({ status, headers, text }: Answer, { title, failed }: Handle): void {
  expect([status, Number(headers.get("Retry-After"))]).toEqual([503, 5]);
  const html = decode(text);
  expect(html).toContain(`<title>${title} · `);
  expect(html).toContain(`>${title}</h`);
  expect(html).toContain(failed);
  expect(html).toMatch(/<a [^>]*>Retry<\/a>/);
}
