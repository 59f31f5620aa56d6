import { beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, newMember, registration } from "../support/people.ts";
import { clock, endLimits, setClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const guest = new Visitor(server.url);
const page = "/admin/settings/programmes";
const note = { name: "notes.pdf", bytes: pdf("Notes") };
let meera: Member;
let asha: Member;
let admin: Visitor;
beforeAll(async () => {
  [meera, asha] = [await join(server, "meera"), await join(server, "asha")];
  makeAdmin(server, meera);
  admin = browse(server, meera);
  // Y is 2027.
  server.database().prepare("update users set batch_year = 2027 where id = ?").run(Number(asha.id));
  await setClock(server, Date.parse("2026-11-20T10:00:00+05:30"));
});

const readPage = async (path: string, visitor = guest) => {
  await endLimits(server);
  return (await visitor.get(path)).text;
};
function press(name: string, intent: string, more: Record<string, string> = {}) {
  const row = server.database().prepare("select id, version from programmes where name = ?").get(name);
  const { id, version } = row as { id: number; version: number };
  return admin.post(page, { id: String(id), version: String(version), name, intent, ...more });
}
const add = (name: string, years: string) => admin.post(page, { intent: "add", name, years });
const statusOf = async (member: Member) => {
  const { year, programme, role } = (await member.call("GET", `/api/users/${member.id}`)).body;
  return [year, programme, role];
};
const change = (member: Member, body: object) => member.call("PUT", `/api/users/${member.id}`, body);
const errorsOf = ({ status, text }: Answer<unknown>) => [status, JSON.parse(text).errors ?? null];
const offered = (text: string) => {
  const field = /<select[^>]*name="programme"[^>]*>(.*?)<\/select>/s.exec(text)?.[1];
  return field === undefined
    ? null
    : [...field.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, name]) => name);
};

test("by default B.Tech with four years is the only programme, and no form asks for it", async () => {
  expect(await readPage(page, admin)).toMatch(
    /value="B\.Tech".*name="years"[^>]*value="4"|value="4"[^>]*name="years"/s,
  );
  expect(offered(await readPage("/register"))).toBeNull();
  expect(offered(await readPage("/profile?edit", browse(server, asha)))).toBeNull();
  expect(await statusOf(asha)).toEqual([4, null, "student"]);
  const form = await browse(server, asha).get("/resources/upload");
  expect(form.text).toContain(">Year 4</option>");
  expect(form.text).not.toContain(">Year 5</option>");
});

describe("with several programmes", () => {
  beforeAll(async () => {
    expect((await add("M.Tech", "2")).status).toBe(303);
    expect((await add("Integrated M.Sc.", "5")).status).toBe(303);
  });

  test("the year of study is counted by the member's programme, or by the first", async () => {
    expect(await statusOf(asha)).toEqual([4, null, "student"]);
    expect((await change(asha, { programme: "m.tech" })).status).toBe(200);
    expect(await statusOf(asha)).toEqual([2, "M.Tech", "student"]);
    expect((await change(asha, { batchYear: 2028 })).status).toBe(200);
    expect(await statusOf(asha)).toEqual([1, "M.Tech", "student"]);
    await change(asha, { batchYear: 2029 });
    expect(await statusOf(asha)).toEqual([null, "M.Tech", "student"]);
    await change(asha, { batchYear: 2026 });
    expect(await statusOf(asha)).toEqual([null, "M.Tech", "alumni"]);
    await change(asha, { batchYear: 2027, programme: "Integrated M.Sc." });
    expect(await statusOf(asha)).toEqual([5, "Integrated M.Sc.", "student"]);
    expect(await readPage(`/people/${asha.id}`, browse(server, meera))).toContain("Year 5");
    await change(asha, { programme: null });
    expect(await statusOf(asha)).toEqual([4, null, "student"]);
  });

  test("an unknown programme is 422 at its field and changes nothing", async () => {
    expect(errorsOf(await change(asha, { programme: "Alchemy" }))).toEqual([
      422,
      { programme: ["Choose one of the programmes"] },
    ]);
    expect(await statusOf(asha)).toEqual([4, null, "student"]);
    const wrong = { ...registration("rohan", "alchemist@college.example"), programme: "Alchemy" };
    expect(errorsOf(await guest.call("POST", "/api/users/register", wrong))[0]).toBe(422);
  });

  test("a programme's new length takes effect at once, and an invalid length is refused with what was typed", async () => {
    expect((await press("B.Tech", "save", { years: "5" })).status).toBe(303);
    expect((await statusOf(asha))[0]).toBe(5);
    expect((await press("B.Tech", "save", { years: "3" })).status).toBe(303);
    expect((await statusOf(asha))[0]).toBe(3);
    await press("B.Tech", "save", { years: "4" });
    for (const years of ["0", "7", "2.5", "", "many"]) {
      const refused = await press("B.Tech", "save", { years, name: "Typed" });
      expect([refused.status, refused.text.includes('value="Typed"')], years).toEqual([422, true]);
    }
    expect((await statusOf(asha))[0]).toBe(4);
  });

  test("registration offers the visible programmes and stores the choice", async () => {
    await press("M.Tech", "hide");
    expect(offered(await readPage("/register"))).toEqual(["B.Tech", "Integrated M.Sc."]);
    const form = {
      ...registration("rohan", "chooser@college.example"),
      skills: "",
      batchYear: "2030",
      confirmPassword: registration("rohan").password,
      programme: "Integrated M.Sc.",
    };
    expect((await new Visitor(server.url).post("/register", form)).status).toBe(303);
    const programmeOf = (email: string) =>
      server
        .database()
        .prepare(
          "select programmes.name from users left join programmes on programmes.id = programme_id where email = ?",
        )
        .pluck()
        .get(email);
    expect(programmeOf("chooser@college.example")).toBe("Integrated M.Sc.");
    const silent = registration("kabir", "silent@college.example");
    expect((await guest.call("POST", "/api/users/register", silent)).status).toBe(201);
    expect(programmeOf("silent@college.example")).toBeNull();
    const refused = await new Visitor(server.url).post("/register", {
      ...form,
      email: "other@college.example",
      programme: "Alchemy",
    });
    expect([refused.status, refused.text.includes("Choose one of the programmes")]).toEqual([422, true]);
    await press("M.Tech", "show");
  });

  test("a join link sets the programme of everybody who registers with it, whatever they send", async () => {
    const until = new Date(Date.now() + server.clockOffsetMs + 5 * 86_400_000).toISOString().slice(0, 10);
    const link = { intent: "make", batchYear: "2028", limit: "5", until };
    expect((await admin.post("/join", { ...link, programme: "Alchemy" })).status).toBe(422);
    for (const programme of ["M.Tech", ""]) {
      expect((await admin.post("/join", { ...link, programme })).status).toBe(303);
      const made = await readPage("/join", admin);
      const path = /\/join\/[\w-]{22}/.exec(made)?.[0] ?? "";
      const email = `by-link-${programme.length}@college.example`;
      const { batchYear: _, ...own } = registration("rohan", email);
      const form = { ...own, skills: "", confirmPassword: own.password };
      const joining = await readPage(path, new Visitor(server.url));
      expect([joining.includes("Batch 2028, M.Tech"), offered(joining)]).toEqual([programme !== "", null]);
      expect(
        (await new Visitor(server.url).post(path, { ...form, programme: "Integrated M.Sc." })).status,
      ).toBe(303);
      expect(
        server
          .database()
          .prepare(
            "select programmes.name from users left join programmes on programmes.id = programme_id where email = ?",
          )
          .pluck()
          .get(email),
      ).toBe(programme || null);
    }
    server.database().exec("update users set programme_id = null where email like 'by-link%'");
    expect((await press("M.Tech", "delete")).status).toBe(303);
    expect(await readPage("/join", admin)).not.toContain("Batch 2028, M.Tech");
    await add("M.Tech", "2");
  });

  test("the profile's form offers the programmes, and a hidden one only to members who have it", async () => {
    await change(asha, { programme: "M.Tech" });
    await press("M.Tech", "hide");
    expect(offered(await readPage("/profile?edit", browse(server, asha)))).toContain("M.Tech");
    expect(offered(await readPage("/profile?edit", browse(server, meera)))).not.toContain("M.Tech");
    expect((await statusOf(asha))[1]).toBe("M.Tech");
    await press("M.Tech", "show");
  });

  test("a programme that members have can be hidden, but not deleted", async () => {
    await change(asha, { programme: "M.Tech" });
    const refused = await press("M.Tech", "delete");
    expect([refused.status, refused.text.includes("It has 1 member.")]).toEqual([409, true]);
    await change(asha, { programme: null });
    expect((await press("M.Tech", "delete")).status).toBe(303);
    expect(errorsOf(await change(asha, { programme: "M.Tech" }))[0]).toBe(422);
    await add("M.Tech", "2");
  });

  test("members without a programme follow the first when the order changes", async () => {
    const kabir = await newMember(server);
    await change(kabir, { batchYear: 2027 });
    expect((await statusOf(kabir))[0]).toBe(4);
    await press("Integrated M.Sc.", "up");
    await press("Integrated M.Sc.", "up");
    expect((await statusOf(kabir))[0]).toBe(5);
    await press("B.Tech", "up");
    expect((await statusOf(kabir))[0]).toBe(4);
  });

  test("notes have the years of the longest programme, and keep a year that no programme has any longer", async () => {
    const tooLate = await share(asha, note, { year: "6" });
    expect(errorsOf(tooLate)).toEqual([422, { year: ["Year must be a whole number from 1 to 5"] }]);
    const shared = await share(asha, note, { year: "5", title: "A thesis" });
    expect(shared.status).toBe(201);
    const path = `/api/resources/${shared.body.data.id}`;
    expect(await readPage("/resources/category/academics-notes")).toContain("/year/5");
    expect(await readPage("/resources/browse")).toContain(">Year 5</option>");

    await press("Integrated M.Sc.", "save", { years: "3" });
    expect(errorsOf(await share(asha, note, { year: "5" }))[0]).toBe(422);
    expect(await readPage("/resources/upload", browse(server, asha))).not.toContain(">Year 5</option>");
    for (const kept of ["/resources/category/academics-notes/year/5", "/resources/browse?year=5"])
      expect(await readPage(kept)).toContain("A thesis");
    expect((await guest.call("GET", "/api/resources?year=5")).status).toBe(200);
    expect((await asha.call("PUT", path, { year: 5, title: "A thesis, bound" })).status).toBe(200);
    expect(await readPage(`/resources/${shared.body.data.id}/edit`, browse(server, asha))).toContain(
      ">Year 5</option>",
    );
    expect((await asha.call("PUT", path, { year: 4 })).status).toBe(200);
    expect(errorsOf(await asha.call("PUT", path, { year: 5 }))[0]).toBe(422);
  });

  test("the last programme cannot be deleted", async () => {
    for (const name of ["M.Tech", "Integrated M.Sc."]) {
      server.database().exec("update users set programme_id = null");
      expect((await press(name, "delete")).status).toBe(303);
    }
    const refused = await press("B.Tech", "delete");
    expect([refused.status, refused.text.includes("at least one programme")]).toEqual([409, true]);
  });
});
