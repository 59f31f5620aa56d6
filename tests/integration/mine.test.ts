import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { auditSubject } from "../support/audit.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin, password, postJob } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { ask } from "../support/questions.ts";
import { share } from "../support/upload.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let asha: Member;
let rohan: Member;
let meera: Member;
let ashas: Visitor;
let rohans: Visitor;
let meeras: Visitor;
const guest = new Visitor(server.url);

beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  meera = await join(server, "meera");
  makeAdmin(server, meera);
  ashas = browse(server, asha);
  rohans = browse(server, rohan);
  meeras = browse(server, meera);
});

let count = 0;
async function post(change: object = {}) {
  const title = `Tide keeper ${++count}`;
  return { id: await postJob(asha, { title, ...change }), title };
}
const savedRows = (jobId: string) =>
  server.database().prepare("select user_id from saved_jobs where job_id = ?").pluck().all(Number(jobId));

describe("Actions on a job", () => {
  test("an action on a job is confirmed once, with Undo", async () => {
    const { id } = await post();
    const address = `/jobs/${id}`;
    expect((await ashas.post(address, { intent: "close" })).headers.get("Location")).toBe(address);
    const closed = (await ashas.get(address)).text;
    expect(closed).toContain("Applications are closed.");
    expect(closed).toMatch(new RegExp(`<form[^>]*action="${address}"[\\s\\S]*?value="reopen"[\\s\\S]*?Undo`));
    expect((await ashas.get(address)).text).not.toContain("Applications are closed.");

    await ashas.post(address, { intent: "reopen" });
    expect((await ashas.get(address)).text).toContain("Applications are open again.");
    await ashas.post(address, { intent: "delete" });
    expect((await ashas.get("/jobs")).text).toContain("The job is deleted.");
  });

  test("reopening a job does not claim that applications are open after the deadline", async () => {
    const { id } = await post();
    server.database().prepare("update jobs set deadline = '2020-01-31' where id = ?").run(Number(id));
    await ashas.post(`/jobs/${id}`, { intent: "reopen" });
    const page = (await ashas.get(`/jobs/${id}`)).text;
    expect(page).toContain("but its deadline has passed");
    expect(page).toContain("Ended 31 Jan 2020");
  });

  test("an action made on a card returns to it and is confirmed there", async () => {
    const { id, title } = await post();
    const done = await ashas.post(`/jobs/${id}`, { intent: "close", back: "/jobs/mine" });
    expect(done.headers.get("Location")).toBe(`/jobs/mine#job-${id}`);
    const page = (await ashas.get("/jobs/mine")).text;
    const [, card = ""] = page.split(`id="job-${id}"`);
    expect(card.slice(0, card.indexOf("</li>"))).toMatch(
      new RegExp(`${title}[\\s\\S]*Applications are closed\\.[\\s\\S]*Undo`),
    );
  });

  test.each(["//evil.example", "https://evil.example", "/\\evil.example"])(
    "actions on a job do not redirect to %s",
    async (back) => {
      const { id } = await post();
      const done = await ashas.post(`/jobs/${id}`, { intent: "close", back });
      expect(done.headers.get("Location")).toBe(`/#job-${id}`);
    },
  );
});

describe("My jobs", () => {
  test("My jobs has what a member posted, newest first, a page at a time, and nothing of others", async () => {
    const member = await join(server, "kabir");
    const browser = browse(server, member);
    expect((await browser.get("/jobs/mine")).text).toContain("You haven&#x27;t posted a job yet");
    for (let n = 1; n <= 21; n++) await member.call("POST", "/api/jobs", { ...job, title: `Chart ${n}.` });
    const first = (await browser.get("/jobs/mine")).text;
    expect(first.indexOf("Chart 21.")).toBeLessThan(first.indexOf("Chart 20."));
    expect(first).not.toContain("Chart 1.");
    const [, next = ""] = /href="([^"]*cursor=\d+)"/.exec(first) ?? [];
    const second = (await browser.get(next.replaceAll("&amp;", "&"))).text;
    expect(second).toContain("Chart 1.");
    expect(second).not.toContain("Chart 2.");
    expect((await ashas.get("/jobs/mine")).text).not.toContain("Chart 21.");
    expect((await guest.get("/jobs/mine")).headers.get("Location")).toContain("/login");
    for (const query of ["cursor=x", "cursor=0", "show=nothing", "show=saved&cursor=99999999999999999"])
      expect((await browser.get(`/jobs/mine?${query}`)).status).toBe(200);
  });

  test("My jobs keeps jobs that its member saved, once each, until they are deleted", async () => {
    const { id, title } = await post();
    expect((await rohans.get(`/jobs/${id}`)).text).toContain('value="save"');
    await rohans.post(`/jobs/${id}`, { intent: "save" });
    await rohans.post(`/jobs/${id}`, { intent: "save" });
    expect(savedRows(id)).toEqual([Number(rohan.id)]);
    const page = (await rohans.get(`/jobs/${id}`)).text;
    expect(page).toContain("You'll find it in My jobs.");
    expect(page).toContain('value="forget"');
    expect((await rohans.get("/jobs/mine?show=saved")).text).toContain(title);
    expect((await ashas.get("/jobs/mine?show=saved")).text).not.toContain(title);
    expect((await ashas.get(`/jobs/${id}`)).text).not.toContain('value="forget"');
    expect((await guest.get(`/jobs/${id}`)).text).not.toMatch(/value="(save|forget)"/);

    // Asha unsaves a job that she has not saved. Rohan's remains.
    await ashas.post(`/jobs/${id}`, { intent: "forget" });
    expect(savedRows(id)).toEqual([Number(rohan.id)]);
    const forgotten = await rohans.post(`/jobs/${id}`, { intent: "forget", back: "/jobs/mine?show=saved" });
    expect(forgotten.headers.get("Location")).toBe("/jobs/mine?show=saved");
    const list = (await rohans.get("/jobs/mine?show=saved")).text;
    expect(list).toContain("The job is no longer saved");
    expect(list).not.toContain(title);

    await rohans.post(`/jobs/${id}`, { intent: "save" });
    await asha.call("DELETE", `/api/jobs/${id}`);
    expect((await rohans.get("/jobs/mine?show=saved")).text).not.toContain(title);
    expect((await rohans.post(`/jobs/${id}`, { intent: "save" })).status).toBe(404);
    await ashas.post("/bin", { intent: "delete", subject: "job", id });
    expect(savedRows(id)).toEqual([]);
  });
});

describe("The wizard", () => {
  const whole = {
    opportunityType: "internship",
    title: "Lamp keeper",
    locations: "Kochi",
    workplaceType: "remote",
    description: "Keep the lamp.",
    applicationMethod: "email",
    applicationEmail: "jobs@northlight.example",
    companyName: "Northlight <b>",
    contactName: "Ila Rao",
    contactEmail: "ila.rao@northlight.example",
  };

  test("the wizard suggests the poster's own name and email as the contact", async () => {
    const page = (await rohans.get("/post-job?step=3")).text;
    expect(page).toContain(`value="${rohan.name}"`);
    expect(page).toContain(`value="${rohan.email}"`);
    // An empty field stays empty.
    await rohans.post("/post-job?step=3", { intent: "save", contactName: "", typedAt: String(Date.now()) });
    expect((await rohans.get("/post-job?step=3")).text).not.toContain(`value="${rohan.name}"`);
  });

  test("the wizard shows the job before it is published and links to it afterwards", async () => {
    const send = (intent: string, fields: Record<string, string>) =>
      rohans.post("/post-job?step=3", { step: "3", intent, ...fields });
    const { title: _, ...withoutTitle } = whole;
    await send("preview", withoutTitle);
    const incomplete = await rohans.get("/post-job?step=3&preview=1");
    expect([incomplete.status, incomplete.headers.get("Location")]).toEqual([
      303,
      "/post-job?step=1&check=1",
    ]);

    expect((await send("preview", whole)).headers.get("Location")).toBe("/post-job?step=3&preview=1");
    const preview = (await rohans.get("/post-job?step=3&preview=1")).text;
    for (const text of [
      "Lamp keeper",
      "Northlight &lt;b&gt;",
      "Keep the lamp.",
      "Ila Rao",
      "Post Opportunity",
    ])
      expect(preview).toContain(text);
    expect((await guest.get("/api/jobs?search=lamp keeper")).body).toEqual([]);

    const { companyName, contactName, contactEmail } = whole;
    const posted = await send("submit", { companyName, contactName, contactEmail });
    expect(posted.headers.get("Location")).toBe("/post-job?posted=1");
    const id = (await guest.get("/api/jobs?search=lamp keeper")).body[0]?.id;
    expect((await rohans.get("/post-job?posted=1")).text).toContain(`href="/jobs/${id}"`);
  });

  test("the wizard ignores a forged cookie", async () => {
    for (const value of ["x", "0", "1/../evil", "%00"]) {
      const answer = await rohans.get("/post-job?posted=1", {
        Cookie: `session=${rohans.cookies.get("session")}; posted-job=${value}`,
      });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/post-job"]);
    }
  });
});

describe("My uploads and their changes", () => {
  const upload = async (member: Member, text: string, fields: object = {}) => {
    const { body } = await share(member, { name: "notes.txt", bytes: Buffer.from(text) }, fields);
    return body.data.id;
  };
  const totals = () =>
    server
      .database()
      .prepare("select category_id, year, total from resource_totals where total > 0 order by 1, 2")
      .all();

  test("members find and change their own uploads, and the counts follow", async () => {
    const id = await upload(asha, "Tides.", { title: "Tides", categoryId: "1", year: "2" });
    const uploads = (await ashas.get("/resources/mine")).text;
    expect(uploads).toContain(`/resources/${id}/edit`);
    expect(uploads).toContain(">Shared</h2>");
    expect((await rohans.get("/resources/mine")).text).toContain("You haven&#x27;t shared anything yet");
    expect((await ashas.get(`/resources/${id}/edit`)).text).toContain('value="Tides"');

    const saved = await ashas.post(`/resources/${id}/edit`, {
      title: "Tides and moons",
      categoryId: "3",
      year: "4",
      description: "With sketches.",
    });
    expect(saved.headers.get("Location")).toBe(`/resources/${id}`);
    const page = (await ashas.get(`/resources/${id}`)).text;
    for (const text of ["Your changes are saved.", "Tides and moons", "With sketches.", "Quantum"])
      expect(page).toContain(text);
    expect(totals()).toEqual([{ category_id: 3, year: 4, total: 1 }]);
    const found = (await guest.get("/api/resources?search=moons")).body;
    expect(found.totalCount).toBe(1);

    const blank = await ashas.post(`/resources/${id}/edit`, { title: "", categoryId: "3", year: "4" });
    expect(blank.status).toBe(422);
    expect(blank.text).toContain("Title is required");
    const unknown = await ashas.post(`/resources/${id}/edit`, { title: "T", categoryId: "99", year: "4" });
    expect([unknown.status, unknown.text.includes("Please choose one of the categories.")]).toEqual([
      422,
      true,
    ]);
  });

  test("the API changes only the fields that were sent", async () => {
    const id = await upload(asha, "Moons.", { title: "Moons", description: "Of Jupiter" });
    const address = `/api/resources/${id}`;
    const changed = await asha.call("PUT", address, { year: 3 });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { data: { title: "Moons", description: "Of Jupiter", year: 3, category: { id: "1" } } },
    ]);
    expect((await asha.call("PUT", address, {})).status).toBe(200);
    expect((await asha.call("PUT", address, { description: "" })).body).toMatchObject({
      data: { title: "Moons", description: null },
    });
    for (const body of [
      { title: "" },
      { title: null },
      { year: 5 },
      { categoryId: "99" },
      { categoryId: "x" },
    ])
      expect((await asha.call("PUT", address, body)).status).toBe(422);
    expect((await asha.call("PUT", "/api/resources/999999", { year: 3 })).status).toBe(404);
    expect((await rohan.call("PUT", address, { title: "Mine" })).status).toBe(403);
    expect((await guest.call("PUT", address, { title: "Mine" })).status).toBe(401);
    expect((await guest.get(address)).body).toMatchObject({ data: { title: "Moons" } });
  });

  test("an administrator's change of an upload is in the audit trail, and a member's own is not", async () => {
    const id = await upload(asha, "Stars.", { title: "Stars" });
    await asha.call("PUT", `/api/resources/${id}`, { title: "Stars at night" });
    expect((await meera.call("PUT", `/api/resources/${id}`, { year: 1 })).status).toBe(200);
    expect((await meera.call("PUT", `/api/resources/${id}`, { categoryId: "99" })).status).toBe(422);
    const entries = server
      .database()
      .prepare(`select action, ${auditSubject} as subject from audit_entries where action like '%resource'`)
      .all();
    expect(entries).toEqual([
      { action: "changed the resource", subject: `“Stars at night” by ${asha.name}` },
    ]);
    expect((await meeras.get(`/resources/${id}`)).text).toContain(`/resources/${id}/edit`);
  });

  test("a form recognizes a file that is already here by its hash", async () => {
    const id = await upload(asha, "The same bytes.", { title: "First" });
    await upload(rohan, "The same bytes.", { title: "Second" });
    const sent = createHash("sha256").update("The same bytes.").digest("hex");
    const ask = async (sha256: string) => (await rohans.get(`/resources/same-file?sha256=${sha256}`)).body;
    expect(await ask(sent)).toEqual({ twin: { id, title: "First" } });
    for (const sha256 of ["0".repeat(64), "", "x", "%00", "9".repeat(5_000)])
      expect(await ask(sha256)).toEqual({ twin: null });
  });
});

describe("The people behind a job and a resource", () => {
  test("the names behind a job and a resource are links for members, as long as they have a page", async () => {
    const { id } = await post();
    const { body } = await share(asha, { name: "a.txt", bytes: Buffer.from("Who shared it?") });
    const resourceId = body.data.id;
    const link = `href="/people/${asha.id}"`;
    for (const address of [`/jobs/${id}`, `/resources/${resourceId}`]) {
      expect((await rohans.get(address)).text).toContain(link);
      const seenByGuest = (await guest.get(address)).text;
      expect(seenByGuest).not.toContain(link);
      expect(seenByGuest).toContain(asha.name);
    }
    const suspend = server.database().prepare("update users set status = ? where id = ?");
    suspend.run("suspended", Number(asha.id));
    for (const address of [`/jobs/${id}`, `/resources/${resourceId}`])
      expect((await rohans.get(address)).text).not.toContain(link);
    suspend.run("active", Number(asha.id));
  });
});

describe("tracking", () => {
  const own = { "Sec-Fetch-Site": "same-origin" };
  const read = async (reader: Visitor, id: string) => (await reader.call("GET", `/api/jobs/${id}`)).body;
  const track = (member: Visitor, id: string, body: unknown) =>
    member.call("PUT", `/api/jobs/${id}/tracking`, body);

  test("tracking redirects to the stored link, asks once, and stores state and note for the member only", async () => {
    const id = (await post({ title: "Tide table keeper" })).id;
    const away = await rohans.get(`/jobs/${id}/apply`, own);
    expect([away.status, away.headers.get("Location")]).toEqual([302, job.applicationLink]);
    expect(away.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect((await rohans.get(`/jobs/${id}`)).text).toContain("Did you apply?");
    expect((await rohans.get(`/jobs/${id}`)).text).toContain(`href="/jobs/${id}/apply"`);
    expect((await new Visitor(server.url).get(`/jobs/${id}`)).text).toContain(
      `href="${job.applicationLink}"`,
    );
    expect((await rohans.post(`/jobs/${id}`, { intent: "not-applied" })).status).toBe(303);
    expect((await rohans.get(`/jobs/${id}`)).text).not.toContain("Did you apply?");

    const note = "Ask about the <night> shifts";
    expect((await rohans.post(`/jobs/${id}`, { intent: "track", state: "interview", note })).status).toBe(
      303,
    );
    const mine = await rohans.get("/jobs/mine?show=tracked");
    const row = new RegExp(`<li[^>]*id="job-${id}".*?</li>`, "s").exec(mine.text)?.[0];
    for (const part of ["<b>Interview</b>", "Ask about the &lt;night&gt; shifts"])
      expect(row).toContain(part);
    expect(row, "the row is the link").toContain(`href="/jobs/${id}#tracking"`);
    expect(row).not.toContain("<button");
    expect((await ashas.get("/jobs/mine?show=tracked")).text).not.toContain("Tide table keeper");
    for (const reader of [asha, rohan, new Visitor(server.url)])
      expect((await reader.call("GET", `/api/jobs/${id}`)).text).not.toContain("night");

    const tracked = await track(rohan, id, { state: "offer" });
    expect(tracked.body).toMatchObject({ job: { id }, state: "offer", note });
    expect((await rohan.call("GET", "/api/jobs/tracked?limit=1")).body).toMatchObject([
      { state: "offer", note },
    ]);
    const ended = await track(rohan, id, { state: null });
    expect(ended.body).toMatchObject({ state: null, note: null, changedAt: null });
    expect((await rohan.call("GET", "/api/jobs/tracked")).body).toEqual([]);
  });

  test("tracking refuses unknown states, long notes and deleted jobs, and keeps what was typed", async () => {
    const { id } = await post();
    for (const wrong of [{ state: "hired" }, { state: "applied", note: "x".repeat(1_001) }, {}])
      expect([wrong, (await track(rohan, id, wrong)).status]).toEqual([wrong, 422]);
    expect((await track(rohan, "99999999", { state: "applied" })).status).toBe(404);
    const note = `typed ${"x".repeat(1_001)}`;
    const page = await rohans.post(`/jobs/${id}`, { intent: "track", state: "applied", note });
    expect(page.status).toBe(422);
    expect(page.text).toContain("At most 1000 characters");
    expect(page.text).toContain("typed xxx");
    expect((await rohans.get("/jobs/99999999/apply")).status).toBe(404);
  });

  test("tracking shows only the poster how many members, not visits, it counted: nobody, a few, or a number", async () => {
    const { id } = await post();
    expect((await read(asha, id)).counts).toEqual({ opened: 0, applied: 0 });
    expect((await ashas.get(`/jobs/${id}`)).text).toContain("Nobody has opened the link yet");
    // A guest, the poster, another site's link and a preloaded page are not counted.
    await new Visitor(server.url).get(`/jobs/${id}/apply`, own);
    await ashas.get(`/jobs/${id}/apply`, own);
    await rohans.get(`/jobs/${id}/apply`, { "Sec-Fetch-Site": "cross-site" });
    await rohans.get(`/jobs/${id}/apply`, { ...own, "Sec-Purpose": "prefetch" });
    expect((await read(asha, id)).counts).toEqual({ opened: 0, applied: 0 });
    for (let n = 1; n <= 5; n++) {
      const member = await join(server, "kabir", `opener${id}.${n}@college.example`);
      const browser = browse(server, member);
      for (let visit = 0; visit < 2; visit++) await browser.get(`/jobs/${id}/apply`, own);
      if (n < 5) await track(member, id, { state: "applied" });
      const opened = n < 5 ? "<5" : 5;
      expect((await read(asha, id)).counts).toEqual({ opened, applied: "<5" });
    }
    expect((await ashas.get(`/jobs/${id}`)).text).toContain(
      "5 people opened the link; fewer than five said they applied",
    );
    expect((await ashas.get("/jobs/mine")).text).toContain(
      "5 people opened the link; fewer than five said they applied",
    );
    for (const reader of [rohan, new Visitor(server.url)])
      expect(await read(reader, id)).not.toHaveProperty("counts");
    expect((await rohans.get(`/jobs/${id}`)).text).not.toContain("opened the link");
  });

  test("tracking returns to the job if applications are closed, and never redirects elsewhere", async () => {
    const { id } = await post();
    await asha.call("PUT", `/api/jobs/${id}`, { isOpen: false });
    const closed = await rohans.get(`/jobs/${id}/apply?to=https://elsewhere.example`, own);
    expect([closed.status, closed.headers.get("Location")]).toEqual([302, `/jobs/${id}?apply=1`]);
  });
});

describe("a company", () => {
  const upload = async (member: Member, id: string, bytes: Uint8Array<ArrayBuffer>, name = "logo.png") => {
    const form = new FormData();
    form.set("logo", new File([bytes], name));
    return member.call("PUT", `/api/jobs/${id}/logo`, form);
  };
  const drawn = async (width: number, height: number) => new Uint8Array(await picture(width, height));
  const logoOf = async (id: string) => (await guest.call("GET", `/api/jobs/${id}`)).body.companyLogo;

  test("a company has a square logo, reused for the poster's next job there, until it is removed", async () => {
    const { id } = await post({ companyName: "Tidewater Clocks" });
    expect(await logoOf(id)).toBeNull();
    expect((await upload(asha, id, await drawn(300, 90))).status).toBe(200);
    const logo = (await logoOf(id)) ?? "";
    expect(logo).toMatch(/^\/files\/images\/[\w-]+\.webp$/);
    const image = await guest.fetch(logo);
    expect([image.status, image.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((await guest.get(`/jobs/${id}`)).text).toContain(logo.replace(".webp", "-small.webp"));

    const next = await post({ companyName: "tidewater clocks" });
    expect(await logoOf(next.id)).toBe(logo);
    expect(await logoOf((await post({ companyName: "Tidewater" })).id)).toBeNull();
    // Each job has its own reference: the file stays for the other job, even while one of them is in the bin.
    expect((await ashas.post(`/jobs/${id}/logo`, { intent: "remove" })).status).toBe(303);
    expect([await logoOf(id), (await guest.fetch(logo)).status]).toEqual([null, 200]);
    await ashas.post(`/jobs/${next.id}`, { intent: "delete" });
    expect((await asha.call("POST", `/api/jobs/${next.id}/restore`)).status).toBe(200);
    expect((await guest.fetch(logo)).status).toBe(200);
    await ashas.post(`/jobs/${next.id}/logo`, { intent: "remove" });
    expect((await guest.fetch(logo)).status).toBe(404);
  });

  test("a company keeps its logo if its uploader leaves and the job stays", async () => {
    const kabir = await join(server, "kabir", "lantern@college.example");
    const { body } = await kabir.call("POST", "/api/jobs", { ...job, companyName: "Lantern Works" });
    const { id } = body;
    expect((await upload(kabir, id, await drawn(120, 120))).status).toBe(200);
    const logo = (await logoOf(id)) ?? "";
    const left = await browse(server, kabir).post("/account/delete", {
      posts: "keep",
      currentPassword: password,
    });
    expect(left.headers.get("Location")).toBe("/login");
    expect([await logoOf(id), (await guest.fetch(logo)).status]).toEqual([logo, 200]);
    expect((await guest.fetch(logo.replace(".webp", "-small.webp"))).status).toBe(200);
  });

  test("the wizard can add a company's logo and shows it before the job is posted", async () => {
    const send = async (file: File) => {
      const form = new FormData();
      form.set("logo", file);
      const headers = { Origin: server.url };
      return ashas.fetch("/post-job/logo", { method: "POST", body: form, headers });
    };
    const shownLogo = ({ text }: { text: string }) =>
      /\/files\/images\/[\w-]+\.webp/.exec(text.replaceAll("-small.webp", ".webp"))?.[0];
    const details = { title: "Bell founder", opportunityType: "internship", workplaceType: "on-site" };
    const texts = { locations: "Pune", description: "Cast **bells**.", salaryMin: "", salaryMax: "" };
    await ashas.post("/post-job?step=1", { intent: "next", step: "1", ...details, ...texts });
    const method = { applicationMethod: "in-person" };
    await ashas.post("/post-job?step=2", { intent: "next", step: "2", ...method });
    const company = { companyName: "Bell Yard", contactName: "Asha", contactEmail: "asha@college.example" };
    const step = { step: "3", ...company };
    const led = await ashas.post("/post-job?step=3", { intent: "logo", ...step, contactPhone: "12" });
    expect([led.status, led.headers.get("Location")]).toEqual([303, "/post-job/logo"]);
    const page = await ashas.get("/post-job/logo");
    expect([page.text.includes("Logo of Bell Yard"), shownLogo(page)]).toEqual([true, undefined]);
    const wrong = await send(new File(["words"], "logo.png"));
    expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([415, true]);

    await send(new File([await drawn(90, 60)], "logo.png"));
    const first = shownLogo(await ashas.get("/post-job?step=3")) ?? "";
    expect((await guest.fetch(first)).status).toBe(200);
    expect((await ashas.post("/post-job/logo", { intent: "remove" })).status).toBe(303);
    expect((await guest.fetch(first)).status).toBe(404);
    const saved = await send(new File([await drawn(60, 90)], "logo.png"));
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/post-job?step=3"]);
    const wizard = await ashas.get("/post-job?step=3");
    const logo = shownLogo(wizard) ?? "";
    expect(wizard.text).toContain("Change the logo…");
    await ashas.post("/post-job?step=3", { intent: "preview", ...step });
    expect(shownLogo(await ashas.get("/post-job?step=3&preview=1"))).toBe(logo);
    await ashas.post("/post-job?step=3", { intent: "submit", ...step });
    const [job] = (await guest.call("GET", "/api/jobs?search=bell+founder")).body;
    expect(job?.companyLogo).toBe(logo);
    const next = await post({ companyName: "bell yard" });
    expect(await logoOf(next.id)).toBe(logo);
  });

  test("only the poster can set a company's logo, and only to a picture", async () => {
    const { id } = await post();
    expect((await upload(rohan, id, await drawn(40, 40))).status).toBe(403);
    const wrong = await upload(asha, id, new TextEncoder().encode("not a picture"));
    expect([wrong.status, Object.keys(problemOf(wrong).errors)]).toEqual([415, ["logo"]]);
    expect((await upload(asha, "99999999", await drawn(40, 40))).status).toBe(404);
    expect(await logoOf(id)).toBeNull();
    expect((await rohans.get(`/jobs/${id}/logo`)).status).toBe(403);
    const form = new FormData();
    form.set("logo", new File(["words"], "logo.png"));
    const page = await ashas.fetch(`/jobs/${id}/logo`, {
      method: "POST",
      body: form,
      headers: { Origin: server.url },
    });
    expect([page.status, page.text.includes('aria-invalid="true"')]).toEqual([415, true]);
  });

  test("a company's page shows its open jobs and, to members, people there who like to be asked", async () => {
    const { id } = await post({ companyName: "Lantern Yard" });
    await post({ companyName: "Lantern Yard", deadline: null });
    await asha.call("PUT", `/api/jobs/${id}`, { isOpen: false });
    await ask(meera, { tags: ["firmware"] });
    const works = { company: "lantern yard", topics: ["firmware"], askBy: ["message"] };
    expect((await rohan.call("PUT", `/api/users/${rohan.id}`, works)).status).toBe(200);
    const page = await ashas.get("/jobs?company=lantern+yard");
    expect(page.text).toContain("1 open job");
    expect(page.text).toContain(`/people/${rohan.id}`);
    expect(page.text).toMatch(new RegExp(`href="/messages/${rohan.id}\\?topic=firmware"[^>]*>firmware</a>`));
    const stranger = await guest.get("/jobs?company=lantern+yard");
    expect(stranger.text).toContain("1 open job");
    expect(stranger.text).not.toContain(rohan.name);
    await rohan.call("PUT", `/api/users/${rohan.id}`, { notNowUntil: "2199-12-31" });
    expect((await ashas.get("/jobs?company=lantern+yard")).text).not.toContain(`/people/${rohan.id}`);
    expect((await ashas.get("/jobs?company=lantern")).text).not.toContain("like to be asked");
  });

  test("a company shows members who offer to refer, while they work there, for an open job", async () => {
    const { id } = await post({ companyName: "Sluice & Gate" });
    const path = `/api/jobs/${id}/referral`;
    const referrers = async (reader: Visitor) => (await reader.call("GET", `/api/jobs/${id}`)).body.referrers;
    expect((await rohan.call("PUT", path)).status).toBe(403);
    await rohan.call("PUT", `/api/users/${rohan.id}`, { company: "sluice & gate" });
    expect((await rohans.get(`/jobs/${id}`)).text).toContain("I can refer");
    for (let twice = 0; twice < 2; twice++) expect((await rohan.call("PUT", path)).status).toBe(204);
    expect(await referrers(asha)).toEqual([{ id: rohan.id, name: rohan.name }]);
    expect(await referrers(guest)).toBeUndefined();
    const page = await ashas.get(`/jobs/${id}`);
    expect(page.text).toMatch(
      new RegExp(`action="/messages/${rohan.id}"[\\s\\S]*could you refer me for “Tide keeper`),
    );
    expect((await guest.get(`/jobs/${id}`)).text).not.toContain("Ask for a referral");
    await asha.call("PUT", `/api/users/${rohan.id}/block`);
    expect(await referrers(asha)).toEqual([]);
    await asha.call("DELETE", `/api/users/${rohan.id}/block`);
    await rohan.call("PUT", `/api/users/${rohan.id}`, { company: "Elsewhere" });
    expect(await referrers(asha)).toEqual([]);
    await rohan.call("PUT", `/api/users/${rohan.id}`, { company: "Sluice & Gate" });
    expect(await referrers(asha)).toHaveLength(1);
    expect((await rohans.post(`/jobs/${id}`, { intent: "unrefer" })).status).toBe(303);
    expect(await referrers(asha)).toEqual([]);
    await asha.call("PUT", `/api/jobs/${id}`, { isOpen: false });
    expect((await rohan.call("PUT", path)).status).toBe(409);
    expect((await rohan.call("PUT", "/api/jobs/99999999/referral")).status).toBe(404);
  });
});
