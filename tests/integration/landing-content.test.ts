import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, makeAdmin } from "../support/people.ts";
import { clock, endLimits } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
/** Pages contain the site's address, and a port that differs in each run would change their compressed size. */
const site = "http://quadrant.example";
const weighed = await shareServer({ RATE_LIMITS: "off", APP_URL: site });
const guest = new Visitor(server.url);
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  const [meera, asha] = [await join(server, "meera"), await join(server, "asha")];
  makeAdmin(server, meera);
  [admin, member] = [browse(server, meera), browse(server, asha)];
});

/**
 * @returns the home page. The guests' copy is rendered at most five times a second, so this interval is reset first.
 */
const home = async (visitor = guest) => {
  if (visitor === guest) await endLimits(server);
  return (await visitor.get(visitor === guest ? "/" : "/welcome")).text;
};
const trail = () =>
  server.database().prepare("select action || ': ' || subject from audit_entries order by id").pluck().all();

test("the college's own entries replace a section's samples, for guests at once and for members", async () => {
  // The guests' shared copy exists before the change.
  expect(await home()).toContain("Amberghat Polytechnic");
  const saved = await admin.post("/admin/landing/partners", {
    name1: "  Harbour   College ",
    name2: "",
    name3: "<b>Reef</b> Institute",
  });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/landing#partners"]);
  expect((await admin.get("/admin/landing")).text).toContain(
    "“Partner colleges” is saved and on the home page.",
  );
  for (const visitor of [guest, member]) {
    const text = await home(visitor);
    expect(text).toContain("Harbour College");
    expect(text).toContain("&lt;b&gt;Reef&lt;/b&gt; Institute");
    expect(text).not.toMatch(/Amberghat|\(samples\)/);
    // The other sections still say that they are samples.
    expect(text.match(/Sample: made-up/g)).toHaveLength(2);
  }
  expect((await admin.get("/admin/landing/partners")).text).toContain('value="Harbour College"');
  expect(trail().at(-1)).toBe("changed on the home page: Partner colleges");

  await admin.post("/admin/landing/partners", { name1: "" });
  expect(await home()).toContain("Amberghat Polytechnic");
});

test("people are shown with their company and never with a link, and a testimonial with its text", async () => {
  await admin.post("/admin/landing/placed", {
    name2: "Ira Rao",
    role2: "Batch-2025",
    company2: "Tern Labs",
    link2: "javascript:alert(1)",
  });
  await admin.post("/admin/landing/testimonials", { quote1: "It helped.", name1: "Om Das", role1: "Civil" });
  const text = await home();
  expect(text).toContain("<h3>Ira Rao</h3>");
  expect(text).not.toContain("javascript:alert");
  for (const words of ["Tern Labs", "Batch-2025", "It helped."]) expect(text).toContain(words);
  expect(text).not.toContain("Sample: made-up");
});

test("a feature with the college's texts keeps its link, and the other features are unchanged", async () => {
  const saved = await admin.post("/admin/landing/features", {
    title2: "Campus <placements>",
    text2: "Posted by our placement cell.",
    to2: "https://evil.example",
  });
  expect(saved.headers.get("Location")).toBe("/admin/landing#features");
  for (const visitor of [guest, member]) {
    const text = await home(visitor);
    expect(text).toMatch(/<h3><a[^>]*href="\/jobs"[^>]*>Campus &lt;placements&gt;<\/a><\/h3>/);
    expect(text).toContain("Posted by our placement cell.");
    expect(text).not.toMatch(/Job portal|evil\.example/);
    for (const kept of ["Q&amp;A threads", "Resource sharing", "Live sessions and events"])
      expect(text).toContain(kept);
  }
  // It keeps its position when it is edited again.
  expect((await admin.get("/admin/landing/features")).text).toMatch(
    /name="title2"[^>]*value="Campus &lt;placements&gt;"/,
  );
  expect((await admin.get("/admin/landing")).text).toContain("Shows yours: 1 of 6");

  await admin.post("/admin/landing", { intent: "hide", section: "features" });
  expect(await home()).not.toMatch(/Find your way with|Campus/);
  await admin.post("/admin/landing", { intent: "show", section: "features" });
  await admin.post("/admin/landing/features", { title2: "", text2: "" });
  expect((await admin.get("/admin/landing")).text).toContain("“Features” shows its usual words again.");
  expect(await home()).toContain("Job portal");
});

test("a section can be hidden and shown again, with Undo", async () => {
  const hidden = await admin.post("/admin/landing", { intent: "hide", section: "testimonials" });
  expect(hidden.headers.get("Location")).toBe("/admin/landing#testimonials");
  expect((await admin.get("/admin/landing")).text).toMatch(
    /is hidden\.<\/p><form[^>]*action="\/admin\/landing".*?value="testimonials".*?value="show".*?Undo/s,
  );
  const text = await home();
  expect([text.includes("Loved by Students"), text.includes("Connect With Experienced Peers")]).toEqual([
    false,
    true,
  ]);
  await admin.post("/admin/landing", { intent: "show", section: "testimonials" });
  expect(await home()).toContain("It helped.");
  expect(trail().slice(-2)).toEqual([
    "hid on the home page: Testimonials",
    "showed on the home page: Testimonials",
  ]);
});

test("other members and guests cannot change the content", async () => {
  const before = [await home(), trail().length];
  for (const [path, form] of [
    ["/admin/landing", { intent: "hide", section: "partners" }],
    ["/admin/landing/partners", { name1: "Mine" }],
  ] as const) {
    expect((await member.get(path)).status).toBe(403);
    expect((await member.post(path, form)).status).toBe(403);
    expect((await guest.get(path)).headers.get("Location")).toContain("/login");
  }
  const buttons = await guest.post("/admin/landing", { intent: "hide", section: "partners" });
  expect(buttons.headers.get("Location")).toContain("/login");
  const typed = await guest.post("/admin/landing/partners", { name1: "Mine" });
  expect([typed.status, typed.text.includes('value="Mine"')]).toEqual([401, true]);
  const strip = (text: string) => text.replace(/[\w-]{36}/g, "");
  expect([strip(await home()), trail().length]).toEqual([strip(String(before[0])), before[1]]);
});

test("a text that is too long or an incomplete entry is refused, and what was typed is shown again", async () => {
  const person = { name1: "Ira Rao", role1: "Batch-2025", company1: "Tern Labs" };
  const refused: [string, Record<string, string>, string][] = [
    ["placed", { ...person, company1: "" }, "Company joined is missing"],
    ["placed", { role1: "Batch-2025" }, "Name is missing"],
    ["partners", { name1: "x".repeat(46) }, "At most 45 characters"],
    ["features", { title6: "Events" }, "Text is missing"],
    ["features", { title6: "x".repeat(31), text6: "Soon" }, "At most 30 characters"],
    ["testimonials", { quote1: "x".repeat(121), name1: "Om", role1: "Civil" }, "At most 120 characters"],
  ];
  for (const [section, form, error] of refused) {
    const { status, text } = await admin.post(`/admin/landing/${section}`, form);
    expect([section, status, text.includes(error)]).toEqual([section, 422, true]);
    for (const typed of Object.values(form).filter(Boolean)) expect(text).toContain(typed);
  }
  await admin.post("/admin/landing/partners", {
    name7: "The seventh",
    name8: "The eighth",
    quote1: "Not here",
  });
  const text = await home();
  expect([text.includes("The seventh"), text.includes("The eighth"), text.includes("Not here")]).toEqual([
    true,
    false,
    false,
  ]);
  for (const path of ["/admin/landing/constructor", "/admin/landing/feedback"]) {
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post(path, {})).status).toBe(404);
  }
  for (const form of [
    { intent: "hide", section: "__proto__" },
    { intent: "burn", section: "partners" },
  ]) {
    expect((await admin.post("/admin/landing", form)).status).toBe(400);
  }
});

test("a guest's landing page full of the college's own texts stays within 10.5 KB of HTML and styles", async () => {
  const meera = await join(weighed, "meera");
  makeAdmin(weighed, meera);
  const [admin, guest] = [browse(weighed, meera), new Visitor(weighed.url)];
  // Prose as people write it, without repetition.
  const prose = readFileSync("docs/operations.md", "utf8").replace(/[^A-Za-z0-9 ,.]+/g, " ");
  let at = 0;
  const words = (length: number) => {
    at += length;
    return prose.slice(at - length, at).replace(/^ | $/g, "x");
  };
  const fill = (count: number, columns: Record<string, number>): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) =>
        Object.entries(columns).map(([column, max]) => [`${column}${index + 1}`, words(max)]),
      ).flat(),
    );
  await admin.post("/admin/landing/partners", fill(7, { name: 45 }), { Origin: site });
  await admin.post("/admin/landing/placed", fill(4, { name: 35, role: 20, company: 35 }), { Origin: site });
  await admin.post("/admin/landing/testimonials", fill(3, { quote: 120, name: 35, role: 30 }), {
    Origin: site,
  });
  await admin.post("/admin/landing/features", fill(6, { title: 30, text: 80 }), { Origin: site });
  expect((await admin.get("/admin/landing")).text.match(/Shows yours/g)).toHaveLength(4);
  const weigh = async () => {
    const page = await guest.get("/", { "Accept-Encoding": "br" });
    const styles = [...page.text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)];
    let bytes = Number(page.headers.get("Content-Length"));
    for (const [, href = ""] of styles) {
      const { headers } = await guest.get(href, { "Accept-Encoding": "br" });
      bytes += Number(headers.get("Content-Length"));
    }
    return bytes;
  };
  // The second request gets the smaller copy.
  await expect.poll(weigh).toBeLessThanOrEqual(10.5 * 1024);
});

test("without its store the page still loads, without the sections that need it, and is not cached", async () => {
  const database = server.database();
  database.exec("alter table landing rename to landing_away");
  try {
    await endLimits(server);
    const failed = await guest.get("/");
    expect([failed.status, failed.text.includes("Get Started"), failed.text.includes("Amberghat")]).toEqual([
      503,
      true,
      false,
    ]);
    const kept = await admin.post("/admin/landing/partners", { name1: "Typed College" });
    expect([kept.status, kept.text.includes("Typed College")]).toEqual([503, true]);
  } finally {
    database.exec("alter table landing_away rename to landing");
  }
  expect((await guest.get("/")).status).toBe(200);
});
