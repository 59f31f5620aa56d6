import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { clock, endLimits } from "../support/time.ts";
import { storedFiles } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const guest = new Visitor(server.url);
const page = "/admin/settings";
let meera: Member;
let asha: Member;
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  [meera, asha] = [await join(server, "meera"), await join(server, "asha")];
  makeAdmin(server, meera);
  [admin, member] = [browse(server, meera), browse(server, asha)];
});

const readPage = async (path: string, visitor = guest) => {
  // The guests' copy is rendered at most five times a second, so this interval is reset first.
  await endLimits(server);
  return (await visitor.get(path)).text;
};
const trail = () =>
  server.database().prepare("select action || ': ' || subject from audit_entries order by id").pluck().all();
const readVersion = async () => /name="version" value="(\d+)"/.exec((await admin.get(page)).text)?.[1] ?? "";
const save = (fields: Record<string, string>, visitor = admin) => visitor.post(page, fields);
const newPerson = (email: string, changes: object = {}) => ({ ...registration("rohan", email), ...changes });

test("without a change of the settings no page mentions a stylesheet, a logo or texts of administrators", async () => {
  const home = await readPage("/");
  expect(await readPage("/about")).toContain("· Quadrant</title>");
  expect(home).not.toMatch(/\/accent\/|\/files\/logo\//);
  expect(await readPage("/register")).not.toMatch(/The rules of|guardianConsent/);
});

test("a new name is used from the next request on, in pages, shared copies, feeds, mails and the API's document", async () => {
  // The shared copies exist before the change.
  expect(await readPage("/jobs")).toContain("Quadrant");
  expect(await readPage("/api/openapi.json")).toContain('"title":"Quadrant API"');
  const saved = await save({ siteName: "  The   Quad ", collegeName: "Harbour <b>College</b>" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, page]);
  for (const visitor of [guest, member, admin])
    expect(await readPage("/jobs", visitor)).toContain("The Quad");
  expect(await readPage("/about")).toContain("Harbour &lt;b&gt;College&lt;/b&gt;");
  expect(await readPage("/jobs.atom")).toContain("The Quad");
  expect((await guest.get("/manifest.webmanifest")).text).toContain('"name":"The Quad"');
  expect(await readPage("/api/openapi.json")).toContain('"title":"The Quad API"');
  expect(await readPage("/api/asyncapi.json")).toContain('"title":"The Quad socket"');
  await admin.post("/admin/mail", { intent: "test" });
  expect(server.database().prepare("select subject from mails order by id desc").pluck().get()).toBe(
    "The Quad can send emails",
  );
  expect(trail().slice(0, 2)).toEqual([
    "changed the setting: Name of the site: “The Quad”",
    "changed the setting: Name of the college: “Harbour <b>College</b>”",
  ]);
  await save({ siteName: " ", collegeName: "" });
  expect(await readPage("/jobs")).toContain("Quadrant");
});

test("guests and members cannot change or read the settings, and a former administrator cannot either", async () => {
  expect((await guest.get(page)).headers.get("Location")).toContain("/login");
  expect((await member.get(page)).status).toBe(403);
  const form = await save({ intent: "names", siteName: "Taken" }, guest);
  expect(form.status).toBe(401);
  expect(form.text).toContain('value="Taken"');
  expect((await save({ siteName: "Taken" }, member)).status).toBe(403);
  expect((await save({ intent: "remove-logo" }, member)).status).toBe(403);
  const kabir = await join(server, "kabir");
  makeAdmin(server, kabir);
  const browser = browse(server, kabir);
  expect((await browser.get(page)).status).toBe(200);
  server.database().prepare("update users set is_admin = 0 where id = ?").run(Number(kabir.id));
  expect((await save({ siteName: "Taken" }, browser)).status).toBe(403);
  expect(await readPage("/")).not.toContain("Taken");
});

describe("the colour", () => {
  test("both themes use the chosen colour from a stylesheet of its own, with a readable shade for dark pages", async () => {
    await save({ accent: "#7A1552" });
    const [, href = ""] = /<link rel="stylesheet" href="(\/accent\/[^"]+)"/.exec(await readPage("/")) ?? [];
    expect(href).toBe("/accent/7a1552.css");
    const { status, headers, text } = await guest.get(href);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(text).toContain(":root{--q-primary:#7a1552}");
    const shade = /data-theme=dark\]\{--q-primary:(#[0-9a-f]{6})\}/.exec(text)?.[1] ?? "";
    // The dark theme's lightest background, that of the viewer's own messages.
    expect(contrast(shade, "#20405A")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shade, "#20405A")).toBeLessThan(4.8);
    expect((await guest.get("/")).headers.get("Content-Security-Policy")).toContain("style-src 'self'");
    await save({ accent: "" });
    expect(await readPage("/")).not.toContain("/accent/");
  });

  test.each([
    ["#FFD700", "has a contrast of 1.3:1"],
    ["#797979", "has a contrast of 4.1:1"],
    ["red", "Must be a colour such as #15527A"],
    ["#15527A;}body{display:none", "Must be a colour such as #15527A"],
    ["#15527A80", "Must be a colour such as #15527A"],
  ])("%s is refused with the reason, beside what was typed", async (accent, reason) => {
    const refused = await save({ siteName: "Kept", accent });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(reason);
    expect(refused.text).toContain('value="Kept"');
    expect(await readPage("/")).not.toMatch(/\/accent\/|Kept/);
  });

  test("misspelt addresses of a colour's stylesheet are 404", async () => {
    for (const name of ["ffd700.css", "15527A.css", "15527a", "15527a.css.css", "%2e%2e.css"])
      expect([name, (await guest.get(`/accent/${name}`)).status]).toEqual([name, 404]);
  });
});

/** WCAG's contrast of two colours. */
function contrast(...colours: [string, string]): number {
  const [darker = 0, lighter = 0] = colours
    .map((hex) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe("the logo", () => {
  const send = (
    content: Buffer | string,
    name: string,
    visitor = admin,
    fields: Record<string, string> = {},
  ) => {
    const form = new FormData();
    for (const [field, text] of Object.entries(fields)) form.append(field, text);
    form.append("logo", new Blob([new Uint8Array(Buffer.from(content))]), name);
    return visitor.fetch(page, {
      method: "POST",
      body: form,
      headers: { Origin: new URL(server.url).origin },
    });
  };
  const findLogo = async () => /src="(\/files\/logo\/[^"]+\.png)"/.exec(await readPage("/"))?.[1];
  const read = async (url: string) => Buffer.from(await (await fetch(server.url + url)).arrayBuffer());

  test("an SVG logo is drawn at full size, as a PNG with its transparency and without the SVG's scripts", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" onload="alert(1)">
      <script>alert(1)</script><image href="file:///etc/passwd" width="2" height="2"/>
      <rect x="12" width="12" height="12" fill="#f00"/></svg>`;
    expect((await send(svg, "logo.svg")).status).toBe(303);
    const url = (await findLogo()) ?? "";
    const bytes = await read(url);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "png",
      width: 512,
      height: 256,
      hasAlpha: true,
    });
    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    // The left edge is transparent, the right edge red.
    expect([data[512 * 4 * 128 + 3], ...data.subarray(512 * 4 * 129 - 4, 512 * 4 * 129)]).toEqual([
      0, 255, 0, 0, 255,
    ]);
    expect(bytes.toString("latin1")).not.toContain("alert");
    const { headers } = await guest.get(url);
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Content-Security-Policy")).toBe("sandbox");
  });

  test("a new logo replaces the earlier one, whose file is deleted, and can be removed", async () => {
    const png = await sharp({ create: { width: 900, height: 300, channels: 4, background: "#00F8" } })
      .png()
      .toBuffer();
    const before = await findLogo();
    const files = storedFiles(server).length;
    expect((await send(png, "logo.png", admin, { version: await readVersion() })).status).toBe(303);
    const url = (await findLogo()) ?? "";
    expect(url).not.toBe(before);
    expect(await sharp(await read(url)).metadata()).toMatchObject({
      width: 512,
      height: 171,
      hasAlpha: true,
    });
    expect((await guest.get(before ?? "")).status).toBe(404);
    expect(storedFiles(server).length).toBe(files);
    expect((await save({ intent: "remove-logo" })).status).toBe(303);
    expect(await findLogo()).toBeUndefined();
    expect(storedFiles(server).length).toBe(files - 1);
    expect(trail().slice(-2)).toEqual(["changed the setting: Logo", "changed the setting: Logo: none"]);
  });

  test("a logo that is too large, of another type or empty is refused and leaves no file", async () => {
    const files = storedFiles(server);
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#00F" } })
      .gif()
      .toBuffer();
    const cases: [Buffer | string, string, number, string][] = [
      [Buffer.alloc(1024 * 1024 + 1), "large.png", 413, "larger than 1MB"],
      [gif, "logo.png", 415, "Choose a PNG, JPEG, WebP or SVG file"],
      ["<svg", "logo.svg", 415, "Choose a PNG, JPEG, WebP or SVG file"],
      ["", "logo.png", 422, "The file is empty"],
    ];
    for (const [content, name, status, text] of cases) {
      const refused = await send(content, name);
      expect([name, refused.status]).toEqual([name, status]);
      expect(refused.text).toContain(text);
    }
    expect((await send(gif, "logo.png", member)).status).toBe(403);
    expect((await send(gif, "logo.png", guest)).status).toBe(401);
    expect(storedFiles(server)).toEqual(files);
  });
});

describe("two administrators at once", () => {
  test("the second administrator sees what is stored, keeps everything typed, and can save again", async () => {
    const version = await readVersion();
    await save({ siteName: "First", collegeName: "", accent: "", version });
    const second = await save({ siteName: "Second", collegeName: "Typed <too>", accent: "", version });
    expect(second.status).toBe(409);
    expect(second.text).toContain('value="Second"');
    expect(second.text).toContain('value="Typed &lt;too&gt;"');
    expect(second.text).toContain("Stored now: First");
    expect(await readPage("/about")).toContain("· First</title>");
    const newer = /name="version" value="(\d+)"/.exec(second.text)?.[1] ?? "";
    expect((await save({ siteName: "Second", collegeName: "", accent: "", version: newer })).status).toBe(
      303,
    );
    expect(await readPage("/about")).toContain("· Second</title>");
    await save({ siteName: "" });
  });

  test("one of ten simultaneous changes succeeds, and the audit trail has only its entry", async () => {
    const version = await readVersion();
    const entries = trail().length;
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(names.map((siteName) => save({ siteName, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    expect(trail().length).toBe(entries + 1);
    await save({ siteName: "" });
  });

  test("administrators who change different forms, or type the same, do not conflict", async () => {
    const version = await readVersion();
    expect((await save({ welcome: "Hello!", rules: "", contacts: "", version })).status).toBe(303);
    expect((await save({ siteName: "Other", collegeName: "", accent: "", version })).status).toBe(303);
    expect((await save({ welcome: "Hello!", rules: "", contacts: "", version })).status).toBe(303);
    await save({ siteName: "", welcome: "" });
  });
});

test("the texts are shown where they belong, as text and safe Markdown", async () => {
  await save({
    welcome: "Glad you came.\n<i>Look around</i>",
    rules: "Be *kind*.\n\n<script>alert(1)</script>",
    contacts: "Committee: https://college.example/care",
    privacyText: "हम आपका नाम रखते हैं।",
    lastNameRequired: "on",
    phoneRequired: "on",
  });
  expect(await readPage("/", member)).toContain("Glad you came.\n&lt;i&gt;Look around&lt;/i&gt;");
  for (const path of ["/about", "/register"]) {
    const text = await readPage(path);
    expect(text).toContain("Be <em>kind</em>.");
    expect(text).not.toContain("<script>alert");
  }
  expect(await readPage("/register")).toContain("हम आपका नाम रखते हैं।");
  for (const path of [
    "/about",
    `/reports/new?subject=user&id=${meera.id}`,
    "/anonymous-post",
    `/messages/${meera.id}`,
  ])
    expect(await readPage(path, member), path).toContain('<a href="https://college.example/care"');
  await save({
    welcome: "",
    rules: "",
    contacts: "",
    privacyText: "",
    lastNameRequired: "on",
    phoneRequired: "on",
  });
});

describe("registration", () => {
  const register = (body: object) => guest.call("POST", "/api/users/register", body);

  test("last name and phone are required until an administrator makes them optional, in page, API and profile", async () => {
    const without = { lastName: "", phone: "" };
    expect(
      Object.keys((await register(newPerson("a@college.example", without))).body?.["errors" as never] ?? {}),
    ).toEqual(["lastName", "phone"]);
    expect(await readPage("/register")).toMatch(/name="phone"[^>]*required|required[^>]*name="phone"/);
    // A form with `privacyText` has the check boxes, which browsers send only if they are checked.
    await save({ privacyText: "" });
    const created = await register(newPerson("b@college.example", without));
    expect(created.status).toBe(201);
    const { token, user } = created.body;
    expect([user?.name, user?.phone]).toEqual(["Rohan", null]);
    const { lastName: _, phone: __, ...absent } = newPerson("c@college.example");
    expect((await register(absent)).status).toBe(201);
    expect((await register(newPerson("d@college.example", { phone: "12" }))).status).toBe(422);
    const fields = {
      firstName: "Rohan",
      email: "e@college.example",
      password: "a good long secret",
      batchYear: "2026",
    };
    const form = { ...fields, confirmPassword: fields.password, lastName: "", phone: "", countryCode: "+91" };
    expect((await new Visitor(server.url).post("/register", form)).status).toBe(303);
    expect(await readPage("/register")).not.toMatch(/name="phone"[^>]*required|required[^>]*name="phone"/);
    const changed = await guest.call(
      "PUT",
      `/api/users/${user?.id}`,
      { phone: "" },
      { Authorization: `Bearer ${token}` },
    );
    expect(changed.status).toBe(200);
    await save({ lastNameRequired: "on", phoneRequired: "on" });
    expect((await register(newPerson("f@college.example", without))).status).toBe(422);
  });

  test("every form of registration asks whether the person is 18, if an administrator wants it", async () => {
    const person = newPerson("g@college.example");
    await save({ privacyText: "", lastNameRequired: "on", phoneRequired: "on", guardianConsent: "on" });
    expect(await readPage("/register")).toContain("I am 18, or a parent or guardian agrees");
    for (const guardianConsent of [undefined, false, null]) {
      const refused = await register({ ...person, guardianConsent });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { errors: { guardianConsent: ["Tick this box to join"] } },
      ]);
    }
    expect((await register({ ...person, guardianConsent: true })).status).toBe(201);
    const { skills: _, ...typed } = newPerson("h@college.example", { confirmPassword: person.password });
    const form = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
    const refused = await new Visitor(server.url).post("/register", form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Tick this box to join");
    expect((await new Visitor(server.url).post("/register", { ...form, guardianConsent: "on" })).status).toBe(
      303,
    );
    await save({ privacyText: "", lastNameRequired: "on", phoneRequired: "on" });
    expect((await register(newPerson("i@college.example"))).status).toBe(201);
  });

  test("registration says what is stored, and stores which version of the texts each new member accepted", async () => {
    expect(await readPage("/register")).toContain("Members see your name, email, batch and skills.");
    const accepted = async (email: string) => {
      expect((await register(newPerson(email))).status).toBe(201);
      const row = server.database().prepare("select accepted_texts from users where email = ?").pluck();
      return /^1\.(\d+)$/.exec(String(row.get(email)))?.[1];
    };
    const first = await accepted("j@college.example");
    expect(await accepted("k@college.example")).toBe(first);
    await save({ privacyText: "यह आपका है।", lastNameRequired: "on", phoneRequired: "on" });
    expect(await readPage("/register")).toContain("यह आपका है।");
    expect(Number(await accepted("l@college.example"))).toBeGreaterThan(Number(first));
  });
});

test("a variable in the environment takes precedence, and is shown without a field", async () => {
  const fixed = await startServer({ SITE_NAME: "Sextant" });
  const administrator = await join(fixed, "meera");
  makeAdmin(fixed, administrator);
  const browser = browse(fixed, administrator);
  const before = (await browser.get(page)).text;
  expect(before).not.toContain('name="siteName"');
  expect(before).toContain("Fixed by the server&#x27;s environment");
  expect(before).toContain('name="collegeName"');
  expect((await browser.post(page, { siteName: "Other", collegeName: "Harbour College" })).status).toBe(303);
  const about = (await new Visitor(fixed.url).get("/about")).text.replaceAll("<!-- -->", "");
  expect(about).toContain("Sextant brings together the students and alumni of Harbour College");
  expect(about).not.toContain("Other");
  await fixed.stop();
});
