import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { browse, event, job, join, password } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ SITE_NAME: "Sextant & Co", COLLEGE_NAME: "Harbour College" });

/** Expects the parts of a page in this order. */
function expectInOrder(page: string, parts: string[]): void {
  const places = parts.map((part) => page.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

test("the landing page has its sections in order", async ({ guest }) => {
  const { text } = await guest.get("/");
  expectInOrder(text, [
    "From Newcomers to Navigators, connecting students to succeed together.</h1>",
    "Get Started",
    "Log In",
    "Partner colleges",
    "Find your way with Sextant &amp; Co",
    "Q&amp;A threads",
    "Job portal",
    "Resource sharing",
    "Anonymous posting",
    "Alumni network",
    "Live sessions and events",
    "Connect With Experienced Peers",
    "Loved by Students",
    "Submit Feedback",
  ]);
  expect(text).toContain("Harbour College");
  expect(text.match(/Batch-2025/g)).toHaveLength(4);
  expect(text.match(/<blockquote/g)).toHaveLength(3);
  expect(text.match(/<li[^>]*data-card/g)).toHaveLength(13);
  // Seven names, twice for the endless strip, and the second time hidden from screen readers.
  expect(text.match(/Amberghat Polytechnic/g)).toHaveLength(2);
  expect(text.match(/<ul[^>]*aria-hidden="true"/g)).toHaveLength(1);
  expect(text.match(/[Ss]ample: made-up|\(samples\)/g)).toHaveLength(3);
});

test("a guest's landing page ships no React and at most 2.25 KB of script", async ({ guest }) => {
  const { text } = await guest.get("/");
  const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.filter((tag) => !tag.includes("speculationrules"))).toHaveLength(1);
  expect(scripts[0]).toContain('src="/guest.js"');
  // In a streamed page the script would run before the elements that it looks for.
  expect(scripts[0]).not.toContain("async");
  expect(text).not.toContain("modulepreload");
  const script = await guest.get("/guest.js", { "Accept-Encoding": "br" });
  const size = async () =>
    Number((await guest.get("/guest.js", { "Accept-Encoding": "br" })).headers.get("Content-Length"));
  await expect.poll(size).toBeLessThanOrEqual(2.25 * 1024);
  expect(script.headers.get("Content-Type")).toMatch(/javascript/);
});

test("members see no links to register or log in, and their page loads scripts", async ({ server }) => {
  const asha = await join(server, "asha");
  const visitor = new Visitor(server.url);
  await visitor.post("/login", { email: asha.email, password });
  const { text } = await visitor.get("/");
  expect(text).not.toMatch(/Get Started|Log In</);
  expect(text).toContain("modulepreload");
});

test("members can expand the guests' texts, and their home page says if it cannot be loaded", async ({
  server,
  guest,
}) => {
  const kabir = await join(server, "kabir");
  const visitor = new Visitor(server.url);
  await visitor.post("/login", { email: kabir.email, password });
  const { text } = await visitor.get("/");
  expect(text).toMatch(/<a aria-expanded="false" href="\/welcome"[^>]*>About /);
  expect(text).not.toContain("Partner colleges");
  expectInOrder((await visitor.get("/welcome")).text, [
    'aria-expanded="true" href="/"',
    "From Newcomers to Navigators, connecting students to succeed together.</h2>",
    "See jobs",
    "Browse notes",
    "Partner colleges",
  ]);
  const turned = await guest.get("/welcome");
  expect([turned.status, turned.headers.get("Location")]).toEqual([302, "/"]);

  server.database().exec("alter table jobs rename to jobs_away");
  const failed = await visitor.get("/");
  server.database().exec("alter table jobs_away rename to jobs");
  expect(failed.status).toBe(200);
  expectInOrder(failed.text, ["We couldn&#x27;t load what&#x27;s new for you.", "Retry", "About "]);
});

test("guests see three real entries, and numbers only if they are large enough", async ({
  server,
  guest,
}) => {
  const rohan = await join(server, "rohan");
  const { text: before } = await guest.get("/");
  expect(before).not.toMatch(/Next event|Open job|New notes|students and alumni</);
  await rohan.call("POST", "/api/events", event);
  await rohan.call("POST", "/api/jobs", { ...job, title: "Still open" });
  await rohan.call("POST", "/api/jobs", { ...job, title: "Closed again" });
  server.database().prepare("update jobs set closed_at = 1 where title = 'Closed again'").run();
  await share(rohan, { name: "heat.txt", bytes: Buffer.from("heat") });
  const open = async () => (await guest.get("/")).text;
  await expect.poll(open).toContain("Next event");
  // Members' additions are not on the front page immediately.
  expect(await open()).not.toMatch(/Still open|Thermodynamics/);
  const asha = await join(server, "asha", "reader@college.example");
  const database = server.database();
  const note = database.prepare("select max(id) from resources").pluck().get();
  const posted = database.prepare("select id from jobs where title = 'Still open'").pluck().get();
  expect((await asha.call("PUT", `/api/resources/${note}/thanks`, {})).status).toBe(200);
  await expect.poll(open).toContain("Thermodynamics, unit 2");
  expect(await open()).not.toContain("Still open");
  database.exec(`update jobs set posted_at = posted_at - 24 * 60 * 60 * 1000`);
  await expect.poll(open).toContain("Still open");
  // Neither are items that wait for an administrator's decision.
  for (const [subject, id] of [
    ["job", posted],
    ["resource", note],
  ]) {
    const address = `/reports/new?subject=${subject}&id=${id}`;
    expect((await browse(server, asha).post(address, { reason: "It asks for money." })).status).toBe(303);
  }
  await expect.poll(open).not.toMatch(/Still open|Thermodynamics/);
  database.exec(`update reports set resolved_at = 1, outcome = 'dismissed'`);
  await expect.poll(open).toContain("Still open");
  expectInOrder(await open(), [
    "Next event",
    "Soldering for beginners",
    "Open job",
    "Still open",
    "New notes",
  ]);
  expect(await open()).not.toMatch(/Closed again|students and alumni<|shared notes/);
  for (let n = 0; n < 20; n++) await join(server, "asha", `asha${n}@college.example`);
  const members = server
    .database()
    .prepare("select count(*) from users where status = 'active'")
    .pluck()
    .get();
  await expect.poll(open).toContain(`${members} students and alumni`);
  expect(await open()).not.toContain("shared notes");
});

test("guests get links to public pages", async ({ guest }) => {
  const { text } = await guest.get("/");
  const links = [...text.matchAll(/<h3><a[^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(["/jobs", "/resources", "/events"]);
});

test("the landing page has metadata for search engines and link previews", async ({ server, guest }) => {
  const { text } = await guest.get("/?from=somewhere");
  const { origin } = new URL(server.url);
  expect(text).toContain(`<link rel="canonical" href="${origin}/"/>`);
  expect(text).toContain(
    '<meta property="og:title" content="Students and alumni of Harbour College · Sextant &amp; Co"/>',
  );
  expect(text).toMatch(/<meta property="og:description" content="From Newcomers/);
  expect(text).toMatch(/<meta name="description" content="From Newcomers/);
  expect(text).toContain(`<meta property="og:image" content="${origin}/og.png"/>`);
  expect(text.match(/<title>/g)).toHaveLength(1);
  const jobs = await guest.get("/jobs");
  expect(jobs.text).toContain(`<link rel="canonical" href="${origin}/jobs"/>`);
  for (const path of ["/og.png", "/icon.svg", "/icon-192.png", "/apple-touch-icon.png", "/favicon.ico"]) {
    const picture = await guest.get(path);
    expect([path, picture.status, picture.headers.get("Content-Type")?.split("/")[0]]).toEqual([
      path,
      200,
      "image",
    ]);
  }
});

test("the site has a manifest, robots.txt and a sitemap", async ({ server, guest }) => {
  const { origin } = new URL(server.url);
  const manifest = await guest.get("/manifest.webmanifest");
  expect(manifest.headers.get("Content-Type")).toBe("application/manifest+json");
  const { name, icons } = JSON.parse(manifest.text) as { name: string; icons: { src: string }[] };
  expect(name).toBe("Sextant & Co");
  for (const { src } of icons) expect((await guest.get(src)).status).toBe(200);

  const robots = await guest.get("/robots.txt");
  expect(robots.text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(robots.text).toContain("Disallow: /messages");
  expect(robots.text).not.toMatch(/^Disallow: \/(jobs|events|resources)?$/m);

  const meera = await join(server, "meera");
  const posted = await meera.call("POST", "/api/jobs", job);
  const sitemap = await guest.get("/sitemap.xml");
  expect(sitemap.headers.get("Content-Type")).toMatch(/xml/);
  expect(sitemap.text).toContain(`<loc>${origin}/</loc>`);
  expect(sitemap.text).toContain(`<loc>${origin}/jobs/${posted.body.id}</loc>`);
  expect(sitemap.text).not.toMatch(/messages|profile/);
});

test("security.txt says where to report a weakness", async ({ guest, server }) => {
  const { status, headers, text } = await guest.get("/.well-known/security.txt");
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const address = `${server.url}/.well-known/security.txt`;
  expect(text).toContain(`Contact: ${server.url}/feedback\n`);
  expect(text).toContain(`Canonical: ${address}\n`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires - Date.now()).toBeGreaterThan(170 * 86_400_000);
  expect(expires - Date.now()).toBeLessThan(365 * 86_400_000);
});

test("security.txt names the public address and the mail address of the settings", async () => {
  const server = await startServer({
    APP_URL: "https://quadrant.example",
    MAIL_FROM: "Quadrant <hello@quadrant.example>",
  });
  const { text } = await new Visitor(server.url).get("/.well-known/security.txt");
  await server.stop();
  expect(text).toContain(
    "Contact: mailto:hello@quadrant.example\nContact: https://quadrant.example/feedback\n",
  );
  expect(text).toContain("Canonical: https://quadrant.example/.well-known/security.txt\n");
});
