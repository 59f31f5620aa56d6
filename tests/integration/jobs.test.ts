import { beforeAll, describe, expect, test } from "vitest";
import type { Job } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { job, join, type Member, makeAdmin } from "../support/people.ts";
import { dayIn } from "../support/time.ts";
import { type Answer, errorsOf, problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let guest: Visitor;
let asha: Member;
let rohan: Member;
let meera: Member;
beforeAll(async () => {
  guest = new Visitor(server.url);
  [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  makeAdmin(server, meera);
});

const post = (change: object = {}) => asha.call("POST", "/api/jobs", { ...job, ...change });
const posted = async (change: object = {}) => (await post(change)).body;
const titles = (answer: Answer<Job[]>) => answer.body.map(({ title }) => title);
const find = async (query: string) => titles(await guest.get(`/api/jobs?${query}`));

describe("posting", () => {
  test("posting returns the whole job, open and posted now, whatever was sent", async () => {
    const before = Date.now();
    const answer = await post({
      isOpen: false,
      postedAt: "2001-01-01T00:00:00Z",
      id: "7",
      postedBy: rohan.id,
    });
    expect(answer.status).toBe(201);
    const body = answer.body;
    const { salaryCurrency, salaryType, salaryMin, salaryMax, ...rest } = job;
    expect(body).toEqual({
      ...rest,
      id: expect.stringMatching(/^\d+$/),
      companyLogo: null,
      applicationEmail: null,
      salary: { currency: "INR", type: "per month", minAmount: 25_000, maxAmount: 40_000 },
      isOpen: true,
      postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      postedBy: { id: asha.id, name: "Asha Verma" },
      counts: { opened: 0, applied: 0 },
      referrers: [],
    });
    expect(Date.parse(String(body.postedAt))).toBeGreaterThanOrEqual(before - 1);
    expect(answer.headers.get("Location")).toBe(`/api/jobs/${body.id}`);
  });

  test("posting accepts lists as text and stores blanks as null", async () => {
    const body = await posted({
      locations: "Pune , Delhi,,Pune",
      requiredSkills: "C, SQL",
      salaryMin: "",
      salaryMax: null,
      industry: " ",
      deadline: "",
      minExperience: "1.5",
      maxExperience: undefined,
      education: null,
      companyWebsite: "",
    });
    expect(body).toMatchObject({
      locations: ["Pune", "Delhi"],
      requiredSkills: ["C", "SQL"],
      salary: null,
      industry: null,
      deadline: null,
      minExperience: 1.5,
      maxExperience: null,
      education: null,
      companyWebsite: null,
    });
  });

  test.each([
    [{ opportunityType: "" }, "opportunityType", "Opportunity type is required"],
    [{ opportunityType: "Retirement" }, "opportunityType", "Opportunity type is not one of the list"],
    [{ title: "  " }, "title", "Title is required"],
    [{ locations: [] }, "locations", "Location is required"],
    [{ locations: " , ," }, "locations", "Location is required"],
    [{ workplaceType: undefined }, "workplaceType", "Workplace type is required"],
    [{ description: "" }, "description", "Description is required"],
    [{ salaryMin: "many" }, "salaryMin", "Minimum salary must be a number"],
    [{ salaryMin: 10, salaryMax: 9 }, "salaryMax", "Maximum salary must not be below the minimum"],
    [{ salaryCurrency: "XYZ" }, "salaryCurrency", "Currency is not one of the list"],
    [{ minExperience: -1 }, "minExperience", "Minimum experience must be a number not below 0"],
    [
      { minExperience: 3, maxExperience: 2 },
      "maxExperience",
      "Maximum experience must not be below the minimum",
    ],
    [{ deadline: "2024-02-30" }, "deadline", "Must be a date such as 2030-12-31"],
    [{ deadline: "2024-02-28" }, "deadline", "Deadline must not be in the past"],
    [{ applicationMethod: "" }, "applicationMethod", "Application method is required"],
    [{ applicationMethod: null }, "applicationMethod", "Application method is required"],
    [{ applicationMethod: "fax" }, "applicationMethod", "Application method is not one of the list"],
    [{ applicationLink: null }, "applicationLink", "Application link is required"],
    [{ applicationLink: "javascript:alert(1)" }, "applicationLink", /http:\/\/ or https:/],
    [{ applicationLink: "ftp://files.example" }, "applicationLink", /http:\/\/ or https:/],
    [{ applicationMethod: "email" }, "applicationEmail", "Application email is required"],
    [{ applicationEmail: "nobody" }, "applicationEmail", "Email is invalid"],
    [{ companyName: "" }, "companyName", "Company name is required"],
    [{ companyWebsite: "northlight" }, "companyWebsite", /http:\/\/ or https:/],
    [{ contactName: "" }, "contactName", "Contact name is required"],
    [{ contactEmail: "ila" }, "contactEmail", "Email is invalid"],
  ])("posting rejects %j", async (change, field, text) => {
    const answer = await post(change);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)[field]?.[0]).toMatch(text);
    expect(problemOf(answer).detail).toMatch(text);
  });

  test("a job to apply for in person requires neither link nor email", async () => {
    const answer = await post({
      applicationMethod: "in-person",
      applicationLink: null,
      applicationEmail: "",
    });
    expect(answer.status).toBe(201);
  });

  test("posting accepts today as a deadline, in the community's time zone", async () => {
    const today = dayIn(0);
    expect(await posted({ deadline: today })).toMatchObject({ deadline: today, isOpen: true });
  });

  test("a deadline within half a year is shown without its year, and one in another year later than that with it", async () => {
    const shown = async (days: number) => {
      const { id } = await posted({ deadline: dayIn(days) });
      return /Apply by [^<]+/.exec((await guest.get(`/jobs/${id}`)).text)?.[0];
    };
    expect(await shown(179)).toMatch(/^Apply by \d+ \w+$/);
    expect(await shown(400)).toMatch(/^Apply by \d+ \w+ \d{4}$/);
  });
});

describe("types", () => {
  test.each([
    ["Full Time", "Full Time"],
    ["full-time", "Full Time"],
    ["Contractual / Freelance work", "Contract / Freelance"],
    ["Contract / Freelance", "Contract / Freelance"],
    ["contract", "Contract"],
    ["VOLUNTEER", "Volunteer"],
    ["Part Time", "Part Time"],
  ])("posting reads the opportunity type %s as %s", async (sent, answered) => {
    expect(await posted({ opportunityType: sent })).toMatchObject({ opportunityType: answered });
  });

  test.each([
    ["On-site / Work from office", "On-site"],
    ["Remote / Work from home", "Remote"],
    ["hybrid", "Hybrid"],
  ])("posting reads the workplace type %s as %s", async (sent, answered) => {
    expect(await posted({ workplaceType: sent })).toMatchObject({ workplaceType: answered });
  });

  test("a search for Contract or for Freelance finds the wizard's Contractual / Freelance work", async () => {
    await posted({
      title: "Either way",
      opportunityType: "Contractual / Freelance work",
      companyName: "Vocabulary",
    });
    await posted({ title: "Contract only", opportunityType: "Contract", companyName: "Vocabulary" });
    const under = (type: string) => find(`search=vocabulary&opportunityType=${encodeURIComponent(type)}`);
    expect(await under("Contract")).toEqual(["Contract only", "Either way"]);
    expect(await under("Freelance")).toEqual(["Either way"]);
    expect(await under("Volunteer")).toEqual([]);
    // Unknown values are ignored.
    expect(await under("Retirement")).toEqual(["Contract only", "Either way"]);
  });
});

describe("filters", () => {
  beforeAll(async () => {
    await posted({
      title: "Lighthouse keeper",
      companyName: "Harbour Works",
      locations: "Kochi",
      industry: "Retail",
    });
    await posted({
      title: "Analyst",
      companyName: "Harbour Works",
      locations: "Pune, Kochi",
      workplaceType: "Remote",
      description: 'Counts 100% of the LAMPS_lit, ω and "quotes".',
    });
    await posted({
      title: "Night watch",
      companyName: "Harbour Works",
      requiredSkills: "C, whistling",
      locations: "Delhi",
    });
  });

  test.each([
    ["search=harbour", ["Night watch", "Analyst", "Lighthouse keeper"]],
    ["search=HOUSE KEEP", ["Lighthouse keeper"]],
    ["search=whistl", ["Night watch"]],
    ["search=lamps_lit", ["Analyst"]],
    ["search=100%25 of", ["Analyst"]],
    ['search="quotes"', ["Analyst"]],
    ["search=lamps lit", ["Analyst"]],
    ["search=harbour&locations=koch", ["Analyst", "Lighthouse keeper"]],
    ["search=harbour&industry=RETAIL", ["Lighthouse keeper"]],
    ["search=harbour&workplaceType=Remote&workplaceType=Hybrid", ["Analyst"]],
    ["search=harbour&locations=ko", ["Analyst", "Lighthouse keeper"]],
    ["search=%CF%89", []],
    ["search=ys", ["Analyst"]],
    ["search=%CE%A9 and", ["Analyst"]],
    ["search=AND&locations=OR", []],
    ["search=*", []],
    ["nonsense=1&search=harbour&limit=1", ["Night watch"]],
  ])("filters find by %s", async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  test("filters find by salary within a currency and a period, by experience, by age and by deadline", async () => {
    const post = (title: string, fields: object) => posted({ title, companyName: "Quay", ...fields });
    const perYear = { salaryCurrency: "INR", salaryType: "per year" };
    await post("Yearly", { ...perYear, salaryMin: 900_000, salaryMax: null, deadline: "2099-01-02" });
    await post("Range", { ...perYear, salaryMin: 500_000, salaryMax: 1_000_000, deadline: null });
    await post("Silent", { salaryMin: null, salaryMax: null, minExperience: null, deadline: "2099-01-01" });
    await post("Dollars", { salaryCurrency: "USD", salaryType: "per hour", salaryMin: 90, salaryMax: 95 });
    const old = await post("Ended", { minExperience: 4, maxExperience: null });
    server
      .database()
      .prepare("update jobs set deadline = '2020-01-01', posted_at = ? where id = ?")
      .run(Date.now() - 8 * 24 * 60 * 60 * 1_000, Number(old.id));
    const among = (query: string) => find(`company=quay&${query}`);
    expect(await among("minSalary=900000&currency=INR&salaryType=per year")).toEqual(["Range", "Yearly"]);
    expect(await among("minSalary=9,00,001&currency=INR&salaryType=per year")).toEqual(["Range"]);
    expect(await among("minSalary=1&currency=USD&salaryType=per hour")).toEqual(["Dollars"]);
    // Most salaries of these tests are monthly and in rupees.
    expect(await among("minSalary=1")).toEqual(["Ended"]);
    const all = ["Ended", "Dollars", "Silent", "Range", "Yearly"];
    for (const ignored of ["minSalary=-1", "minSalary=1e9", "maxExperience=x", "postedWithin=", "sort=best"])
      expect([ignored, await among(ignored)]).toEqual([ignored, all]);
    expect(await among("maxExperience=0")).toEqual(all.slice(1));
    expect(await among("maxExperience=4")).toEqual(all);
    expect(await among("postedWithin=7")).toEqual(all.slice(1));
    expect(await among("postedWithin=9&search=quay")).toEqual(all);
    const byDeadline = ["Silent", "Yearly", "Dollars", "Range", "Ended"];
    expect(await among("sort=deadline")).toEqual(byDeadline);

    const pages = await guest.getPages("/api/jobs?company=quay&sort=deadline&limit=2");
    expect(pages.flatMap(titles)).toEqual(byDeadline);
    for (const wrong of ["sort=deadline&cursor=41", "cursor=20991231-41", "cursor=x"])
      expect([wrong, (await guest.get(`/api/jobs?${wrong}`)).status]).toEqual([wrong, 422]);

    const page = await guest.get("/jobs?company=quay&minSalary=1");
    expect(page.text).toContain("Salaries in INR per month. 1 job states no salary.");
    expect(page.text).toContain("2 active filters");
    const chosen = await guest.get("/jobs?minSalary=1&currency=USD&salaryType=per+hour&postedWithin=14");
    expect(chosen.text).toMatch(/Salaries in USD per hour\. \d+ jobs? states? no salary/);
    expect(chosen.text).toMatch(/<option value="14" selected="">14<\/option>/);
    expect(chosen.text).toMatch(/<option value="USD" selected="">/);
    const sorted = await guest.get("/jobs?company=quay&sort=deadline&cursor=20990102-999999");
    expect(sorted.text).toMatch(/Yearly[\s\S]*Dollars[\s\S]*Range[\s\S]*Ended/);
    expect(sorted.text).not.toContain(">Silent<");
  });

  test("filters show only open jobs on request", async () => {
    const closed = await posted({ title: "Closed", companyName: "Shutter" });
    const expired = await posted({ title: "Expired", companyName: "Shutter" });
    await posted({ title: "Open", companyName: "Shutter" });
    await asha.call("PUT", `/api/jobs/${closed.id}`, { isOpen: false });
    server.database().prepare("update jobs set deadline = '2020-01-01' where id = ?").run(Number(expired.id));
    expect(await find("search=shutter")).toEqual(["Open", "Expired", "Closed"]);
    expect(await find("search=shutter&showOpenOnly=true")).toEqual(["Open"]);
    expect(await find("search=shutter&showOpenOnly=maybe")).toEqual(["Open", "Expired", "Closed"]);
  });

  test("the Link header leads page by page through the filtered jobs, each once", async () => {
    for (let index = 0; index < 7; index++) await posted({ title: `Row ${index}`, companyName: "Cursor" });
    const first = await guest.get("/api/jobs?search=cursor&limit=3");
    // A job posted in the meantime does not move the pages.
    await posted({ title: "Newer", companyName: "Cursor" });
    const second = await guest.next(first);
    const third = await guest.next(second);
    const seen = [first, second, third].flatMap(titles);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Row ${index}`));
    expect(third.headers.get("Link")).toBeNull();
  });

  test.each(["0", "201", "-1", "x", "1.5"])("filters reject limit=%s", async (limit) => {
    const answer = await guest.get(`/api/jobs?limit=${limit}`);
    expect([answer.status, errorsOf(answer).limit?.[0]]).toEqual([
      422,
      "limit must be a whole number from 1 to 200",
    ]);
  });
});

describe("reading", () => {
  test("a job shows its contact person to members only", async () => {
    const { id } = await posted();
    expect((await rohan.get(`/api/jobs/${id}`)).body).toMatchObject({ contactName: "Ila Rao" });
    expect((await guest.get(`/api/jobs/${id}`)).text).not.toContain("Ila Rao");
    expect((await guest.get("/api/jobs")).text).not.toContain("ila.rao");
    expect((await guest.get(`/jobs/${id}`)).text).not.toContain("ila.rao");
  });

  test("reading a job returns 304 for a known ETag, and HEAD has the headers of GET", async () => {
    const { id } = await posted();
    const first = await guest.get(`/api/jobs/${id}`);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).not.toBe("");
    const again = await guest.get(`/api/jobs/${id}`, { "If-None-Match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
    const head = await guest.fetch(`/api/jobs/${id}`, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), head.text]).toEqual([200, etag, ""]);
    await asha.call("PUT", `/api/jobs/${id}`, { title: "Changed" });
    expect((await guest.get(`/api/jobs/${id}`, { "If-None-Match": etag })).status).toBe(200);
  });

  test.each(["0", "-1", "1e3", "999999", "9".repeat(30), "abc", "%00", "1%2F2"])(
    "the job %s is not found",
    async (id) => {
      expect((await guest.get(`/api/jobs/${id}`)).status).toBe(404);
      expect((await guest.get(`/jobs/${id}`)).status).toBe(404);
    },
  );
});

describe("changing", () => {
  test("a change writes the fields that were sent and keeps the others", async () => {
    const { id } = await posted({ title: "Before" });
    const answer = await asha.call("PUT", `/api/jobs/${id}`, {
      title: "After",
      salaryMin: null,
      salaryMax: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ title: "After", salary: null, description: job.description });
    const refused = await asha.call("PUT", `/api/jobs/${id}`, { title: "" });
    expect([refused.status, errorsOf(refused).title]).toEqual([422, ["Title is required"]]);
    const rule = await asha.call("PUT", `/api/jobs/${id}`, { applicationLink: "" });
    expect(errorsOf(rule).applicationLink).toEqual(["Application link is required"]);
    expect((await asha.call("PUT", `/api/jobs/${id}`, {})).body).toMatchObject({ title: "After" });
  });

  test("simultaneous changes that contradict each other never cause a server error", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await posted({ salaryMin: 100, salaryMax: 1_000 });
      const answers = await Promise.all([
        asha.call("PUT", `/api/jobs/${id}`, { salaryMin: 900 }),
        asha.call("PUT", `/api/jobs/${id}`, { salaryMax: 200 }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect([409, 422]).toContain(statuses[1]);
    }
  });

  test("a change keeps a deadline that has passed but does not set one", async () => {
    const { id } = await posted();
    server.database().prepare("update jobs set deadline = '2020-01-01' where id = ?").run(Number(id));
    const kept = await asha.call("PUT", `/api/jobs/${id}`, { title: "Still", deadline: "2020-01-01" });
    expect([kept.status, kept.body]).toMatchObject([200, { title: "Still", isOpen: false }]);
    const moved = await asha.call("PUT", `/api/jobs/${id}`, { deadline: "2020-01-02" });
    expect([moved.status, errorsOf(moved).deadline]).toEqual([422, ["Deadline must not be in the past"]]);
  });

  test("deleting a job returns it", async () => {
    const { id } = await posted();
    const deleted = await asha.call("DELETE", `/api/jobs/${id}`);
    expect([deleted.status, deleted.body]).toMatchObject([
      200,
      { id, title: job.title, isOpen: true, postedBy: { id: asha.id, name: "Asha Verma" } },
    ]);
    expect((await guest.get(`/api/jobs/${id}`)).status).toBe(404);
    expect((await asha.call("DELETE", `/api/jobs/${id}`)).status).toBe(404);
  });
});

describe("the wizard without scripts", () => {
  let visitor: Visitor;
  const steps = {
    1: {
      opportunityType: "contract-or-freelance",
      title: "By the wizard",
      locations: "Pune",
      workplaceType: "remote",
      description: "Long.",
    },
    2: { applicationMethod: "email", applicationEmail: "jobs@northlight.example", minExperience: "0" },
    3: { companyName: "Wizard & Sons", contactName: "Ila Rao", contactEmail: "ila.rao@northlight.example" },
  } as const;
  const send = (step: 1 | 2 | 3, intent: string, fields: Record<string, string> = steps[step]) =>
    visitor.post(`/post-job?step=${step}`, { step: String(step), intent, ...fields });

  beforeAll(async () => {
    visitor = new Visitor(server.url);
    await visitor.post("/login", { email: rohan.email, password: "a good long secret" });
  });

  test("the wizard without scripts keeps what was typed, rejects missing fields, and posts once", async () => {
    const refused = await send(1, "next", { title: "By the wizard" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Opportunity type is required");
    expect((await visitor.get("/post-job")).text).toContain('value="By the wizard"');

    expect((await send(1, "next")).headers.get("Location")).toBe("/post-job?step=2");
    expect((await send(2, "previous", { education: "half typed" })).headers.get("Location")).toBe(
      "/post-job?step=1",
    );
    expect((await visitor.get("/post-job?step=2")).text).toContain('value="half typed"');
    // The last step also checks the earlier ones.
    expect((await send(3, "submit")).headers.get("Location")).toBe("/post-job?step=2&check=1");
    expect((await visitor.get("/post-job?step=2&check=1")).text).toContain("Application method is required");
    expect((await send(2, "next")).headers.get("Location")).toBe("/post-job?step=3");
    expect((await send(3, "submit", { ...steps[3], contactEmail: "ila" })).text).toContain(
      "Email is invalid",
    );

    // The button is pressed twice, and once more after Back.
    const presses = await Promise.all([send(3, "submit"), send(3, "submit")]);
    presses.push(await send(3, "submit"));
    for (const { status, headers } of presses)
      expect([status, headers.get("Location")]).toEqual([303, "/post-job?posted=1"]);
    expect(await find("search=by the wizard")).toEqual(["By the wizard"]);
    const success = await visitor.get("/post-job?posted=1");
    expect(success.text).toContain("Opportunity Posted Successfully!");
    expect(success.text).toContain("Your job posting has been successfully submitted and is now live.");
    expect(success.headers.get("Refresh")).toBe("3; url=/jobs");
    expect(success.headers.get("Cache-Control")).toBe("private, no-store");
    // The address alone, or Back, does not show the success again.
    const again = await visitor.get("/post-job?posted=1");
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/post-job"]);
    // The draft is deleted.
    expect((await visitor.get("/post-job")).text).not.toContain("By the wizard");
  });

  test("the wizard makes a job that its poster can edit, close and delete", async () => {
    const [found] = (await guest.get("/api/jobs?search=by the wizard")).body;
    const address = `/jobs/${found?.id}`;
    const page = await guest.get(address);
    expect(page.text).toContain("mailto:jobs@northlight.example?subject=Application%3A%20By%20the%20wizard");
    expect(page.text).toContain('"@type":"JobPosting"');
    expect(page.text).toContain('"directApply":false');
    expect((await visitor.get(address)).text).not.toContain("JobPosting");
    expect(page.text).not.toContain("Delete this job");

    const edit = await visitor.get(`${address}/edit`);
    expect(edit.text).toContain('value="By the wizard"');
    const whole = { ...steps[1], ...steps[2], ...steps[3], title: "Edited </script><b>" };
    expect((await visitor.post(`${address}/edit`, { ...whole, title: "" })).text).toContain(
      "Title is required",
    );
    expect((await visitor.post(`${address}/edit`, whole)).headers.get("Location")).toBe(address);
    const edited = await guest.get(address);
    expect(edited.text).toContain("Edited &lt;/script&gt;&lt;b&gt;");
    expect(edited.text).not.toContain("Edited </script>");

    await visitor.post(address, { intent: "close" });
    const closed = await guest.get(address);
    expect(closed.text).toContain("Applications closed");
    expect(closed.text).toContain("Applications Closed");
    expect(closed.text).not.toContain("JobPosting");
    await visitor.post(address, { intent: "reopen" });
    expect((await guest.get(address)).text).toContain("Accepting applications");
    expect((await visitor.post(address, { intent: "explode" })).status).toBe(400);
    expect((await visitor.post(address, { intent: "delete" })).headers.get("Location")).toBe("/jobs");
    expect((await visitor.post(address, { intent: "delete" })).status).toBe(404);
  });

  test("a job without a link to apply says so", async () => {
    const { id } = await posted();
    const database = server.database();
    // The table's constraints prevent this except in an old or repaired store.
    database.pragma("ignore_check_constraints = on");
    database.prepare("update jobs set application_link = null where id = ?").run(Number(id));
    database.pragma("ignore_check_constraints = off");
    expect((await guest.get("/jobs")).text).toContain(`/jobs/${id}?apply=1`);
    const page = await guest.get(`/jobs/${id}?apply=1`);
    expect(page.text).toMatch(/role="alert"[\s\S]*Application link not available for this job\./);
    expect((await guest.get(`/jobs/${id}`)).text).not.toContain("not available for this job");
  });

  test("a job to apply for in person leads to the contact", async () => {
    const { id } = await posted({ applicationMethod: "in-person", applicationLink: null });
    expect((await guest.get("/jobs")).text).toMatch(
      new RegExp(`href="/jobs/${id}#contact"[^>]*>Apply in person`),
    );
    const page = await guest.get(`/jobs/${id}?apply=1`);
    expect(page.text).toContain('id="contact"');
    expect(page.text).not.toMatch(/not available for this job|Apply Now/);
  });
});

describe("the list's page", () => {
  test("the list's page counts, filters and clears by its address", async () => {
    const page = await guest.get(
      "/jobs?search=harbour&locations=Kochi&workplaceType=remote&showOpenOnly=true",
    );
    expect(page.text).toMatch(/Showing <b>1<\/b>/);
    expect(page.text).toContain("3 active filters");
    expect(page.text).toContain("Search: ");
    // An active suggestion clears itself.
    expect(page.text).toMatch(
      /aria-current="true" href="\/jobs\?search=harbour&amp;showOpenOnly=true&amp;workplaceType=remote"/,
    );
    const none = await guest.get("/jobs?search=nowhere at all");
    expect(none.text).toContain("No jobs found");
    expect(none.text).toContain("Clear All Filters");
    expect(none.text).not.toContain("Post the First Job");
    expect((await guest.get("/jobs")).text).toContain("Login to Post");
  });

  test.each([
    ["?search=&locations=&industry=", "/jobs"],
    ["?search=harbour&locations=&showOpenOnly=true&industry=+", "/jobs?search=harbour&showOpenOnly=true"],
    ["?minSalary=5&currency=&salaryType=&maxExperience=0&sort=", "/jobs?minSalary=5&maxExperience=0"],
    ["?search=&workplaceType=Remote&cursor=12", "/jobs?workplaceType=remote&cursor=12"],
  ])("the list's page removes the empty parameters of %s", async (query, address) => {
    const redirected = await guest.get(`/jobs${query}`);
    expect([redirected.status, redirected.headers.get("Location")]).toEqual([302, address]);
    expect((await guest.get(address)).status).toBe(200);
  });

  test("the list's page links to page 1 past its end", async () => {
    const page = await guest.get("/jobs?search=harbour&cursor=1");
    expect(page.text).toContain("No more opportunities");
    expect(page.text).toMatch(/href="\/jobs\?search=harbour"[^>]*>Back to the first page/);
    expect(page.text).not.toContain("No jobs found");
  });
});
