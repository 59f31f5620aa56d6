import { expect, test } from "vitest";
import { join, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const linkOf = (server: TestServer) => /\/first-administrator\?token=[\w-]+/.exec(server.logged())?.[0] ?? "";
const browse = async (server: TestServer, email: string) => {
  const browser = new Visitor(server.url);
  expect((await browser.post("/login", { email, password })).status).toBe(303);
  return browser;
};

test("a server without an administrator prints a link that makes one, once", async () => {
  const server = await startServer({ RATE_LIMITS: "off" });
  await expect.poll(server.logged).toContain("This community has no administrator yet.");
  const link = linkOf(server);
  const token = link.split("=")[1] ?? "";
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];

  const guest = new Visitor(server.url);
  const invited = await guest.get(link);
  expect(invited.status).toBe(200);
  expect(invited.headers.get("Referrer-Policy")).toBe("strict-origin");
  expect(invited.text).toContain(`/register?redirectTo=${encodeURIComponent(link)}`);
  expect((await guest.post("/first-administrator", { token })).status).toBe(401);

  const [ashas, rohans] = [await browse(server, asha.email), await browse(server, rohan.email)];
  expect((await ashas.get(link)).text).toContain("Become the administrator");
  expect((await ashas.post("/first-administrator", { token: `${token}x` })).status).toBe(410);
  expect((await ashas.get("/admin")).status).toBe(403);

  const both = await Promise.all([ashas, rohans].map((each) => each.post("/first-administrator", { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([303, expect.toBeOneOf([409, 410])]);
  const seen = await Promise.all([ashas, rohans].map((each) => each.get("/admin")));
  expect(seen.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await rohans.get(link)).status).toBe(410);
  await server.stop("SIGTERM");
});

test("a start with an administrator prints none", async () => {
  const server = await startServer();
  const meera = await join(server, "meera");
  const database = server.database();
  database.prepare("update users set is_admin = 1 where id = ?").run(Number(meera.id));
  await server.kill();
  const again = await startServer({}, server.storage);
  await new Visitor(again.url).get("/healthz");
  expect(linkOf(again)).toBe("");
  await again.stop();
});
