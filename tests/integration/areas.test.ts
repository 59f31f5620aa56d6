import { beforeAll, describe, expect, test } from "vitest";
import { clientFrames } from "../../app/developers/protocol.server.ts";
import { noticeKindNames, noticeKinds } from "../../app/notices/kinds.ts";
import { type Area, areaNames, areaOfCard, areaOfFrame, areasOf } from "../../app/platform/areas.ts";
import { cardSources } from "../../app/today/rules.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { routed } from "../support/permissions/routes.ts";
import { Socket } from "../support/socket.ts";
import { clock, endLimits } from "../support/time.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer({ ...unlimited, QUESTIONS: "public" }, clock);
const page = "/admin/settings";
let meera: Member;
let asha: Member;
let visitors: Record<"guest" | "member" | "administrator", { browser: Visitor; program: Visitor }>;
let calls: [method: string, path: string][];
beforeAll(async () => {
  [meera, asha] = [await join(server, "meera"), await join(server, "asha")];
  makeAdmin(server, meera);
  const guest = new Visitor(server.url);
  visitors = {
    guest: { browser: guest, program: guest },
    member: { browser: browse(server, asha), program: asha },
    administrator: { browser: browse(server, meera), program: meera },
  };
  const { paths } = JSON.parse((await guest.get("/api/openapi.json")).text) as {
    paths: Record<string, object>;
  };
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|delete)$/.test(method))
      .map((method): [string, string] => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, "1")]),
  );
});

/** Switches off these areas, and all others on. */
async function switchOff(...off: Area[]) {
  const form = new URLSearchParams({ intent: "areas", areas: "", anonymousMessages: "on" });
  for (const area of areaNames) if (!off.includes(area)) form.append("areas", area);
  const { browser } = visitors.administrator;
  const saved = await browser.fetch(page, { method: "POST", body: form, headers: { Origin: server.url } });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, page]);
}

/** Addresses that belong to no area. A new route or call needs an area, or its beginning here. */
const outside = new RegExp(
  `^/(?:${[
    "$|welcome|this-week|feedback|about|robots\\.txt|\\.well-known|sitemap\\.xml|covers|manifest\\.webmanifest|\\*",
    "login|register|logout|confirm-email|forgot-password|reset-password|invitation|join|first-administrator",
    "password-hint|auth|account|bin|people/1$|profile|messages|blocks|search|notices|mail-settings",
    "event-reminders|qa-threads|connections|reports|muted|admin|developers|accent|theme|scripts|offline",
    "healthz|metrics|files/(?:logo|images|avatars|messages|reports)|api$|api/\\*",
    "api/(?:openapi\\.json|asyncapi\\.json|users|notices|saved-searches|messages|tags|search|uploads)",
  ].join("|")})`,
);
const kinds = ["answers", "resources", "events", "jobs"];
const routes = [...routed.values()]
  .filter(({ file }) => file !== "server/api.ts")
  .flatMap(({ path, ...route }) =>
    path.includes(":kind")
      ? kinds.map((kind) => ({ ...route, path: path.replace(":kind", kind) }))
      : { ...route, path },
  )
  .map(({ path, ...route }) => ({
    ...route,
    path: path.replaceAll(/:[a-z]\w*\??/gi, "1").replace("//", "/"),
  }));

const isOff = ({ status, text, headers }: Answer) =>
  status === 404 &&
  (headers.get("Content-Type") === "application/problem+json"
    ? JSON.parse(text).code === "area-off"
    : text.includes("An administrator has switched this part of the site off."));

describe("one table", () => {
  test("names an area, or none, for every route and call", () => {
    const all = [...routes.map(({ path }) => path), ...calls.map(([, path]) => path)];
    expect(all.filter((path) => areasOf(path).length === 0 && !outside.test(path))).toEqual([]);
    expect(
      all.filter(
        (path) => areasOf(path).length > 0 && outside.test(path) && !/thanks(?:\/1)?$|given/.test(path),
      ),
    ).toEqual([]);
    for (const area of areaNames) expect(all.filter((path) => areasOf(path).includes(area))).not.toEqual([]);
  });

  test("names an area, or none, for every frame, card and kind of notice", () => {
    const none = "none";
    expect(
      Object.fromEntries(Object.keys(clientFrames).map((event) => [event, areaOfFrame(event, "") ?? none])),
    ).toEqual({
      authenticate: none,
      join: none,
      send_message: none,
      typing: none,
      "join-room": none,
      "anonymous-message": "anonymous-room",
    });
    expect(["anonymous-chat", "question:7"].map((room) => areaOfFrame("join-room", room))).toEqual([
      "anonymous-room",
      "questions",
    ]);
    const withoutArea = ["messages", "request", "batch", "reports"];
    expect(cardSources.filter((source) => !areaOfCard(source))).toEqual(withoutArea);
    expect(
      noticeKindNames.filter(
        (kind) => areasOf(noticeKinds[kind].link.replaceAll("{subject}", "7")).length === 0,
      ),
    ).toEqual([
      "connection-asked",
      "connection-accepted",
      "report-decided",
      "post-muted",
      // The addresses of these notices decide.
      "post-hidden",
      "saved-search",
      "messages-unread",
      "admin-reports",
      "admin-approvals",
      "admin-trouble",
    ]);
  });
});

describe.each(["guest", "member", "administrator"] as const)("for a %s", (who) => {
  test("every page and file of an area that is off is 404, and no other", async () => {
    await switchOff(...areaNames);
    const { browser } = visitors[who];
    for (const { path, hasLoader, isPage } of routes) {
      const expected = areasOf(path).length > 0;
      if (!hasLoader && !isPage) continue;
      await endLimits(server);
      expect([path, isOff(await browser.get(path))]).toEqual([path, expected]);
      if (isPage && expected) expect((await browser.get(`${path}.data`)).status).toBe(404);
    }
  });

  test("every form of an area that is off is 404 with one sentence and its text", async () => {
    await switchOff(...areaNames);
    const { browser } = visitors[who];
    for (const { path, hasAction, isPage } of routes) {
      if (!hasAction || areasOf(path).length === 0) continue;
      const answer = await browser.post(path, { title: "Typed <here>" });
      expect([path, isOff(answer)]).toEqual([path, true]);
      if (isPage && answer.text.includes("Not sent yet")) expect(answer.text).toContain("Typed &lt;here&gt;");
    }
  });

  test("every call of an area that is off is 404 before any other refusal, and no other is", async () => {
    await switchOff(...areaNames);
    const { program } = visitors[who];
    for (const [method, path] of calls) {
      if (areasOf(path).length === 0 && method !== "GET") continue;
      const answer = await program.fetch(path, { method });
      expect([method, path, isOff(answer)]).toEqual([method, path, areasOf(path).length > 0]);
      expect(answer.status).toBeLessThan(500);
    }
    expect(isOff(await program.fetch("/api/jobs", { method: "PATCH" }))).toBe(true);
    expect(isOff(await program.fetch("/api/jobs", { method: "POST", body: "x".repeat(300_000) }))).toBe(true);
  });

  test("nothing is off once every area is on again", async () => {
    await switchOff();
    const { browser, program } = visitors[who];
    for (const { path, hasLoader } of routes) {
      if (!hasLoader || areasOf(path).length === 0) continue;
      await endLimits(server);
      expect([path, isOff(await browser.get(path))]).toEqual([path, false]);
    }
    for (const [method, path] of calls)
      if (areasOf(path).length > 0 && method === "GET")
        expect([path, isOff(await program.get(path))]).toEqual([path, false]);
  });
});

test.each(["member", "administrator"] as const)(
  "frames of an area that is off get an error for a %s, and others do not",
  async (who) => {
    const socket = await Socket.of(who === "member" ? asha : meera);
    const frames: [string, object, Area][] = [
      ["anonymous-message", { content: "Hello" }, "anonymous-room"],
      ["join-room", { room: "anonymous-chat" }, "anonymous-room"],
      ["join-room", { room: "question:1" }, "questions"],
    ];
    for (const [event, data, area] of frames) {
      await switchOff(area);
      socket.send(event, data);
      expect(await socket.next("error")).toEqual({
        message: "An administrator has switched this part of the site off.",
      });
      await switchOff(...areaNames.filter((name) => name !== area));
      socket.send(event, data);
      await socket.settled();
      expect(socket.received("error")).toEqual([]);
    }
    await socket.close();
  },
);
