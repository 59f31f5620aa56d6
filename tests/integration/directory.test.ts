import { describe, expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { browse, join, makeAdmin, people } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { clock, dayIn, passTime } from "../support/time.ts";
import type { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest(unlimited, clock)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("rohan", { scope: "file" }, ({ server }) => join(server, "rohan"))
  .extend("pages", { scope: "file" }, ({ server, asha }) => browse(server, asha));

/** @returns the text of a page without scripts */
const seen = async (browser: Visitor, path: string) => {
  const { status, text } = await browser.get(path);
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>")).replaceAll("<!-- -->", "");
  return {
    status,
    main,
    text,
    names: [...main.matchAll(/data-client-nav="keep-scroll"><a [^>]*>([^<]*)</g)].map(([, name]) => name),
  };
};

/** The batch of Asha. */
const year = people.asha.batchYear;

/** Keeps only the members who have logged in, and adds this many to a batch. */
function fill(server: TestServer, batches: Record<number, number> = {}): void {
  const database = server.database();
  database.exec("delete from connections; delete from users where password_hash is null");
  database.exec("update users set status = 'active'");
  const insert = database.prepare(
    `insert into users (email, first_name, last_name, name, batch_year, skills, company, position, created_at)
     values (?, ?, ?, ? || ' ' || ?, ?, ?, ?, ?, 0)`,
  );
  for (const [year, count] of Object.entries(batches)) {
    for (let n = 10; n < 10 + count; n++) {
      const last = `Rao${year}${n}`;
      const batch = Number(year) || null;
      insert.run(
        `ila.${last.toLowerCase()}@college.example`,
        "Ila",
        last,
        "Ila",
        last,
        batch,
        "Kiting, Old maps",
        "Tidepool Labs",
        "Editor",
      );
    }
  }
}

describe("the list", () => {
  test("the directory is for members only", async ({ guest, asha }) => {
    for (const path of ["/qa-threads", `/qa-threads/${asha.id}`, `/qa-threads?search=asha+v&batch=${year}`]) {
      const { status, headers } = await guest.get(path);
      expect([status, headers.get("Location")]).toEqual([
        303,
        `/login?redirectTo=${encodeURIComponent(path)}`,
      ]);
    }
  });

  test("the directory groups members by batch, newest first, with exact counts", async ({
    server,
    rohan,
    pages,
  }) => {
    fill(server, { [year]: 13, 2019: 2, 1998: 1 });
    expect(rohan.name).toBe("Rohan Pillai");
    const { main, names, status } = await seen(pages, "/qa-threads");
    expect(status).toBe(200);
    expect(main).toContain("<h1>Q&amp;A Threads</h1>");
    expect(main).toContain("Turn confusion into clarity with peer-powered Q&amp;A threads.");
    expect(main).toContain("18 people in 4 batches");
    expect(main).toContain('placeholder="Search by name, email, or skills..."');
    const headings = [...main.matchAll(/<h2[^>]*>(Batch [^<]*)<\/h2><p[^>]*>([^<]*)</g)];
    expect(headings.map(([, batch, count]) => [batch, count])).toEqual([
      // The year determines the batch.
      [`Batch ${year}`, expect.stringMatching(/^14 (students|alumni)$/)],
      ["Batch 2026", expect.stringMatching(/^1 (student|alum)$/)],
      ["Batch 2019", "2 alumni"],
      ["Batch 1998", "1 alum"],
    ]);
    expect(names).toHaveLength(16);
    expect(names.slice(0, 3)).toEqual(["Asha Verma", `Ila Rao${year}10`, `Ila Rao${year}11`]);
    const batches = main.slice(main.indexOf("<select"), main.indexOf("</select>"));
    const options = [...batches.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, text]) => [
      value,
      text,
    ]);
    expect(options).toEqual([
      ["", "All Batches"],
      ["alumni", "Alumni"],
      ...[String(year), "2026", "2019", "1998"].map((value) => [value, value]),
    ]);
    expect(main).toContain(`Batch: ${year}`);
    expect(main).toContain("Editor, Tidepool Labs");
    expect(main).toContain("<li>Old maps</li>");
  });

  test("the directory omits suspended, deleted and pending members", async ({ server, pages }) => {
    fill(server, { 2019: 5 });
    const database = server.database();
    const ids = database.prepare("select id from users where batch_year = 2019 order by id").pluck().all();
    const set = (status: string, index: number) =>
      database.prepare("update users set status = ? where id = ?").run(status, ids[index]);
    for (const [index, status] of ["suspended", "deleted", "pending"].entries()) set(status, index);
    const page = await seen(pages, "/qa-threads");
    expect(page.main).toContain("4 people in 3 batches");
    expect(page.names.filter((name) => name?.includes("2019"))).toHaveLength(2);
    for (const index of [0, 1, 2]) expect((await pages.get(`/qa-threads/${ids[index]}`)).status).toBe(404);
    set("active", 2);
    set("suspended", 2);
    set("active", 0);
    expect((await seen(pages, "/qa-threads")).main).toContain("5 people in 3 batches");
  });

  test("the directory's counts stay correct whatever happens to members", async ({ server, pages }) => {
    fill(server, { 2019: 3, 2020: 2 });
    const database = server.database();
    const year = (from: number, to: number | null) =>
      database
        .prepare(
          "update users set batch_year = ? where id = (select min(id) from users where batch_year is ?)",
        )
        .run(to, from);
    year(2019, 2020);
    year(2019, null);
    year(2020, 2021);
    database.exec("delete from users where batch_year = 2021");
    database.exec("update users set status = 'deleted', batch_year = null where batch_year = 2019");
    const counted = database
      .prepare(
        "select coalesce(batch_year, 0), count(*) from users where status = 'active' group by 1 order by 1",
      )
      .raw()
      .all();
    const kept = database.prepare("select * from batch_totals where total > 0 order by 1").raw().all();
    expect(kept).toEqual(counted);
    const { main } = await seen(pages, "/qa-threads");
    // Members without a batch appear in no batch.
    expect(main).toContain("5 people in 3 batches");
    expect(main).toContain("Batch N/A");
    expect(main).toContain("Batch: N/A");
    expect((await seen(pages, "/qa-threads?batch=0")).names).toHaveLength(1);
  });

  test("the directory shows the first 12 members of a batch and links to the others", async ({
    server,
    pages,
  }) => {
    fill(server, { 2019: 75 });
    const first = await seen(pages, "/qa-threads");
    expect(first.names.filter((name) => name?.includes("2019"))).toHaveLength(12);
    const found = new Set(first.names);
    const hrefOf = (main: string) =>
      /href="(\/qa-threads\?[^"]*cursor=[^"]*)"/.exec(main)?.[1]?.replaceAll("&amp;", "&");
    let href = hrefOf(first.main);
    const sizes: number[] = [];
    while (href) {
      const next = await seen(pages, href);
      sizes.push(next.names.length);
      expect(next.main).toContain("75 alumni");
      expect(next.main).toContain('href="/qa-threads?batch=2019"');
      for (const name of next.names) {
        expect(found.has(name)).toBe(false);
        found.add(name);
      }
      href = hrefOf(next.main);
    }
    expect(sizes).toEqual([48, 15]);
    expect(found.size).toBe(77);
  });

  test("the directory continues with earlier batches once a page is full", async ({ server, pages }) => {
    fill(server, Object.fromEntries(Array.from({ length: 9 }, (_, n) => [2010 + n, 20])));
    const first = await seen(pages, "/qa-threads");
    expect(first.main).toContain("182 people in 11 batches");
    expect(first.names.length).toBeLessThanOrEqual(84);
    const all = [...first.main.matchAll(/<h2[^>]*>Batch (\d+)/g)].map(([, year]) => year);
    let page = first;
    for (;;) {
      const next = /href="(\/qa-threads\?cursor=\d+)"/.exec(page.main)?.[1];
      if (!next) break;
      page = await seen(pages, next);
      all.push(...[...page.main.matchAll(/<h2[^>]*>Batch (\d+)/g)].map(([, year]) => year));
    }
    expect(all).toEqual([
      String(year),
      "2026",
      "2018",
      "2017",
      "2016",
      "2015",
      "2014",
      "2013",
      "2012",
      "2011",
      "2010",
    ]);
    expect(page.main).toContain("Back to the first page");
  });
});

describe("search and filter", () => {
  test("the directory finds part of a name, email, skill or company in any case", async ({
    server,
    pages,
  }) => {
    fill(server, { 2019: 3 });
    server
      .database()
      .exec("update users set skills = 'Élan vital, C++', company = '50% Off' where name like '%201911'");
    const cases: [string, string[]][] = [
      ["ROHAN", ["Rohan Pillai"]],
      ["illa", ["Rohan Pillai"]],
      ["an.PIL", ["Rohan Pillai"]],
      ["SKETCH", ["Asha Verma", "Rohan Pillai"]],
      ["tidepool LABS", ["Ila Rao201910", "Ila Rao201912"]],
      ["élan", ["Ila Rao201911"]],
      ["elan", ["Ila Rao201911"]],
      ["ÉLAN", ["Ila Rao201911"]],
      ["c++", ["Ila Rao201911"]],
      ["0%", ["Ila Rao201911"]],
      ["50% off", ["Ila Rao201911"]],
      ["f", ["Ila Rao201911"]],
      ["+", ["Ila Rao201911"]],
      ["  rohan   pillai ", ["Rohan Pillai"]],
      ['"', []],
      ["name:rohan", []],
      ["rohan OR asha", []],
    ];
    for (const [text, expected] of cases) {
      const { names, main, status } = await seen(pages, `/qa-threads?search=${encodeURIComponent(text)}`);
      expect([text, status, names]).toEqual([text, 200, expected]);
      if (expected.length === 0) {
        expect(main).toContain("No students found");
        expect(main).toContain("Try adjusting your search or filter criteria");
      }
    }
  });

  test("the directory finds a branch, and alumni of every batch", async ({ server, asha, pages }) => {
    fill(server, { 0: 1, 1998: 1, 2019: 2 });
    const database = server.database();
    database.prepare("update users set branch = 'Civil Engineering' where id = ?").run(asha.id);
    database.exec(
      "update users set branch = 'Naval Architecture', company = null, position = null where batch_year = 1998",
    );
    for (const text of ["civil", "ci"]) {
      expect((await seen(pages, `/qa-threads?search=${text}`)).names).toContain("Asha Verma");
    }
    const alumni = await seen(pages, "/qa-threads?batch=alumni");
    expect(alumni.names.filter((name) => name?.startsWith("Ila"))).toEqual([
      "Ila Rao201910",
      "Ila Rao201911",
      "Ila Rao199810",
    ]);
    expect(alumni.names).not.toContain("Asha Verma");
    expect(alumni.main).toContain('<option value="alumni" selected="">Alumni</option>');
    expect(alumni.main).toContain(" · Naval Architecture</p>");
    const found = await seen(pages, "/qa-threads?batch=alumni&search=tidepool");
    expect(found.names).toEqual(["Ila Rao201910", "Ila Rao201911"]);
    expect((await seen(pages, "/qa-threads?batch=alumni&search=civil")).names).toEqual([]);
  });

  test("the company filter follows a member's new company and combines with the batch", async ({
    server,
    asha,
    pages,
  }) => {
    fill(server, { 2019: 14, 2020: 3 });
    server.database().prepare("update users set company = 'Lantern Works' where id = ?").run(asha.id);
    expect((await seen(pages, "/qa-threads?search=lantern")).names).toEqual(["Asha Verma"]);
    const both = await seen(pages, "/qa-threads?search=tidepool&batch=2019");
    expect(both.main).toContain("Showing 14 alumni in 1 batch");
    expect(both.main).toContain("19 people in 4 batches");
    expect(both.main).toMatch(/<option value="2019" selected="">/);
    expect(both.names).toHaveLength(12);
    const next =
      /href="(\/qa-threads\?[^"]*cursor=[^"]*)"/.exec(both.main)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toMatch(/^\/qa-threads\?search=tidepool&batch=2019&cursor=/);
    expect((await seen(pages, next)).names).toEqual(["Ila Rao201922", "Ila Rao201923"]);
    const none = await seen(pages, "/qa-threads?batch=1971");
    expect(none.main).toContain("No students found");
    expect(none.main).toMatch(/<option value="1971" selected="">/);
    expect((await seen(pages, "/qa-threads?search=rohan")).main).toContain("Showing 1 person in 1 batch");
  });

  test("the filter form without scripts leads to an address without empty parameters", async ({ pages }) => {
    for (const [sent, leads] of [
      ["?search=&batch=", "/qa-threads"],
      ["?search=+map+&batch=", "/qa-threads?search=map"],
      ["?search=&batch=2019", "/qa-threads?batch=2019"],
    ] as const) {
      const { status, headers } = await pages.get(`/qa-threads${sent}`);
      expect([status, headers.get("Location")]).toEqual([302, leads]);
    }
  });

  test("every address of the directory shows a page, never an error", async ({ server, pages }) => {
    fill(server, { 2019: 14 });
    const all = (await seen(pages, "/qa-threads")).names;
    const odd = [
      "batch=x",
      "batch=20199",
      "batch=-1",
      "batch=2019&batch=x",
      "after=5.Ila",
      "after=x",
      "before=x",
      "before=9999",
      "cursor=5.Ila",
      "page=9",
      "search=%00",
    ];
    for (const query of odd) {
      const { status, names } = await seen(pages, `/qa-threads?${query}`);
      expect([query, status, names.length > 0]).toEqual([query, 200, true]);
    }
    expect((await seen(pages, "/qa-threads?batch=x")).names).toEqual(all);
    for (const query of [
      `search=${encodeURIComponent("न".repeat(500))}`,
      `search=a${encodeURIComponent("\u0316".repeat(900))}`,
      "batch=2019&after=999999999999999.%F0%9F%98%80",
      `batch=2019&after=1.${"z".repeat(3_000)}`,
      "before=0",
      "search=%22%20OR%20%22&batch=0&after=1.x",
    ]) {
      expect((await pages.get(`/qa-threads?${query}`)).status, query.slice(0, 40)).toBe(200);
    }
    for (const id of ["0", "-1", "x", "1e3", "anon_abc", "9".repeat(40)])
      expect((await pages.get(`/qa-threads/${id}`)).status, id).toBe(404);
  });
});

/** Makes members offer topics, in this order. */
function offer(server: TestServer, ids: unknown[], ...topics: string[]): void {
  const database = server.database();
  for (const [position, name] of topics.entries()) {
    database.prepare("insert into tags (name) values (?) on conflict do nothing").run(name);
    const add = database.prepare(
      "insert into user_topics select ?, id, ? from tags where name = ? on conflict do nothing",
    );
    for (const id of ids) add.run(id, position + 1, name);
  }
}
const idsOf = (server: TestServer, where: string) =>
  server.database().prepare(`select id from users where ${where} order by name`).pluck().all() as number[];

describe("who offers help", () => {
  test("members who offer help are first in their batch, and the list continues with the others", async ({
    server,
    pages,
  }) => {
    fill(server, { 2019: 80 });
    const helpers = idsOf(server, "batch_year = 2019").slice(20);
    offer(server, helpers, "kite-making", "old-maps");
    const away = helpers.splice(3, 2);
    for (const id of away)
      server.database().prepare("update users set not_now_until = ? where id = ?").run(dayIn(3), id);
    const all = idsOf(server, "batch_year = 2019");
    const names = (ids: number[]) => ids.map((id) => `Ila Rao2019${10 + all.indexOf(id)}`);
    const expected = [...names(helpers), ...names(all.filter((id) => !helpers.includes(id)))];
    for (const filter of ["", "search=tidepool&", "company=tidepool+labs&"]) {
      let page = await seen(pages, `/qa-threads?${filter}batch=2019`);
      expect(page.main).toContain("Offers help: kite-making, old-maps");
      const found = [...page.names];
      for (let step = 0; step < 3; step++) {
        const href = /href="(\/qa-threads\?[^"]*cursor=[^"]*)"/
          .exec(page.main)?.[1]
          ?.replaceAll("&amp;", "&");
        if (!href) break;
        page = await seen(pages, href);
        found.push(...page.names);
      }
      expect([filter, found]).toEqual([filter, expected]);
    }
    server.database().exec("delete from user_topics; update users set not_now_until = null");
    const { main, names: plain } = await seen(pages, "/qa-threads?batch=2019");
    expect(plain[0]).toBe("Ila Rao201910");
    expect(main).not.toContain("Offers help");
  });

  test("members who offer help can be found by topic, company and free places, on the page and through the API", async ({
    server,
    asha,
    pages,
  }) => {
    fill(server, { 2019: 6, 2020: 2 });
    const database = server.database();
    const ids = idsOf(server, "batch_year = 2019");
    const set = (index: number, columns: string) =>
      database.prepare(`update users set ${columns} where id = ?`).run(ids[index]);
    offer(server, ids.slice(0, 4), "kite-making");
    offer(server, ids.slice(4, 5), "c++");
    set(0, "company = 'Northlight Robotics', mentoring_places = 1");
    set(1, "company = 'NORTHLIGHT robotics', mentoring_places = 2, branch = 'Naval Architecture'");
    set(2, "company = 'Northlight Robotics Two'");
    set(3, `mentoring_places = 1, not_now_until = '${dayIn(2)}'`);
    set(4, `mentoring_places = 1, not_now_until = '${dayIn(0)}'`);
    set(5, "status = 'suspended', mentoring_places = 1, company = 'Northlight Robotics'");
    offer(server, ids.slice(5), "kite-making");
    database
      .prepare(
        `insert into mentorings (mentor_id, mentee_id, topic, text, state, asked_at)
         values (?, ?, 'kite-making', ?, 'accepted', 0)`,
      )
      .run(ids[0], asha.id, "x".repeat(60));
    const cases: [string, number[]][] = [
      ["topic=kite-making", [0, 1, 2, 3]],
      ["topic=Kite+Making", [0, 1, 2, 3]],
      ["topic=c%2B%2B", [4]],
      ["topic=kite", []],
      ["company=northlight+ROBOTICS", [0, 1]],
      ["company=northlight", []],
      ["mentoring=1", [1, 4]],
      ["mentoring=1&topic=kite-making", [1]],
      ["company=northlight+robotics&topic=kite-making", [0, 1]],
      ["company=northlight+robotics&mentoring=1&topic=kite-making", [1]],
      ["branch=naval+ARCHITECTURE", [1]],
      ["branch=naval+ARCHITECTURE&company=x", []],
      ["topic=kite%2Fmaking", []],
      ["mentoring=yes&topic=kite-making", [0, 1, 2, 3]],
    ];
    const names = (found: number[]) => found.map((index) => `Ila Rao2019${10 + index}`);
    const called = async (query: string) =>
      (await asha.get(`/api/users?${query}`)).body.map(({ name }) => name);
    for (const [query, found] of cases) {
      const page = await seen(pages, `/qa-threads?${query}`);
      expect([query, page.names.toSorted()]).toEqual([query, names(found)]);
      expect([query, await called(query)]).toEqual([query, names(found)]);
    }
    expect(await called("topic=kite-making&search=Ila&batchYear=2019")).toEqual(names([0, 1, 2, 3]));
    // A word that is only in the topic is also found.
    for (const text of ["KITE", "kite making", "ite-m", "ki"]) {
      const page = await seen(pages, `/qa-threads?search=${encodeURIComponent(text)}&topic=kite-making`);
      expect([text, page.names.toSorted()]).toEqual([text, names([0, 1, 2, 3])]);
    }
    const { main } = await seen(pages, "/qa-threads");
    expect(main).toContain('<option value="kite-making">');
    expect(main).toMatch(/<option value="northlight robotics">/i);
    expect(main).toContain('<option value="Naval Architecture">');
    const filtered = await seen(
      pages,
      "/qa-threads?topic=kite-making&company=Northlight+Robotics&mentoring=1",
    );
    expect(filtered.main).toContain("Filters (3)");
    expect(filtered.main).toMatch(/name="topic"[^>]*value="kite-making"/);
    expect(filtered.main).toMatch(/name="mentoring"[^>]*checked=""/);
    const sent = await pages.get("/qa-threads?search=&batch=&topic=Kite+Making&company=&mentoring=1");
    expect(sent.headers.get("Location")).toBe("/qa-threads?topic=kite-making&mentoring=1");
  });

  test("the API lists members who offer help page by page", async ({ server, asha }) => {
    fill(server, { 2019: 7 });
    offer(server, idsOf(server, "batch_year = 2019"), "kite-making");
    const pages = await asha.getPages("/api/users?topic=kite-making&limit=3");
    const found = pages.flatMap(({ body }) => body.map(({ name }) => name));
    expect(found).toEqual(Array.from({ length: 7 }, (_, index) => `Ila Rao2019${10 + index}`));
    expect((await asha.get("/api/users?topic=&mentoring=&company=&branch=&limit=1")).status).toBe(200);
  });

  test("a search without results suggests where to look next", async ({ server, pages }) => {
    fill(server, { 2019: 3, 2020: 4 });
    const ids = idsOf(server, "batch_year = 2019");
    offer(server, ids, "kite-making");
    const elsewhere = async (query: string) => {
      const { main } = await seen(pages, `/qa-threads?${query}`);
      expect(main).toContain(query.includes("=alumni") ? "No alumni found" : "No students found");
      expect(main).toContain("Try adjusting your search or filter criteria");
      return [...main.matchAll(/<p><a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, ...link]) =>
        link.join(" "),
      );
    };
    const everywhere = (search: string) => `/search?q=${search} Look for “${search}” everywhere`;
    const kites = "/qa-threads?topic=kite-making 3 in other batches";
    expect(await elsewhere("topic=kite-making&batch=2020")).toEqual([kites]);
    expect(await elsewhere("search=rao201911&batch=2020")).toEqual([
      "/qa-threads?search=rao201911 1 in another batch",
      everywhere("rao201911"),
    ]);
    expect(await elsewhere("search=rao201911&company=Nowhere")).toEqual([
      "/qa-threads?search=rao201911 1 without the other filters",
      everywhere("rao201911"),
    ]);
    expect(await elsewhere("batch=1971")).toEqual(["/qa-threads 9 in other batches"]);
    expect(await elsewhere("search=nobody-at-all&batch=2020")).toEqual([everywhere("nobody-at-all")]);
    expect(await elsewhere("topic=nothing&batch=2020")).toEqual([]);
    expect(await elsewhere("topic=nothing")).toEqual([]);
    server.database().exec(`update users set batch_year = ${year} where batch_year = 2019`);
    expect(await elsewhere("topic=kite-making&batch=alumni")).toEqual([kites]);
  });
});

describe("details", () => {
  const secrets = {
    phone: "+91 9811122233",
    roll: "Q19-777",
    cgpa: "8.37",
    birthday: "1997-05-04",
    gender: "Nonbinary",
    location: "Tharangambadi",
  };
  const shown = { ...secrets, birthday: "4 May 1997" };

  test("details show exactly what their owner shares with the reader", async ({ server, asha, rohan }) => {
    fill(server);
    const database = server.database();
    const admin = await join(server, "meera", "meera.admin@college.example");
    makeAdmin(server, admin);
    const stranger = browse(server, await join(server, "kabir", "kabir.s@college.example"));
    const [friend, owner, adminPages] = [browse(server, rohan), browse(server, asha), browse(server, admin)];
    const set = Object.keys(secrets).map((name) => `${name} = @${name}`);
    database.prepare(`update users set ${set.join(", ")} where id = @id`).run({ ...secrets, id: asha.id });
    await rohan.call("PUT", `/api/users/${asha.id}/connection`);
    const audiences = [
      ["nobody", [owner, adminPages]],
      ["connections", [owner, adminPages, friend]],
      ["members", [owner, adminPages, friend, stranger]],
    ] as const;
    for (const isConnected of [false, true]) {
      if (isConnected) await asha.call("PUT", `/api/users/${rohan.id}/connection`);
      for (const [audience, allowed] of audiences) {
        database
          .prepare(
            `update users set ${Object.keys(secrets)
              .map((name) => `${name}_to = @to`)
              .join(", ")} where id = @id`,
          )
          .run({ to: audience, id: asha.id });
        for (const browser of [owner, adminPages, friend, stranger]) {
          // A pending request reveals nothing.
          const may =
            (allowed as readonly Visitor[]).includes(browser) &&
            (browser !== friend || audience === "members" || isConnected);
          for (const path of [
            `/qa-threads/${asha.id}`,
            `/qa-threads/${asha.id}.data`,
            "/qa-threads",
            "/connections",
          ]) {
            const isList = !path.startsWith(`/qa-threads/${asha.id}`);
            // Lists never show these details, although another page may.
            if (isList && audience !== "members" && sized(true, false)) continue;
            const { text } = await browser.get(path);
            for (const [name, value] of Object.entries(shown)) {
              const isHere = may && !isList;
              expect([path, audience, name, text.includes(value)]).toEqual([path, audience, name, isHere]);
            }
          }
        }
      }
    }
  });

  test("details are real values or absent", async ({ server, asha, rohan, pages }) => {
    fill(server);
    server
      .database()
      .prepare(
        "update users set skills = '', phone = null, branch = 'Civil Engineering', batch_year = 2019 where id = ?",
      )
      .run(rohan.id);
    const { main } = await seen(pages, `/qa-threads/${rohan.id}`);
    expect(main).toContain("Profile Details");
    expect(main).toContain("Rohan Pillai");
    expect(main).toContain("Batch: 2019");
    expect(main).toContain('href="mailto:rohan.pillai@college.example"');
    expect(main).toContain("No skills listed yet");
    expect(main).toMatch(new RegExp(`href="/messages/${rohan.id}"[^>]*>Message Rohan</a>`));
    expect(main).toMatch(/<dt>Branch<\/dt><dd>Civil Engineering<\/dd>/);
    expect(main).not.toMatch(/<dt>(Phone|Roll number|Year|CGPA)<\/dt>/);
    expect((await seen(pages, "/qa-threads?search=rohan")).main).toContain("No skills listed");
    const own = await seen(pages, `/qa-threads/${asha.id}`);
    expect(own.main).not.toMatch(/Message Asha|Connect<|name="intent"/);
    server.database().prepare("update users set batch_year = 2026 where id = ?").run(rohan.id);
  });

  test("details and cards show the connection between the two members", async ({
    server,
    asha,
    rohan,
    pages,
  }) => {
    fill(server);
    const card = async () => (await seen(pages, "/qa-threads?search=rohan")).main;
    const details = async () => (await seen(pages, `/qa-threads/${rohan.id}?search=rohan`)).main;
    expect(await card()).toMatch(new RegExp(`href="/messages/${rohan.id}"[^>]*>Message</a>`));
    expect(await details()).toMatch(/value="ask"[^>]*>Connect</);
    // Closing returns to the search.
    expect(await details()).toContain('href="/qa-threads?search=rohan"');

    await asha.call("PUT", `/api/users/${rohan.id}/connection`);
    expect(await card()).toContain(">Request Sent<");
    expect(await card()).not.toContain(">Message</a>");
    expect(await details()).toMatch(/Request Sent[\s\S]*value="withdraw"/);
    expect(await details()).toContain("Message Rohan");
    await asha.call("DELETE", `/api/users/${rohan.id}/connection`);

    await rohan.call("PUT", `/api/users/${asha.id}/connection`);
    expect(await card()).toMatch(/value="accept"[\s\S]*value="decline"/);
    expect(await details()).toMatch(
      /Rohan wants to connect with you[\s\S]*value="accept"[\s\S]*value="decline"/,
    );
    await asha.call("PUT", `/api/users/${rohan.id}/connection`);
    expect(await card()).toContain(">Connected<");
    expect(await details()).toMatch(/Connected[\s\S]*value="remove"/);
    expect((await seen(pages, "/qa-threads")).main).not.toContain("to connect with you");
  });
});

test("a part of the page that cannot be loaded says so in its position, with Retry", async ({
  server,
  pages,
  rohan,
}) => {
  fill(server);
  const database = server.database();
  database.exec("alter table connections rename to hidden_connections");
  const list = await pages.get("/qa-threads?search=rohan");
  const details = await pages.get(`/qa-threads/${rohan.id}`);
  database.exec("alter table hidden_connections rename to connections");
  expect([list.status, details.status]).toEqual([503, 503]);
  expect(list.text).toMatch(/Failed to load students[\s\S]*href="\/qa-threads\?search=rohan"[^>]*>Retry/);
  expect(list.text).toContain('value="rohan"');
  expect(details.text).toMatch(/Failed to load this profile[\s\S]*Retry/);
});

test("pages of members may not be stored by caches", async ({ pages, rohan }) => {
  for (const path of ["/qa-threads", `/qa-threads/${rohan.id}`, "/connections"]) {
    expect((await pages.get(path)).headers.get("Cache-Control"), path).toBe("private, no-store");
  }
});

test("a member whose “not now” is over is first in the batch again", async ({ server, pages, asha }) => {
  fill(server, { [year]: 1 });
  const ids = idsOf(server, "name like 'Ila%'");
  offer(server, ids, "kite-making");
  server.database().prepare("update users set not_now_until = ? where id = ?").run(dayIn(2), ids[0]);
  const names = async () => (await seen(pages, `/qa-threads?batch=${year}`)).names;
  expect(await names()).toEqual([asha.name, `Ila Rao${year}10`]);
  await passTime(server, 3 * 86_400_000);
  await waitUntil("the sweep", async () => idsOf(server, "offers_help = 1").length === 1);
  expect(await names()).toEqual([`Ila Rao${year}10`, asha.name]);
});
