import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateCluster } from "#db/cluster/migrate.ts";
import { Cluster } from "#db/cluster/rqlite.ts";
import { addMigration } from "../support/cluster.ts";
import { runCommand } from "../support/commands.ts";
import { announce, readEvent } from "../support/events.ts";
import { keyedCall, keyedCalls } from "../support/keyed-calls.ts";
import { aliasFor, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { isLong } from "../support/nightly.ts";
import { job, type Member, password, register } from "../support/people.ts";
import { ask } from "../support/questions.ts";
import { say } from "../support/room.ts";
import { type RqliteCluster, rqlited, startRqlite } from "../support/rqlite.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { type Detour, startDetour } from "../support/slow-proxy.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(joinPath(tmpdir(), "quadrant-cluster-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  RQLITE_OLD: "yes",
  RATE_LIMITS: "off",
});
const sql = (text: string, ...params: unknown[]) => ({ sql: text, params });
const newUser = (email: string) =>
  sql(
    `insert into users (status, email, first_name, last_name, name, phone, batch_year, skills, created_at)
     values ('active', ?, 'Asha', 'Verma', 'Asha Verma', '+91 98765 43210', 2027, '', 1)`,
    email,
  );

const session = (userId: number) =>
  sql(
    "insert into sessions (token_hash, user_id, kind, created_at, last_used_at) values ('hash', ?, 'browser', 0, 0)",
    userId,
  );

const clusters: RqliteCluster[] = [];
async function start(size: number, options?: string[]): Promise<RqliteCluster> {
  const started = await startRqlite(size, options);
  clusters.push(started);
  return started;
}
// Also stops the clusters of failed tests.
afterAll(async () => void (await Promise.all(clusters.map((each) => each.stop()))));

describe.skipIf(rqlited === null)("on rqlite, skipped where there is no rqlited (docs/cluster.md)", () => {
  describe("one node", () => {
    let rqlite: RqliteCluster;
    let server: TestServer;
    let cluster: Cluster;
    let detour: Detour;
    const url = () => rqlite.nodes[0]?.databaseUrl ?? "";
    beforeAll(async () => {
      rqlite = await start(1);
      detour = await startDetour(Number(new URL(rqlite.nodes[0]?.url ?? "").port));
      server = await startServer(settings(`rqlite://127.0.0.1:${detour.port}`));
      cluster = new Cluster(url());
    });
    afterAll(async () => {
      cluster?.close();
      await server?.stop();
      detour?.stop();
      await rqlite?.stop();
    });

    test("members register, log in, post, write messages and lines, and ask as on the embedded database", async () => {
      const [asha, rohan] = [await register(server.url, "asha"), await register(server.url, "rohan")];
      const browser = new Visitor(server.url);
      const loggedIn = await browser.post("/login", { email: asha.email, password });
      expect([loggedIn.status, (await browser.get("/profile")).status]).toEqual([303, 200]);

      const posted = await asha.call("POST", "/api/jobs", job);
      const { id } = posted.body;
      expect(posted.status).toBe(201);
      expect((await new Visitor(server.url).get("/jobs")).text).toContain(job.title);
      expect((await browser.get(`/jobs/${id}`)).text).toContain("Small robots for narrow rooms.");
      // Concurrent changes to two fields whose order only the table's constraint checks.
      const changes = ["salaryMin", "salaryMax"].map((name) =>
        asha.call("PUT", `/api/jobs/${id}`, { [name]: 32_000 }),
      );
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await rohan.call("PUT", `/api/jobs/${id}`, { title: "Mine" })).status).toBe(403);

      // Both are written in one commit.
      await Promise.all([sendTo(asha, rohan.id, "Do you solder?"), sendHidden(asha, rohan, "Who am I?")]);
      await sendTo(rohan, await aliasFor(rohan), "Asha, perhaps?");
      const texts = async (partner: string) =>
        (await readHistory(rohan, partner)).map(({ content }) => content);
      expect(await texts(asha.id)).toEqual(["Do you solder?"]);
      expect(await texts(await aliasFor(rohan))).toEqual(["Who am I?", "Asha, perhaps?"]);

      expect((await say(asha, "Is the lab open?")).status).toBe(201);
      expect((await say(rohan, "Until ten.")).status).toBe(201);
      expect((await say(asha, "Thank you!")).status).toBe(201);
      const lines = (await asha.get("/api/anonymous-messages")).body;
      const [first, second, third] = lines.map(({ guestId }) => guestId);
      expect([first === second, first === third]).toEqual([false, true]);
      expect((await browser.get("/anonymous-post")).text).toContain("Until ten.");
      const { title } = await ask(asha);
      expect((await browser.get(`/questions?search=${title.slice(0, 8)}`)).text).toContain(title);
      expect((await asha.call("DELETE", `/api/jobs/${id}`)).status).toBe(200);
      expect((await new Visitor(server.url).get("/jobs")).text).not.toContain(job.title);
      expect(server.logged()).not.toContain('"level":"error"');
    });

    test("a call with an Idempotency-Key whose answer from rqlite is lost is 503, then replayed, and inserts one row", async () => {
      const meera = await register(server.url, "meera", `${randomUUID()}@college.example`);
      const { id: questionId } = await ask(meera);
      const mentor = await register(server.url, "rohan", `${randomUUID()}@college.example`);
      await cluster.run([
        sql("insert or ignore into tags (name, question_count) values ('firmware', 1)"),
        sql(
          `insert into user_topics (user_id, tag_id, position) select ${mentor.id}, id, 1 from tags where name = 'firmware'`,
        ),
        sql(`update users set mentoring_places = 2 where id = ${mentor.id}`),
        sql(`update users set announcer_batch = 2027 where id = ${meera.id}`),
      ]);
      const count = async (table: string) =>
        Number((await cluster.run([sql(`select count(*) from ${table}`)]))[0]?.rows?.[0]?.[0]);
      for (const [path, table, body] of keyedCalls(questionId, mentor.id)) {
        const before = await count(table);
        detour.loses = `insert into \\"${table}\\"`;
        const first = await keyedCall(meera, path, body);
        expect([path, first.status, await count(table)]).toEqual([path, 503, before + 1]);
        const second = await keyedCall(meera, path, body);
        const isReplayed = second.headers.get("Idempotent-Replayed");
        expect([path, second.status, isReplayed]).toEqual([path, 201, "true"]);
        expect([path, await count(table)]).toEqual([path, before + 1]);
      }
    });

    test("a page reads its reader, messages and notices in one request to rqlite", async () => {
      const { url: site } = server;
      const [asha, meera] = [
        await register(site, "asha", `${randomUUID()}@college.example`),
        await register(site, "meera", `${randomUUID()}@college.example`),
      ];
      const browser = new Visitor(site);
      await browser.post("/login", { email: asha.email, password });
      const visit = async () => {
        detour.requests = [];
        const { text } = await browser.get("/about", { "Sec-Fetch-Site": "same-origin" });
        const asked = detour.requests.filter((piece) => /\b(sessions|messages|notices)\b/.test(piece));
        return { asked: asked.length, text };
      };
      expect((await visit()).asked).toBe(1);
      await sendTo(meera, asha.id, "Did you see the robots?");
      const { asked, text } = await visit();
      expect([asked, text.includes("1 unread message")]).toEqual([1, true]);
      await meera.call("PUT", `/api/users/${asha.id}/connection`);
      // One more request looks for notices that link to this page.
      expect((await visit()).asked).toBe(2);
    });

    test("of 200 simultaneous registrations for 25 seats, 25 succeed", async () => {
      const organizer = await register(server.url, "meera");
      const { id } = await announce(organizer);
      const tokens = Array.from({ length: 200 }, () => `quadrant_${randomUUID()}`);
      const now = Date.now();
      await cluster.run(
        tokens.flatMap((token) => [
          newUser(`${randomUUID()}@college.example`),
          sql(
            `insert into sessions (token_hash, user_id, kind, created_at, last_used_at)
             values (?, last_insert_rowid(), 'token', ?, ?)`,
            createHash("sha256").update(token).digest("hex"),
            now,
            now,
          ),
        ]),
      );
      const answers = await Promise.all(
        tokens.map((token) =>
          Object.assign(new Visitor(server.url), { token }).call("POST", `/api/events/${id}/register`),
        ),
      );
      const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      expect([count(200), count(409)]).toEqual([25, 175]);
      const { registrations, registrationCount } = await readEvent(organizer, id);
      expect([registrations.length, registrationCount]).toEqual([25, 25]);
    });

    test("a batch is stored completely or not at all, and failures have SQLite's codes", async () => {
      const email = `${randomUUID()}@college.example`;
      const codeOf = (...queries: ReturnType<typeof sql>[]) =>
        cluster.run(queries).then(
          () => null,
          ({ code }: { code: string }) => code,
        );
      expect(await codeOf(newUser(email), newUser(email))).toBe("SQLITE_CONSTRAINT_UNIQUE");
      const [found] = await cluster.run([sql("select 1 from users where email = ?", email)]);
      expect(found?.rows).toEqual([]);
      expect(await codeOf(sql("update users set email = null"))).toBe("SQLITE_CONSTRAINT_NOTNULL");
      expect(await codeOf(sql("update users set status = 'lost'"))).toBe("SQLITE_CONSTRAINT_CHECK");
      expect(await codeOf(session(0))).toBe("SQLITE_CONSTRAINT_FOREIGNKEY");
      expect(await codeOf(sql("select nothing"))).toBe("SQLITE_ERROR");
    });

    test("bytes, texts and numbers are read as they were written", async () => {
      const bytes = Buffer.from([0, 39, 63, 255]);
      const rows = [bytes, "नमस्ते '?", "x'00'", 0.5, Number.MAX_SAFE_INTEGER];
      const results = await cluster.run([
        sql("create table things (author blob, quote text, text text, size real, count integer, mark text)"),
        { ...sql("insert into things select ?, ?, ?, ?, ?, '?''' returning *", ...rows), method: "all" },
        // Statements that only read still report the changes of the previous statement.
        {
          ...sql(
            "update things set count = (select changes()) where size = ? and changes() > 0 returning count",
            0.5,
          ),
          method: "all",
        },
        sql("drop table things"),
      ]);
      expect(results[1]?.rows).toEqual([[...rows, "?'"]]);
      expect(results[2]?.rows).toEqual([[1]]);
    });

    test("a second server is refused while the first runs, and finds the same community after it", async () => {
      await expect(startServer(settings(url()))).rejects.toThrow("Store: another server uses this database.");
      await server.stop();
      const second = await startServer(settings(url()));
      const guest = new Visitor(second.url);
      const loggedIn = await guest.post("/login", { email: "asha.verma@college.example", password });
      expect(loggedIn.status).toBe(303);
      await second.stop();
    });

    test("a server refuses an rqlite that is too old, and a store that already has a community", async () => {
      const refusal = (more: Record<string, string>, storage?: string) =>
        startServer({ ...settings(url()), ...more }, storage).then(
          async (started) => void (await started.stop()),
          ({ message }: Error) => message,
        );
      expect(await refusal({ RQLITE_OLD: "" })).toContain("Store: rqlite 8 can store half of a change.");
      const storage = joinPath(folder, "store");
      const own = await startServer({}, storage);
      await own.stop();
      expect(await refusal({}, storage)).toContain("holds a community, and DATABASE_URL names another.");
      expect(await refusal({ DATABASE_URL: "postgres://asha@localhost" })).toContain(
        "Environment: DATABASE_URL must be an address such as rqlite://",
      );
    });
  });

  test("two simultaneous migrations apply once, and rebuilding a table keeps the rows that refer to it", async () => {
    const rqlite = await start(1);
    const url = rqlite.nodes[0]?.databaseUrl ?? "";
    const both = [new Cluster(url), new Cluster(url)] as const;
    const [cluster] = both;
    await Promise.all(both.map((each) => migrateCluster(each)));
    await cluster.run([newUser("asha.verma@college.example"), session(1)]);
    const [schema] = await cluster.run([
      sql(
        "select sql from sqlite_schema where tbl_name = 'users' and sql is not null and type <> 'trigger' order by type desc",
      ),
    ]);
    const [create, ...indexes] = (schema?.rows ?? []).map(([text]) => String(text));
    await migrateCluster(
      cluster,
      withMigration([
        create?.replaceAll("`users`", "`__new_users`").replaceAll('"users"', '"__new_users"') ?? "",
        "insert into __new_users select * from users",
        "drop table users",
        "alter table __new_users rename to users",
        ...indexes,
      ]),
    );
    const [counts] = await cluster.run([
      sql(
        "select (select count(*) from users), (select count(*) from sessions), foreign_keys from pragma_foreign_keys",
      ),
    ]);
    expect(counts?.rows).toEqual([[1, 1, 1]]);
    // A migration that leaves a dangling reference changes nothing.
    const dangling = migrateCluster(cluster, withMigration(["delete from users"]));
    await expect(dangling).rejects.toThrow();
    const [left] = await cluster.run([sql("select count(*) from users")]);
    expect(left?.rows).toEqual([[1]]);
    const lost = cluster.run([sql("update sessions set user_id = 0")]);
    await expect(lost).rejects.toThrow("FOREIGN KEY constraint failed");
    for (const each of both) each.close();
    await rqlite.stop();
  });

  test("a community moves from its file to a cluster, and its backup from there to a file", async () => {
    const [storage, back, tar] = ["moving", "back", "community.tar"].map((name) =>
      joinPath(folder, name),
    ) as [string, string, string];
    const own = await startServer({ RATE_LIMITS: "off" }, storage);
    const asha = await register(own.url, "asha");
    await own.stop();
    const rqlite = await start(1);
    const url = rqlite.nodes[0]?.databaseUrl ?? "";
    expect((await runCommand("move", storage, ["--to", url])).status).toBe(0);
    const logIn = async (server: TestServer) =>
      (await new Visitor(server.url).post("/login", { email: asha.email, password })).status;
    const clustered = await startServer(settings(url), storage);
    expect(await logIn(clustered)).toBe(303);
    const rohan = await register(clustered.url, "rohan");
    const made = await runCommand("make-admin", storage, [rohan.email], { DATABASE_URL: url });
    expect(made.stdout).toContain("Rohan Pillai is now an administrator.");

    const checked = await runCommand("doctor", storage, ["--store"], { DATABASE_URL: url });
    expect(checked.stdout).toContain("ok    rqlite answers (8)");
    expect(checked.stdout).toMatch(/ok {4}Node 1 of rqlite \(127\.0\.0\.1:\d+\) leads\./);
    const written = await runCommand("backup", storage, [tar, "--verify"], { DATABASE_URL: url });
    expect(written).toMatchObject({ status: 0, stdout: expect.stringContaining("is complete") });
    await clustered.stop();
    await rqlite.stop();
    expect((await runCommand("restore", back, [tar], { DATABASE_URL: url })).status).toBe(1);
    expect((await runCommand("restore", back, [tar])).status).toBe(0);
    const again = await startServer({ RATE_LIMITS: "off" }, back);
    expect(await logIn(again)).toBe(303);
    const admins = again.database().prepare("select email from users where is_admin").pluck().all();
    expect(admins).toEqual([rohan.email]);
    await again.stop();
  });

  test("a server refuses an rqlited that does not enforce foreign keys", async () => {
    const rqlite = await start(1, []);
    const started = startServer(settings(rqlite.nodes[0]?.databaseUrl ?? ""));
    await expect(started).rejects.toThrow("Store: start each rqlited with -fk=true.");
    await rqlite.stop();
  });

  test("a node cut off from the others answers reads for about five seconds, not for ten minutes", async () => {
    const rqlite = await start(3);
    const [own, ...others] = rqlite.nodes;
    const cluster = new Cluster(own?.databaseUrl ?? "");
    await cluster.learn();
    const read = async () => {
      const started = performance.now();
      const [row] = await cluster.run([sql("select 'answered'")]).catch(({ code }) => [{ rows: [[code]] }]);
      return { text: row?.rows?.[0]?.[0], ms: performance.now() - started };
    };
    expect(await read()).toMatchObject({ text: "answered" });
    for (const node of others) node.process.kill("SIGSTOP");
    const cutAt = performance.now();
    const answers: { text: unknown; at: number; ms: number }[] = [];
    while (answers.at(-1)?.text !== "SQLITE_IOERR") {
      const at = performance.now() - cutAt;
      answers.push({ ...(await read()), at });
    }
    const answered = answers.filter(({ text }) => text === "answered");
    if (isLong) expect(answered.length).toBeGreaterThan(0);
    // More than five seconds, because of the leader's lease and the round trip to it.
    if (isLong) expect(Math.max(...answered.map(({ at, ms }) => at + ms))).toBeLessThan(9_000);
    if (isLong) expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(7_000);
    for (const node of others) node.process.kill("SIGCONT");
    await expect.poll(async () => (await read()).text).toBe("answered");
    // Stopped nodes cannot elect a leader, so this node's data is the newest.
    await Promise.all(others.map((node) => node.kill()));
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(await read()).toMatchObject({ text: "answered" });
    cluster.close();
    await rqlite.stop();
  });

  test("while the leader dies and returns, reads continue, and each message is stored once", async () => {
    const rqlite = await start(3);
    const leader = await rqlite.findLeader();
    const server = await startServer(settings(leader.databaseUrl));
    const [asha, rohan] = [await register(server.url, "asha"), await register(server.url, "rohan")];
    let isDone = false;
    const reads: number[] = [];
    const reading = (async () => {
      while (!isDone) reads.push((await asha.get("/api/jobs")).status);
    })();
    const stored: string[] = [];
    const gaps: number[] = [];
    const writing = (async () => {
      for (let n = 0; !isDone; n++) {
        const started = Date.now();
        while (!(await send(asha, rohan, n))) if (isDone) return;
        gaps.push(Date.now() - started);
        stored.push(`message ${n}`);
      }
    })();
    const goesOn = () => {
      const before = stored.length;
      return waitUntil("writes go on", () => stored.length > before + 5);
    };
    await goesOn();
    await leader.kill();
    await goesOn();
    await leader.start();
    await goesOn();
    isDone = true;
    await Promise.all([reading, writing]);

    expect(new Set(reads)).toEqual(new Set([200]));
    if (isLong) expect(Math.max(...gaps)).toBeLessThan(10_000);
    const [history] = await new Cluster(leader.databaseUrl).run([
      sql("select content from messages order by id"),
    ]);
    const contents = (history?.rows ?? []).map(([content]) => String(content));
    expect(new Set(contents).size).toBe(contents.length);
    expect(stored.filter((text) => !contents.includes(text))).toEqual([]);
    expect(stored.length).toBeGreaterThan(5);

    // The last node cannot become the leader. It still reads, and refuses writes before the request times out.
    const others = rqlite.nodes.filter((node) => node !== leader);
    await Promise.all(others.map((node) => node.kill()));
    const started = Date.now();
    const refused = await sendTo(asha, rohan.id, "Is anybody there?", { tempId: "alone" });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    if (isLong) expect(Date.now() - started).toBeLessThan(8_000);
    expect((await new Visitor(server.url).get("/jobs")).status).toBe(200);
    expect((await asha.get("/api/users/me")).status).toBe(200);
    const health = () => new Visitor(server.url).get("/healthz");
    const { status, body } = await health();
    expect([status, body]).toEqual([200, { status: "ok", writes: "refused" }]);
    await Promise.all(others.map((node) => node.start()));
    await expect.poll(() => send(asha, rohan, -1)).toBe(true);
    expect((await health()).body).toEqual({ status: "ok" });
    // Without any node reads fail as well.
    await Promise.all(rqlite.nodes.map((node) => node.kill()));
    for (const path of ["/jobs?search=anything", "/questions", "/login"]) {
      const page = await new Visitor(server.url).get(path, { Cookie: "session=".padEnd(51, "a") });
      expect([path, page.status, page.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
    }
    await server.stop();
    await rqlite.stop();
  });
});

/** @returns whether the message was accepted, false for 503 */
async function send(from: Member, to: Member, n: number): Promise<boolean> {
  const { status, text } = await sendTo(from, to.id, `message ${n}`, { tempId: `${from.id}-${n}` });
  if (![200, 201, 503].includes(status)) throw new Error(`${status} ${text}`);
  return status !== 503;
}

/** @returns a folder with one more migration */
function withMigration(statements: string[]): string {
  const migrations = joinPath(folder, randomUUID());
  addMigration(migrations, statements);
  return migrations;
}
