import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, password, postJob } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let asha: Member;
let browser: Visitor;
beforeAll(async () => {
  asha = await join(server, "asha");
});
beforeEach(() => {
  browser = browse(server, asha);
  server.database().exec("delete from job_drafts");
});

const post = (change: object = {}) => postJob(asha, change);

/** Makes every statement on a table fail during `run`. */
async function withoutTable(table: string, run: () => Promise<void>): Promise<void> {
  const database = server.database();
  database.exec(`alter table ${table} rename to hidden_${table}`);
  try {
    await run();
  } finally {
    database.exec(`alter table hidden_${table} rename to ${table}`);
  }
}

/** Makes every write to jobs fail during `run`, as a full disk would. */
async function withFullDisk(run: () => Promise<void>): Promise<void> {
  const database = server.database();
  const events = ["insert", "update", "delete"];
  for (const event of events) {
    database.exec(
      `create trigger full_${event} before ${event} on jobs begin select raise(abort, 'disk is full'); end`,
    );
  }
  try {
    await run();
  } finally {
    for (const event of events) database.exec(`drop trigger full_${event}`);
  }
}

const draft = () => {
  const row = server.database().prepare("select fields from job_drafts").get() as
    | { fields: string }
    | undefined;
  return row && (JSON.parse(row.fields) as Record<string, string>);
};
const formFields = {
  opportunityType: "internship",
  title: "Buoy painter",
  locations: "Kochi",
  workplaceType: "on-site",
  description: "Paints buoys in the colours of the chart.",
  applicationMethod: "in-person",
  companyName: "Harbour Works",
  contactName: "Ila Rao",
  contactEmail: "ila.rao@harbour.example",
};

describe("when the store fails", () => {
  test("if the store fails, the list is empty, says so and keeps its filters", async () => {
    await post({ title: "Not shown" });
    await withoutTable("jobs", async () => {
      const page = await browser.get("/jobs?search=buoy&workplaceType=remote");
      expect(page.status).toBe(503);
      expect(page.text).toMatch(/role="alert"[\s\S]*Failed to load job opportunities/);
      expect(page.text).toMatch(/href="\/jobs\?search=buoy&amp;workplaceType=remote"[^>]*>Retry/);
      expect(page.text).toMatch(/name="search"[^>]*value="buoy"/);
      expect(page.text).toContain("1 active filter");
      expect(page.text).toContain("Post a Job");
      expect(page.text).not.toMatch(/No jobs found|Not shown|hidden_jobs|no such table/);
      const id = page.headers.get("X-Request-Id");
      const lineOf = () =>
        server
          .logged()
          .split("\n")
          .find((text) => text.includes("query failed") && text.includes(String(id)));
      await expect.poll(lineOf).toContain("no such table");
    });
    expect((await browser.get("/jobs?search=buoy&workplaceType=remote")).status).toBe(200);
  });

  test("if the store fails, a job's page, its edit form and the wizard say so and offer Retry", async () => {
    const id = await post();
    await withoutTable("jobs", async () => {
      for (const path of [`/jobs/${id}`, `/jobs/${id}/edit`]) {
        const page = await browser.get(path);
        expect([page.status, page.text]).toEqual([
          503,
          expect.stringContaining("Failed to load job opportunity"),
        ]);
        expect(page.text).toContain("Retry");
      }
    });
    await withoutTable("job_drafts", async () => {
      const page = await browser.get("/post-job?step=2");
      expect([page.status, page.text]).toEqual([503, expect.stringContaining("Failed to load your draft")]);
      // An empty form would overwrite the draft.
      expect(page.text).not.toContain("<select");
    });
  });

  test("the wizard keeps what was typed if the draft cannot be stored", async () => {
    await withoutTable("job_drafts", async () => {
      const page = await browser.post("/post-job?step=1", { step: "1", intent: "next", ...formFields });
      expect(page.status).toBe(503);
      expect(page.text).toMatch(/role="alert"[\s\S]*Nothing is lost: what you typed stays here/);
      expect(page.text).toContain('value="Buoy painter"');
      expect(page.text).toContain("Paints buoys in the colours of the chart.");
      expect(page.text).not.toContain("Retry");
    });
  });

  test("the wizard keeps the draft if the job cannot be stored", async () => {
    await withFullDisk(async () => {
      const page = await browser.post("/post-job?step=3", { step: "3", intent: "submit", ...formFields });
      expect([page.status, page.text]).toEqual([
        503,
        expect.stringContaining("Failed to submit job posting"),
      ]);
      expect(page.text).toContain('value="Harbour Works"');
      expect(draft()).toMatchObject({ title: "Buoy painter" });
    });
    const posted = await browser.post("/post-job?step=3", { step: "3", intent: "submit", ...formFields });
    expect(posted.headers.get("Location")).toBe("/post-job?posted=1");
  });

  test("the edit form keeps what was typed if the store fails", async () => {
    const id = await post({ title: "Before" });
    const change = { ...formFields, title: "Typed after" };
    await withFullDisk(async () => {
      const page = await browser.post(`/jobs/${id}/edit`, change);
      expect([page.status, page.text]).toEqual([
        503,
        expect.stringContaining("Failed to submit job posting"),
      ]);
      expect(page.text).toContain('value="Typed after"');
    });
    await withoutTable("jobs", async () => {
      const page = await browser.post(`/jobs/${id}/edit`, change);
      expect([page.status, page.text]).toEqual([503, expect.stringContaining('value="Typed after"')]);
    });
    expect((await asha.get(`/api/jobs/${id}`)).body).toMatchObject({ title: "Before" });
  });

  test.each(["close", "delete"])("the job's page is shown again when %s fails", async (intent) => {
    const id = await post({ title: "Still here" });
    await withFullDisk(async () => {
      const page = await browser.post(`/jobs/${id}`, { intent });
      expect([page.status, page.text]).toEqual([
        503,
        expect.stringContaining("Failed to submit job posting"),
      ]);
      expect(page.text).toContain("Still here");
      expect(page.text).toContain("Delete this job");
    });
    expect((await asha.get(`/api/jobs/${id}`)).body).toMatchObject({ isOpen: true });
  });
});

describe("when the session ended elsewhere", () => {
  test("the wizard and the edit form keep what was typed after the session ended, and link to the log-in", async () => {
    const id = await post({ title: "Someone's job" });
    const guest = new Visitor(server.url);
    for (const path of ["/post-job?step=1", `/jobs/${id}/edit`]) {
      const page = await guest.post(path, { step: "1", intent: "next", ...formFields });
      expect(page.status).toBe(401);
      expect(page.text).toContain("You&#x27;re logged out.");
      expect(page.text).toMatch(/href="\/login" target="_blank"/);
      expect(page.text).toContain('value="Buoy painter"');
      expect(page.text).toContain("Paints buoys in the colours of the chart.");
      expect(page.text).not.toContain("Someone's job");
    }
    expect(draft()).toBeUndefined();
    // After logging in, the same form succeeds.
    await guest.post("/login", { email: asha.email, password });
    const next = await guest.post("/post-job?step=1", { step: "1", intent: "next", ...formFields });
    expect(next.headers.get("Location")).toBe("/post-job?step=2");
  });

  test.each(["close", "delete"])(
    "after the session ended, the job's page says so instead of %s",
    async (intent) => {
      const id = await post({ title: "Still here" });
      const page = await new Visitor(server.url).post(`/jobs/${id}`, { intent });
      expect([page.status, page.text]).toEqual([401, expect.stringContaining("You&#x27;re logged out.")]);
      expect(page.text).toContain("Still here");
      expect((await asha.get(`/api/jobs/${id}`)).body).toMatchObject({ isOpen: true });
    },
  );
});

describe("a draft saved while typing", () => {
  const save = (fields: Record<string, string>, typedAt: number | string = Date.now()) =>
    browser.post("/post-job?step=1", { step: "1", intent: "save", typedAt: String(typedAt), ...fields });

  test("a draft saved while typing is stored as typed, valid or not", async () => {
    const saved = await save({ title: "Half a ti", salaryMin: "many" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/post-job?step=1"]);
    expect(draft()).toEqual({ title: "Half a ti", salaryMin: "many" });
    await save({ title: "Half a title" });
    expect((await browser.get("/post-job")).text).toContain('value="Half a title"');
  });

  test("a draft is not overwritten by a save of older text", async () => {
    const now = Date.now();
    await save({ title: "Newer" }, now);
    await save({ title: "Older" }, now - 500);
    await save({ title: "Nonsense" }, "yesterday");
    await save({ title: "Negative" }, -1e300);
    expect(draft()).toEqual({ title: "Newer" });
    await browser.post("/post-job?step=1", { step: "1", intent: "previous", title: "By a button" });
    await save({ title: "Typed before the button" }, now);
    expect(draft()).toEqual({ title: "By a button" });
    // A clock that is ahead does not lock the draft.
    await save({ title: "From the future" }, now + 1e9);
    await save({ title: "From now" });
    expect(draft()).toEqual({ title: "From now" });
  });

  test("a draft does not return after the job was posted", async () => {
    const typedAt = Date.now() - 10;
    await browser.post("/post-job?step=3", { step: "3", intent: "submit", ...formFields });
    expect(draft()).toBeUndefined();
    expect((await save({ title: "Too late" }, typedAt)).status).toBe(303);
    expect(draft()).toBeUndefined();
    await save({ title: "The next job" });
    expect(draft()).toEqual({ title: "The next job" });
  });

  test("a draft is limited in size and needs a session", async () => {
    const long = "x".repeat(60_000);
    await save({ title: long, description: long, companyDescription: long, unknown: long });
    expect(Object.keys(draft() ?? {}).sort()).toEqual(["companyDescription", "description", "title"]);
    expect(JSON.stringify(draft()).length).toBeLessThan(20_000);
    const guest = await new Visitor(server.url).post("/post-job", { intent: "save", title: "A guest's" });
    expect(guest.status).toBe(401);
    expect(draft()).not.toMatchObject({ title: "A guest's" });
  });
});

describe("editing", () => {
  const options = (html: string) => {
    const [, select = ""] = /<select[^>]*name="opportunityType"[^>]*>([\s\S]*?)<\/select>/.exec(html) ?? [];
    return [...select.matchAll(/value="([\w-]*)"( selected="")?/g)].map(([, value, selected]) =>
      selected ? `${value}!` : value,
    );
  };
  const wizardOptions = ["", "full-time", "internship", "contract-or-freelance", "volunteer"];

  test.each([
    ["Part Time", "part-time"],
    ["Freelance", "freelance"],
    ["Contract", "contract"],
  ])("the edit form keeps the type %s", async (opportunityType, stored) => {
    const id = await post({ opportunityType });
    const page = await browser.get(`/jobs/${id}/edit`);
    expect(options(page.text)).toEqual([...wizardOptions, `${stored}!`]);
    await browser.post(`/jobs/${id}/edit`, { ...formFields, opportunityType: stored });
    expect((await asha.get(`/api/jobs/${id}`)).body).toMatchObject({
      opportunityType,
      title: "Buoy painter",
    });
  });

  test("the edit form offers only the wizard's types and the stored one", async () => {
    const id = await post({ opportunityType: "Volunteer" });
    expect(options((await browser.get(`/jobs/${id}/edit`)).text)).toEqual([
      ...wizardOptions.slice(0, -1),
      "volunteer!",
    ]);
    expect(options((await browser.get("/post-job")).text).map((value) => value?.replace("!", ""))).toEqual(
      wizardOptions,
    );
  });

  test("the form shows when a link is required, and rejects an unknown method", async () => {
    const page = await browser.get("/post-job?step=2");
    expect(page.text).toContain("Required if people apply on a website");
    const rejected = await browser.post("/post-job?step=2", {
      step: "2",
      intent: "next",
      applicationMethod: "fax",
    });
    expect(rejected.text).toContain("Application method is not one of the list");
  });
});
