import { beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { clock, endLimits } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const guest = new Visitor(server.url);
const categoriesPage = "/admin/settings/categories";
const branchesPage = "/admin/settings/branches";
const note = { name: "notes.pdf", bytes: pdf("Notes") };
let meera: Member;
let asha: Member;
let admin: Visitor;
beforeAll(async () => {
  [meera, asha] = [await join(server, "meera"), await join(server, "asha")];
  makeAdmin(server, meera);
  admin = browse(server, meera);
});

const readPage = async (path: string, visitor = guest) => {
  await endLimits(server);
  return (await visitor.get(path)).text;
};
const rowOf = (table: string, name: string) =>
  server.database().prepare(`select id, version from ${table} where name = ?`).get(name) as
    | { id: number; version: number }
    | undefined;
const trail = () =>
  server.database().prepare("select action || ' ' || subject from audit_entries order by id").pluck().all();

/** Sends a button of an entry with the version that is there now. */
function press(page: string, name: string, intent: string, more: Record<string, string> = {}) {
  const { id, version } = rowOf(page === branchesPage ? "branches" : "resource_categories", name) ?? {};
  return admin.post(page, { id: String(id), version: String(version), name, intent, ...more });
}
const locationOf = ({ status, headers }: Answer) => [status, headers.get("Location")];
const refusedFields = ({ status, text }: Answer<unknown>) => [
  status,
  Object.keys(JSON.parse(text).errors ?? {}),
];
const listedCategories = async () => {
  const { data } = (await guest.call("GET", "/api/resources/categories")).body;
  return data.map(({ name }) => name);
};
const defaults = ["Academics Notes", "Gate Notes", "Quantum", "Placement Resources", "Others"];

describe("categories", () => {
  test("the five categories of the specification are the default", async () => {
    expect(await listedCategories()).toEqual(defaults);
    const page = await readPage(categoriesPage, admin);
    for (const name of defaults) expect(page).toContain(`value="${name}"`);
    expect(await readPage("/admin/settings", admin)).toContain(`href="${categoriesPage}"`);
  });

  test("an added, renamed or moved category is listed so at once, even in shared copies", async () => {
    expect(await readPage("/resources")).not.toContain("Lab Records");
    const added = await admin.post(categoriesPage, {
      intent: "add",
      name: "  Lab   Records ",
      description: "Readings and graphs",
    });
    expect(locationOf(added)).toEqual([303, categoriesPage]);
    expect(await listedCategories()).toEqual([...defaults, "Lab Records"]);
    expect(await readPage("/resources")).toContain("Readings and graphs");
    expect(await readPage("/resources/category/lab-records")).toContain("<h1>Lab Records</h1>");

    await press(categoriesPage, "Lab Records", "up");
    await press(categoriesPage, "Lab Records", "up");
    await press(categoriesPage, "Academics Notes", "down");
    expect(await listedCategories()).toEqual([
      ...["Gate Notes", "Academics Notes", "Quantum", "Lab Records", "Placement Resources", "Others"],
    ]);
    await press(categoriesPage, "Academics Notes", "up");
    expect((await press(categoriesPage, "Academics Notes", "up")).status).toBe(303);
    const { id, version } = rowOf("resource_categories", "Quantum") ?? {};
    await admin.post(categoriesPage, {
      intent: "save",
      id: String(id),
      version: String(version),
      name: "Guides",
      description: "",
    });
    expect(await readPage("/resources/category/quantum")).toContain("<h1>Guides</h1>");
    expect(await readPage("/resources/category/quantum/year/1")).toContain("<title>Guides, Year 1 ");
    expect(await readPage("/resources/category/academics-notes")).toContain("<h1>Academic Notes</h1>");
    expect(trail()).toEqual(
      expect.arrayContaining(["added the category “Lab Records”", "changed the category “Guides”"]),
    );
  });

  test("a hidden category accepts no uploads and is in no list, but its notes can be opened and edited", async () => {
    const { id } = rowOf("resource_categories", "Others") ?? {};
    const categoryId = String(id);
    const shared = await share(asha, note, { categoryId, title: "A map of the hostel" });
    expect(shared.status).toBe(201);
    expect(locationOf(await press(categoriesPage, "Others", "hide"))).toEqual([303, categoriesPage]);

    expect(await listedCategories()).not.toContain("Others");
    for (const path of ["/resources", "/resources/browse", "/resources/upload"])
      expect(await readPage(path, browse(server, asha))).not.toMatch(/category\/others"|>Others<\/option>/);
    const refused = await share(asha, note, { categoryId });
    expect(refusedFields(refused)).toEqual([422, ["categoryId"]]);
    expect(await readPage("/resources/category/others")).toContain("A map of the hostel");
    expect(await readPage("/resources/browse?category=others")).toContain("A map of the hostel");
    const path = `/api/resources/${shared.body.data.id}`;
    expect((await guest.call("GET", path)).status).toBe(200);
    expect((await asha.call("PUT", path, { title: "A map", categoryId })).status).toBe(200);
    await asha.call("PUT", path, { categoryId: "1" });
    const back = await asha.call("PUT", path, { categoryId });
    expect(refusedFields(back)).toEqual([422, ["categoryId"]]);

    await press(categoriesPage, "Others", "show");
    expect((await asha.call("PUT", path, { categoryId })).status).toBe(200);
    expect(await listedCategories()).toContain("Others");
  });

  test("a category with notes cannot be deleted, even while they are in the bin", async () => {
    const { id } = rowOf("resource_categories", "Gate Notes") ?? {};
    const shared = await share(asha, note, { categoryId: String(id) });
    const refused = await press(categoriesPage, "Gate Notes", "delete");
    expect([refused.status, refused.text.includes("It has 1 note")]).toEqual([409, true]);
    await asha.call("DELETE", `/api/resources/${shared.body.data.id}`);
    expect((await press(categoriesPage, "Gate Notes", "delete")).status).toBe(409);
    expect((await asha.call("POST", `/api/resources/${shared.body.data.id}/restore`)).status).toBe(200);
  });

  test("restoring the default categories brings back neither a deleted nor a hidden one", async () => {
    const name = "Placement Resources";
    expect(locationOf(await press(categoriesPage, name, "delete"))).toEqual([303, categoriesPage]);
    await press(categoriesPage, "Gate Notes", "hide");
    server.database().exec("delete from resource_categories where slug = 'quantum'");
    await asha.call("POST", "/api/seed-categories");
    await browse(server, asha).post("/resources", { intent: "seed" });
    const names = await listedCategories();
    expect(names).toContain("Quantum");
    expect(names).not.toContain(name);
    expect(names).not.toContain("Gate Notes");
    expect(trail()).toContain(`deleted the category “${name}”`);
    await press(categoriesPage, "Gate Notes", "show");
  });

  test("a category's name that is empty, too long or taken is 422 at its field, with what was typed", async () => {
    const taken = await admin.post(categoriesPage, {
      intent: "add",
      name: "gate notes",
      description: "Typed by me",
    });
    expect(taken.status).toBe(422);
    expect(taken.text).toMatch(/There is already a category with this name/);
    expect(taken.text).toContain('value="Typed by me"');
    const empty = await press(categoriesPage, "Others", "save", { name: " ", description: "Mine" });
    expect([empty.status, empty.text.includes("A name is required")]).toEqual([422, true]);
    expect(empty.text).toContain('value="Mine"');
    expect((await press(categoriesPage, "Others", "save", { name: "x".repeat(61) })).status).toBe(422);
    expect((await press(categoriesPage, "Others", "save", { name: "GATE NOTES" })).status).toBe(422);
  });

  test("categories with names without Latin letters, or with the same slug, have different addresses", async () => {
    for (const name of ["नोट्स", "टिप्पणी", "Lab records!"]) {
      expect((await admin.post(categoriesPage, { intent: "add", name })).status, name).toBe(303);
    }
    const slugs = server
      .database()
      .prepare("select slug from resource_categories where name in ('नोट्स', 'टिप्पणी', 'Lab records!')")
      .pluck()
      .all();
    expect(slugs).toEqual([
      "category",
      expect.stringMatching(/^category-\d+$/),
      expect.stringMatching(/^lab-records-\d+$/),
    ]);
  });

  test("when two administrators change one entry, the second is refused and sees both texts", async () => {
    const { id, version } = rowOf("resource_categories", "Others") ?? {};
    const entry = { id: String(id), version: String(version) };
    await admin.post(categoriesPage, { ...entry, intent: "save", name: "Others", description: "First" });
    const second = await admin.post(categoriesPage, {
      ...entry,
      intent: "save",
      name: "Everything else",
      description: "Second",
    });
    expect(second.status).toBe(409);
    for (const text of ['value="Everything else"', 'value="Second"', "Stored now: First"])
      expect(second.text).toContain(text);
    for (const intent of ["hide", "down", "up", "delete"])
      expect((await admin.post(categoriesPage, { ...entry, intent })).status, intent).toBe(409);
    const newer = /name="version" value="(\d+)"[^>]*\/?><input[^>]*value="Everything else"/;
    expect(newer.test(second.text) || second.text.includes(`value="${Number(version) + 1}"`)).toBe(true);
  });

  test("what was typed for a deleted entry is in the form for a new one", async () => {
    await admin.post(categoriesPage, { intent: "add", name: "Short-lived" });
    const entry = rowOf("resource_categories", "Short-lived");
    await press(categoriesPage, "Short-lived", "delete");
    const late = await admin.post(categoriesPage, {
      intent: "save",
      id: String(entry?.id),
      version: "1",
      name: "Short-lived texts",
    });
    expect(late.status).toBe(409);
    expect(late.text).toContain("has been deleted in the meantime");
    expect(late.text).toContain('value="Short-lived texts"');
  });

  test("the page of categories and its link are gone while resources are off", async () => {
    const areas = new URLSearchParams({ intent: "areas", anonymousMessages: "on", areas: "jobs" });
    const send = (body: URLSearchParams) =>
      admin.fetch("/admin/settings", { method: "POST", body, headers: { Origin: server.url } });
    await send(areas);
    expect((await admin.get(categoriesPage)).status).toBe(404);
    expect((await press(categoriesPage, "Others", "hide")).status).toBe(404);
    expect(await readPage("/admin/settings", admin)).not.toContain(`href="${categoriesPage}"`);
    expect(await readPage("/admin/settings", admin)).toContain(branchesPage);
    const all = ["jobs", "events", "resources", "questions", "anonymous-room", "mentoring", "thanks"];
    for (const area of [...all, "announcements", "experiences"]) areas.append("areas", area);
    await send(areas);
    expect((await admin.get(categoriesPage)).status).toBe(200);
  });
});

describe("branches", () => {
  const suggested = async () => {
    const page = await readPage("/profile?edit", browse(server, asha));
    const list = /<datalist id="profile-branches">(.*?)<\/datalist>/s.exec(page)?.[1] ?? "";
    return [...list.matchAll(/value="([^"]+)"/g)].map(([, name]) => name);
  };

  test("forms suggest the listed branches first, then those of members, without hidden ones", async () => {
    await asha.call("PUT", `/api/users/${asha.id}`, { branch: "Marine" });
    expect(await suggested()).toEqual(["Marine"]);
    for (const name of ["Electronics", "Civil", "marine"])
      expect(locationOf(await admin.post(branchesPage, { intent: "add", name }))).toEqual([
        303,
        branchesPage,
      ]);
    await press(branchesPage, "Civil", "up");
    expect(await suggested()).toEqual(["Civil", "Electronics", "marine"]);
    await press(branchesPage, "marine", "hide");
    expect(await suggested()).toEqual(["Civil", "Electronics"]);
    expect((await asha.call("GET", `/api/users/${asha.id}`)).body).toMatchObject({ branch: "Marine" });
    await press(branchesPage, "Civil", "delete");
    expect(await suggested()).toEqual(["Electronics"]);
    await asha.call("PUT", `/api/users/${asha.id}`, { branch: "Whatever it is called here" });
    expect(await suggested()).toEqual(["Electronics", "Whatever it is called here"]);
  });

  test("a list has at most 100 entries", async () => {
    const insert = server.database().prepare("insert into branches (name, position) values (?, ?)");
    for (let n = 0; n < 100; n++) insert.run(`Branch ${n}`, n);
    const full = await admin.post(branchesPage, { intent: "add", name: "One more" });
    expect([full.status, full.text.includes("One more")]).toEqual([409, true]);
  });
});
