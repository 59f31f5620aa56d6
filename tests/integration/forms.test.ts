import { describe, expect } from "vitest";
import { questionSlug } from "../../app/questions/slug.ts";
import { type PageForm, readForms } from "../support/html.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, job, join, type Member, makeAdmin, password, people } from "../support/people.ts";
import { ask } from "../support/questions.ts";
import type { TestServer } from "../support/server.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);
const limitedTest = createTest();

/** The disabled controls of a page's forms. Without scripts nothing enables them. */
function findDeadControls(page: Answer): string[] {
  const forms = page.text.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms.flatMap(
    (form) => form.match(/<(?:button|input|select|textarea|fieldset)\b[^>]*\sdisabled\b[^>]*>/g) ?? [],
  );
}

/** Expects an error summary with a link to each field that has an error. */
function expectSummary(page: Answer): void {
  const [summary = ""] =
    /<div[^>]*role="alert"[^>]*>[\s\S]*?There is a problem[\s\S]*?<\/ul>/.exec(page.text) ?? [];
  expect(summary).toMatch(/^<div[^>]*tabindex="-1"[^>]*autofocus/i);
  const links = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  const invalid = [...page.text.matchAll(/<(?:input|select|textarea)\b[^>]*aria-invalid="true"[^>]*>/g)].map(
    ([tag]) => / id="([^"]+)"/.exec(tag)?.[1],
  );
  expect(links.length).toBeGreaterThan(0);
  expect(links.toSorted()).toEqual(invalid.toSorted());
  // The summary is above the first field.
  expect(page.text.indexOf("There is a problem")).toBeLessThan(page.text.indexOf('aria-invalid="true"'));
}

const registration = {
  firstName: "Asha",
  lastName: "Verma",
  email: "new@college.example",
  phone: "98765 43210",
  countryCode: "+91",
  password,
  confirmPassword: password,
  batchYear: "2027",
};

/** The autofill names that HTML allows in a field of each type. A text field allows all of them. */
const autofillNames: Record<string, string[]> = {
  tel: ["tel"],
  email: ["email", "username"],
  url: ["url"],
  number: ["off"],
  password: ["current-password", "new-password"],
};
const findWrongAutofill = ({ text }: Answer): string[] =>
  [...text.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const [, type = "text"] = / type="([^"]*)"/.exec(tag) ?? [];
    const [, name = "off"] = / autocomplete="([^"]*)"/i.exec(tag) ?? [];
    return name === "off" || (autofillNames[type]?.includes(name) ?? true) ? [] : [tag];
  });

describe("Forms have no disabled control and no wrong autofill name in the server's HTML", () => {
  test("guests' forms have no disabled control and no wrong autofill name in the server's HTML, even after a refusal", async ({
    server,
    guest,
  }) => {
    await join(server, "asha");
    const register = (change: object) => guest.post("/register", { ...registration, ...change });
    const login = (email: string, typed: string) => guest.post("/login", { email, password: typed });
    const pages = {
      login: await guest.get("/login"),
      "login, empty": await login("", ""),
      "login, wrong": await login(people.asha.email, "wrong password"),
      register: await guest.get("/register"),
      "register, empty": await guest.post("/register", {}),
      "register, invalid": await register({ email: "x", phone: "x", batchYear: "1", password: "x" }),
      "register, differing": await register({ confirmPassword: "another" }),
      "register, taken": await register({ email: people.asha.email }),
      forgot: await guest.get("/forgot-password"),
      "forgot, empty": await guest.post("/forgot-password", { email: "" }),
      "reset, expired": await guest.post("/reset-password", {
        token: "x",
        password,
        confirmPassword: password,
      }),
      "confirm, expired": await guest.post("/confirm-email", { token: "x" }),
      jobs: await guest.get("/jobs"),
      "jobs, filtered": await guest.get("/jobs?workplaceType=remote&search=nothing"),
      feedback: await guest.get("/feedback"),
      "feedback, blank": await guest.post("/feedback", { text: " " }),
      browse: await guest.get("/resources/browse"),
      "wizard, logged out": await guest.post("/post-job?step=1", { step: "1", intent: "next" }),
    };
    for (const [name, page] of Object.entries(pages))
      expect([name, findDeadControls(page), findWrongAutofill(page)]).toEqual([name, [], []]);
  });

  test("members' forms have no disabled control and no wrong autofill name in the server's HTML, even after a refusal", async ({
    server,
  }) => {
    const rohan = await join(server, "rohan");
    makeAdmin(server, rohan);
    const browser = browse(server, rohan);
    const { id } = (await rohan.call("POST", "/api/jobs", job)).body;
    const step = (number: number, fields: Record<string, string>) =>
      browser.post(`/post-job?step=${number}`, { step: String(number), intent: "next", ...fields });
    const pages = {
      "wizard, step 1": await browser.get("/post-job?step=1"),
      "wizard, step 1, empty": await step(1, {}),
      "wizard, step 2": await browser.get("/post-job?step=2"),
      "wizard, step 2, empty": await step(2, {}),
      "wizard, step 2, no link": await step(2, { applicationMethod: "website" }),
      "wizard, step 2, no email": await step(2, { applicationMethod: "email" }),
      "wizard, step 3": await browser.get("/post-job?step=3"),
      "wizard, step 3, empty": await step(3, {}),
      edit: await browser.get(`/jobs/${id}/edit`),
      "edit, empty": await browser.post(`/jobs/${id}/edit`, {}),
      job: await browser.get(`/jobs/${id}`),
      upload: await browser.get("/resources/upload"),
      "upload, empty": await browser.post("/resources/upload", {}),
      "mail settings": await browser.get("/mail-settings"),
      messages: await browser.get("/messages"),
      profile: await browser.get("/profile"),
      "profile, edited": await browser.get("/profile?edit"),
      "profile, empty": await browser.post("/profile?edit", {}),
    };
    for (const [name, page] of Object.entries(pages))
      expect([name, findDeadControls(page), findWrongAutofill(page)]).toEqual([name, [], []]);
  });

  test("forms have no disabled control and no wrong autofill name if the store fails", async ({
    server,
    guest,
  }) => {
    const meera = await join(server, "meera");
    const browser = browse(server, meera);
    const database = server.database();
    database.exec("create trigger full before insert on job_drafts begin select raise(abort, 'full'); end");
    const wizard = await browser.post("/post-job?step=1", { step: "1", intent: "next", title: "Kept" });
    database.exec("drop trigger full");
    database.exec("create trigger full before insert on users begin select raise(abort, 'full'); end");
    const register = await guest.post("/register", registration);
    database.exec("drop trigger full");
    expect([wizard.status, register.status]).toEqual([503, 503]);
    expect([...findDeadControls(wizard), ...findDeadControls(register)]).toEqual([]);
  });

  limitedTest("after too many attempts", async ({ guest }) => {
    let page = await guest.post("/login", { email: "asha@college.example", password: "wrong" });
    for (let count = 0; count < 30 && page.status !== 429; count++)
      page = await guest.post("/login", { email: "asha@college.example", password: "wrong" });
    expect(page.status).toBe(429);
    expect(findDeadControls(page)).toEqual([]);
  });
});

describe("Every form sums up its errors above its fields", () => {
  test("every form of a guest sums up its errors above its fields", async ({ guest }) => {
    expectSummary(await guest.post("/login", { email: "", password: "" }));
    expectSummary(await guest.post("/register", {}));
    expectSummary(await guest.post("/register", { ...registration, confirmPassword: "another" }));
    expectSummary(await guest.post("/forgot-password", { email: "x" }));
  });

  test("every form of a member sums up its errors above its fields", async ({ server }) => {
    const kabir = await join(server, "kabir");
    const browser = browse(server, kabir);
    const { id } = (await kabir.call("POST", "/api/jobs", job)).body;
    for (const step of ["1", "2", "3"])
      expectSummary(
        await browser.post(`/post-job?step=${step}`, { step, intent: step === "3" ? "submit" : "next" }),
      );
    expectSummary(await browser.post(`/jobs/${id}/edit`, {}));
    const sendParts = (path: string) => {
      const body = new FormData();
      body.set("title", "");
      return browser.fetch(path, { method: "POST", headers: { Origin: server.url }, body });
    };
    for (const path of ["/resources/upload", "/events/new", "/profile"]) expectSummary(await sendParts(path));
    expectSummary(await browser.post("/profile?edit", {}));
  });

  test("a form without invalid fields shows only its own error, with the focus on it", async ({ guest }) => {
    const { text } = await guest.post("/login", { email: "nobody@college.example", password: "wrong" });
    expect(text).toMatch(
      /<div[^>]*role="alert"[^>]*autofocus[^>]*>(?:(?!<form)[\s\S])*Invalid email or password/i,
    );
    expect(text).not.toContain("There is a problem");
  });
});

describe("Addresses", () => {
  test("web addresses typed without https:// get it", async ({ server }) => {
    const member = await join(server, "asha", "asha.link@college.example");
    const browser = browse(server, member);
    const { id } = (await member.call("POST", "/api/jobs", job)).body;
    const fields = {
      opportunityType: "internship",
      title: "Buoy painter",
      locations: "Kochi",
      workplaceType: "on-site",
      description: "Paints buoys.",
      applicationMethod: "website",
      applicationLink: "harbour.example/jobs?id=1",
      applicationEmail: "left over",
      companyName: "Harbour Works",
      companyWebsite: "www.harbour.example",
      contactName: "Ila Rao",
      contactEmail: "ila.rao@harbour.example",
    };
    expect((await browser.post(`/jobs/${id}/edit`, fields)).status).toBe(303);
    expect((await member.get(`/api/jobs/${id}`)).body).toMatchObject({
      applicationLink: "https://harbour.example/jobs?id=1",
      companyWebsite: "https://www.harbour.example",
      applicationEmail: null,
    });
    for (const applicationLink of [
      "harbour",
      "javascript:alert(1)",
      "ftp://harbour.example",
      "a b.example",
      "me@a.example",
    ]) {
      const page = await browser.post(`/jobs/${id}/edit`, { ...fields, applicationLink });
      expect([applicationLink, page.status]).toEqual([applicationLink, 422]);
      expectSummary(page);
    }
  });
});

describe("A form sent after its session has ended is shown again as a page", () => {
  let entered = 0;
  async function enter(server: TestServer): Promise<[Member, Member]> {
    entered++;
    const address = (name: string) => `${name}.again${entered}@college.example`;
    return [await join(server, "asha", address("asha")), await join(server, "rohan", address("rohan"))];
  }

  const endSessions = (server: TestServer, { id }: Member) =>
    server.database().prepare("delete from sessions where user_id = ? and kind = 'browser'").run(Number(id));

  /** Sends a page's form as a browser without scripts does. */
  function send(visitor: Visitor, path: string, { action, isMultipart, fields }: PageForm): Promise<Answer> {
    const body = isMultipart ? new FormData() : new URLSearchParams();
    for (const { name, value } of fields) body.set(name, value);
    return visitor.fetch(action ?? path, { method: "POST", headers: { Origin: visitor.url }, body });
  }

  const fill = (form: PageForm, typed: Record<string, string> = {}): PageForm => ({
    ...form,
    fields: form.fields.map((field) =>
      field.kind === "other" && !Object.hasOwn(typed, field.name)
        ? field
        : { ...field, value: typed[field.name] ?? `Typed <${field.name}> "${field.kind}"` },
    ),
  });

  /** The form of the page that shows what was not sent. */
  function expectUnsent(page: Answer, status: number): PageForm {
    expect([page.status, page.text.includes("<h1>Not sent yet</h1>")]).toEqual([status, true]);
    const form = readForms(page.text).find(({ fields }) => fields.some(({ label }) => label));
    if (!form) throw new Error("There is no form to send again.");
    return form;
  }

  test("every form with texts shows each of them in a field with a label, and sends all others along except passwords", async ({
    server,
  }) => {
    const [asha, rohan] = await enter(server);
    makeAdmin(server, asha);
    const create = async (by: Member, path: string, body: object) =>
      /"id":"(\d+)"/.exec((await by.call("POST", path, body)).text)?.[1];
    const own = await create(asha, "/api/jobs", job);
    const other = await create(rohan, "/api/jobs", {
      ...job,
      applicationMethod: "here",
      applicationLink: null,
    });
    const question = await ask(asha);
    const event = await create(asha, "/api/events", {
      title: "Soldering",
      description: "Iron and tin.",
      date: "2035-03-01T13:00:00Z",
      location: "Lab",
      eventType: "workshop",
    });
    await rohan.call("POST", `/api/events/${event}/register`);
    const pages = [
      ...["1", "2", "3"].map((step) => `/post-job?step=${step}`),
      `/jobs/${own}/edit`,
      `/jobs/${other}/apply`,
      "/questions/new",
      `/questions/${question.id}/${questionSlug(question.title)}`,
      `/questions/${question.id}/edit`,
      `/questions/${question.id}/moderate`,
      "/events/new",
      ...["edit", "message", "repeat"].map((form) => `/events/${event}/${form}`),
      `/messages/${rohan.id}`,
      `/messages/${rohan.id}?anonymous=1`,
      "/anonymous-post",
      "/profile?edit",
      "/announcements",
      `/reports/new?subject=job&id=${other}`,
      "/about/edit",
      "/resources/upload",
      "/account/email",
      "/account/tokens",
      ...["features", "testimonials", "partners"].map((section) => `/admin/landing/${section}`),
      "/admin/tags",
    ];
    const shown: string[] = [];
    for (const path of pages) {
      const page = await browse(server, asha).get(path);
      expect([path, page.status]).toEqual([path, 200]);
      for (const form of readForms(page.text)) {
        if (!form.fields.some(({ kind }) => kind === "typed")) continue;
        const sent = fill(form);
        const again = expectUnsent(await send(new Visitor(server.url), path, sent), 401);
        const expected = sent.fields.filter(
          ({ name, kind, value }) =>
            kind !== "secret" && value !== "" && !(form.isMultipart && name === "intent"),
        );
        const name = ({ name }: { name: string }) => name;
        const texts = expected.filter(({ kind }) => kind === "typed").map(name);
        expect([
          path,
          again.fields
            .filter(({ label }) => label)
            .map(name)
            .toSorted(),
        ]).toEqual([path, texts.toSorted()]);
        const values = (fields: PageForm["fields"]) =>
          Object.fromEntries(fields.map(({ name, value }) => [name, value]));
        expect([path, values(again.fields)]).toMatchObject([path, values(expected)]);
        expect(again.isMultipart).toBe(form.isMultipart);
        shown.push(path);
      }
    }
    expect(new Set(shown)).toEqual(new Set(pages));
  });

  const { title, description } = { title: "Buoy painter", description: "Paints buoys\nin all colours." };
  test.for([
    [
      "the wizard",
      () => "/post-job?step=1",
      {
        title,
        description,
        opportunityType: "internship",
        locations: "Kochi",
        workplaceType: "on-site",
        intent: "next",
      },
      "select fields ->> 'title' as text from job_drafts",
      title,
    ],
    [
      "a question",
      () => "/questions/new",
      {
        title: "Which tide table is right?",
        body: description,
        tags: "tides",
        isAnonymous: "on",
        intent: "next",
      },
      "select fields ->> 'isAnonymous' as text from question_drafts",
      "on",
    ],
    [
      "a message",
      (id: string) => `/messages/${id}`,
      { content: description },
      "select content as text from messages",
      description,
    ],
    [
      "an anonymous message",
      (id: string) => `/messages/${id}?anonymous=1`,
      { content: "Hidden" },
      "select content || exists (select 1 from conversations where id = conversation_id and alias is not null) as text from messages",
      "Hidden1",
    ],
    [
      "a profile",
      () => "/profile?edit",
      { about: "Paints buoys." },
      "select about as text from users where about <> ''",
      "Paints buoys.",
    ],
    [
      "a line of the anonymous room",
      () => "/anonymous-post",
      { content: "Nobody knows" },
      "select content as text from room_lines",
      "Nobody knows",
    ],
  ] as const)(
    "%s is sent again after a log-in, but not by another member",
    async ([, pathOf, typed, stored, expected], { server }) => {
      const [asha, rohan] = await enter(server);
      const browser = new Visitor(server.url);
      const logIn = (member: Member) => browser.post("/login", { email: member.email, password });
      const find = () =>
        (
          server.database().prepare(`${stored} order by rowid desc limit 1`).get() as
            | { text: string }
            | undefined
        )?.text;
      const before = find();
      await logIn(asha);
      const path = pathOf(rohan.id);
      const names = Object.keys(typed);
      const page = await browser.get(path);
      const form = readForms(page.text).find(({ fields }) =>
        names.every(
          (name) => fields.some((field) => field.name === name) || name in { intent: 1, isAnonymous: 1 },
        ),
      );
      if (!form) throw new Error(`${path} has no such form.`);
      const sent = fill(
        { ...form, fields: form.fields.map((field) => ({ ...field, kind: "other" as const })) },
        typed,
      );
      for (const [name, value] of Object.entries(typed))
        if (!sent.fields.some((field) => field.name === name))
          sent.fields.push({ name, value, kind: "other", label: undefined });
      endSessions(server, asha);
      const again = expectUnsent(await send(browser, path, sent), 401);
      await logIn(rohan);
      const refused = expectUnsent(await send(browser, path, again), 403);
      expect(refused).toEqual(again);
      expect(find()).toBe(before);
      await browser.post("/logout", {});
      await logIn(asha);
      expect((await send(browser, path, refused)).status).toBe(303);
      expect(find()).toBe(expected);
    },
  );
});
