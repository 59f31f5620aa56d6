import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { clientFrames } from "../../app/developers/protocol.server.ts";
import { noticeKindNames, noticeKinds } from "../../app/notices/kinds.ts";
import {
  type Area,
  areaNames,
  areaOfCard,
  areaOfFrame,
  areaOfKind,
  areasOf,
} from "../../app/platform/areas.ts";
import { dayMs, minuteMs } from "../../app/platform/time/durations.ts";
import { cardSources } from "../../app/today/rules.ts";
import { createBoard, week } from "../support/boards.ts";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, inboxOf, sendHidden, sendTo } from "../support/messages.ts";
import { sized } from "../support/nightly.ts";
import { outbox } from "../support/outbox.ts";
import { browse, job, join, type Member, makeAdmin, newMember } from "../support/people.ts";
import { routed } from "../support/permissions/routes.ts";
import { Socket } from "../support/socket.ts";
import { clock, endLimits, passTime, setClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { type Answer, idIn, Visitor } from "../support/visitor.ts";

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

/** Sends the form of the areas with all switched on but these. */
function send(off: readonly Area[], more: Record<string, string> = {}) {
  const form = new URLSearchParams({ intent: "areas", areas: "", anonymousMessages: "on", ...more });
  for (const area of areaNames) if (!off.includes(area)) form.append("areas", area);
  const { browser } = visitors.administrator;
  return browser.fetch(page, { method: "POST", body: form, headers: { Origin: server.url } });
}

async function save(...sent: Parameters<typeof send>) {
  const saved = await send(...sent);
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, page]);
}

/** Switches off these areas, and all others on. */
const switchOff = (...off: Area[]) => save(off);

/** Addresses that belong to no area. A new route or call needs an area, or its beginning here. */
const outside = new RegExp(
  `^/(?:${[
    "$|welcome|this-week|feedback|about|robots\\.txt|\\.well-known|sitemap\\.xml|covers|manifest\\.webmanifest|\\*",
    "login|register|logout|confirm-email|forgot-password|reset-password|invitation|join|first-administrator",
    "password-hint|auth|account|calendar|bin|people/1$|profile|messages|blocks|search|notices|mail-settings",
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

describe("the table of areas", () => {
  test("every route and call belongs to an area, or is listed as outside", () => {
    const all = [...routes.map(({ path }) => path), ...calls.map(([, path]) => path)];
    expect(all.filter((path) => areasOf(path).length === 0 && !outside.test(path))).toEqual([]);
    expect(
      all.filter(
        (path) => areasOf(path).length > 0 && outside.test(path) && !/thanks(?:\/1)?$|given/.test(path),
      ),
    ).toEqual([]);
    for (const area of areaNames) expect(all.filter((path) => areasOf(path).includes(area))).not.toEqual([]);
  });

  test("every frame, card and kind of notice belongs to an area, or is listed as outside", () => {
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
    for (const kind of noticeKindNames)
      if (areaOfKind(kind))
        expect([kind, areasOf(noticeKinds[kind].link)]).toEqual([kind, [areaOfKind(kind)]]);
    expect(noticeKindNames.filter((kind) => !areaOfKind(kind))).toEqual([
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

const readers = ["guest", "member", "administrator"] as const;
describe.each(readers)("for a %s", (who) => {
  /** In the short form each route is requested by one of the three. */
  const own = routes.filter((_, at) => sized(readers[at % readers.length] === who, true));

  test("every page and file of an area that is off is 404, and no other page is", async () => {
    await switchOff(...areaNames);
    const { browser } = visitors[who];
    for (const { path, hasLoader, isPage } of own) {
      const expected = areasOf(path).length > 0;
      if (!hasLoader && !isPage) continue;
      await endLimits(server);
      expect([path, isOff(await browser.get(path))]).toEqual([path, expected]);
      if (isPage && expected) expect((await browser.get(`${path}.data`)).status).toBe(404);
    }
  });

  test("every form of an area that is off is 404 with one sentence and what was typed", async () => {
    await switchOff(...areaNames);
    const { browser } = visitors[who];
    for (const { path, hasAction, isPage } of own) {
      if (!hasAction || areasOf(path).length === 0) continue;
      const answer = await browser.post(path, { title: "Typed <here>" });
      expect([path, isOff(answer)]).toEqual([path, true]);
      if (isPage && answer.text.includes("Not sent yet")) expect(answer.text).toContain("Typed &lt;here&gt;");
    }
  });

  test("every call of an area that is off is 404 before any other refusal, and no other call is", async () => {
    await switchOff(...areaNames);
    const { program } = visitors[who];
    for (const [method, path] of calls) {
      if (areasOf(path).length === 0 && method !== "GET") continue;
      const answer = await program.fetch(path, { method });
      // A member's contributions show answers by default, which guests may not read.
      const expected = areasOf(path).length > 0 || (path.endsWith("/given") && who !== "guest");
      expect([method, path, isOff(answer)]).toEqual([method, path, expected]);
      expect(answer.status).toBeLessThan(500);
    }
    expect(isOff(await program.fetch("/api/jobs", { method: "PATCH" }))).toBe(true);
    expect(isOff(await program.fetch("/api/jobs", { method: "POST", body: "x".repeat(300_000) }))).toBe(true);
  });

  test("every page and call is back once its area is on again", async () => {
    await switchOff();
    const { browser, program } = visitors[who];
    for (const { path, hasLoader } of own) {
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

test("an area that is off is gone from every page, search, sitemap and setting, and comes back with its content", async () => {
  await switchOff();
  const kabir = await join(server, "kabir");
  await asha.call("POST", "/api/jobs", { ...job, title: "Lighthouse keeper" });
  await asha.call("POST", "/api/questions", {
    title: "Where is the lighthouse?",
    body: "I look for it and cannot find it.",
    tags: ["sea"],
  });
  const { member, guest } = visitors;
  const read = async (path: string, { browser } = member) => {
    await endLimits(server);
    return (await browser.get(path)).text;
  };
  const seen = async () => ({
    links: (await read("/")).match(/href="\/(jobs|questions|post-job)[^"]*"/g) ?? [],
    landing:
      (await read("/", guest)).match(/(href="\/|redirectTo=%2F)(jobs|questions|post-job)[^"]*"/g) ?? [],
    menu: (await read("/about", guest)).includes(encodeURIComponent("/jobs")),
    found: JSON.parse((await kabir.get("/api/search?q=lighthouse")).text).kinds.map(
      ({ kind }: { kind: string }) => kind,
    ),
    sitemap: /\/(jobs|questions)/.test(await read("/sitemap.xml", guest)),
    manifest: /"\/(jobs|questions)/.test(await read("/manifest.webmanifest", guest)),
    choices: /A job that I saved|An answer to a question/.test(await read("/account/notices")),
    given: /<main[\s\S]*(Lighthouse keeper|Where is the lighthouse)/.test(
      await read(`/people/${asha.id}`, visitors.administrator),
    ),
  });
  const before = await seen();
  expect(before).toMatchObject({ menu: true, sitemap: true, manifest: true, choices: true, given: true });
  expect([before.links.length > 0, before.landing.length > 0]).toEqual([true, true]);
  expect(before.found.toSorted()).toEqual(["jobs", "questions"]);
  await switchOff("jobs", "questions");
  expect(await seen()).toEqual({
    links: [],
    landing: [],
    menu: false,
    found: [],
    sitemap: false,
    manifest: false,
    choices: false,
    given: false,
  });
  await switchOff();
  expect(await seen()).toEqual(before);
});

describe("no page links to an area that is off", () => {
  let pages: string[];
  beforeAll(async () => {
    await switchOff();
    const topic = {
      topics: ["sea"],
      askBy: ["public", "message"],
      mentoring: { places: 2, note: "By letter." },
    };
    for (const member of [asha, meera]) await member.call("PUT", `/api/users/${member.id}`, topic);
    // An event shows the notes shared for it, and the page of thanks shows items of every area.
    const { id: eventId } = await announce(asha);
    const note = idIn(await share(meera, { name: "tides.txt", bytes: Buffer.from("Tides") }));
    const [question] = JSON.parse((await meera.get("/api/questions")).text).data;
    const answer = idIn(
      await meera.call("POST", `/api/questions/${question.id}/answers`, {
        body: "Behind the old harbour wall.",
      }),
    );
    server
      .database()
      .exec(`update events set starts_at = 0; update resources set event_id = ${eventId} where id = ${note}`);
    for (const thing of [`resources/${note}`, `answers/${answer}`])
      expect((await asha.call("PUT", `/api/${thing}/thanks`, { line: "That helped" })).status).toBe(200);
    expect((await visitors.administrator.browser.get("/people/me/thanks")).text).toContain(
      `/resources/${note}`,
    );
    expect((await visitors.administrator.browser.get(`/events/${eventId}`)).text).toContain(
      `/resources/${note}`,
    );
    // Reports, the audit trail, the bin and the API's documents name things of every area.
    const excluded = /^\/(?:admin\/(?:reports|audit|landing)|bin|developers|logout|api)/;
    pages = [
      ...[
        "/people/2",
        `/events/${eventId}`,
        "/people/me?as=member",
        "/profile?edit",
        "/search?q=lighthouse",
        "/search?q=nothing-at-all",
      ],
      ...["/messages/2", "/qa-threads?mentoring=1", "/account/searches?kind=jobs&query=search%3Dsea"],
      ...routes.filter(({ isPage, hasLoader }) => isPage && hasLoader).map(({ path }) => path),
    ].filter((path) => !excluded.test(path));
  });

  test.for(areaNames)("%s", async (area) => {
    onTestFinished(() => switchOff());
    const found: string[] = [];
    await switchOff(area);
    // Administrators see what members see, and more. In the short form guests and administrators take turns.
    const turn = areaNames.indexOf(area) % 2;
    for (const who of (["guest", "administrator"] as const).filter((_, at) => sized(at === turn, true))) {
      const { browser } = visitors[who];
      await endLimits(server);
      for (const path of pages) {
        const { text } = await browser.get(path);
        const links = [...text.matchAll(/(?:href|action|formAction)="(\/[^"#]*)/gi)].map(([, to = ""]) => to);
        const next = links.map((to) => /redirectTo=([^&"]+)/.exec(to)?.[1] ?? "").map(decodeURIComponent);
        // A page that is not found shows its own address.
        for (const to of new Set([...links, ...next]))
          if (areasOf(to).includes(area) && !to.startsWith(path.split("?")[0] ?? ""))
            found.push(`${who}: ${path} links to ${to} of ${area}`);
      }
    }
    expect(found).toEqual([]);
  });
});

test("a thank-you, a saved search and a card are refused on pages and calls of other areas", async () => {
  await switchOff("thanks", "jobs", "mentoring");
  const asked = await meera.call("POST", "/api/questions", {
    title: "What is a tide?",
    body: "I wonder what it is, and why.",
    tags: ["sea"],
  });
  const id = idIn(asked);
  const answered = idIn(
    await asha.call("POST", `/api/questions/${id}/answers`, { body: "Water that comes and goes." }),
  );
  const thanked = await visitors.administrator.browser.post(`/questions/${id}`, {
    intent: "thank",
    post: `answer-${answered}`,
    line: "So kind",
  });
  expect([thanked.status, thanked.text.includes("So kind")]).toEqual([404, true]);
  const offs = [
    await asha.call("POST", "/api/saved-searches", {
      kind: "jobs",
      query: "search=tide",
      frequency: "daily",
    }),
    await asha.call("POST", "/api/users/me/today/job-1"),
    await asha.call("DELETE", "/api/users/me/today/mentoring-1"),
    await asha.get(`/api/users/${meera.id}/given?kind=jobs`),
  ];
  expect(offs.map(isOff)).toEqual([true, true, true, true]);
});

test("notices of an area that is off are neither listed nor counted nor mailed, and come back", async () => {
  await switchOff();
  const rohan = await join(server, "rohan");
  const ask = async (member: Member) =>
    idIn(
      await member.call("POST", "/api/questions", {
        title: "Where do gulls sleep?",
        body: "Nobody here could tell me.",
        tags: ["sea"],
      }),
    );
  const note = idIn(
    await rohan.call("POST", `/api/questions/${await ask(asha)}/answers`, { body: "On the water, mostly." }),
  );
  await meera.call("POST", `/api/questions/${await ask(rohan)}/answers`, {
    body: "On the cliffs, in summer.",
  });
  await meera.call("PUT", `/api/users/${rohan.id}/connection`);
  expect(note).toBeTruthy();
  const listed = async () =>
    JSON.parse((await rohan.get("/api/notices")).text).data.map(({ kind }: { kind: string }) => kind);
  expect((await listed()).toSorted()).toEqual(["connection-asked", "question-answered"]);
  await switchOff("questions");
  expect(await listed()).toEqual(["connection-asked"]);
  const digests = () =>
    outbox(server).filter(
      (mail) => mail.includes(`To: ${rohan.email}\n`) && mail.includes("Subject: Your day"),
    );
  server
    .database()
    .prepare("update notices set in_digest = 1, mail_at = null where user_id = ?")
    .run(Number(rohan.id));
  await setClock(server, Date.now() + server.clockOffsetMs + 2 * dayMs);
  const nextMinute = async () => {
    await passTime(server, minuteMs);
    return digests();
  };
  await expect.poll(nextMinute).toHaveLength(1);
  expect(digests()[0]).toMatch(/wants\s+to\s+connect/);
  expect(digests()[0]).not.toContain("gulls");
  await switchOff();
  expect((await listed()).toSorted()).toEqual(["connection-asked", "question-answered"]);
});

test("Today shows nothing of pinned boards while their area is off", async () => {
  await switchOff();
  const { slug } = await createBoard(server, asha, { body: week });
  await visitors.member.browser.post(`/boards/${slug}`, { intent: "pin" });
  const lists = async () => (await visitors.member.browser.get("/")).text.includes("Your boards today");
  expect(await lists()).toBe(true);
  await switchOff("boards");
  expect(await lists()).toBe(false);
  await switchOff();
});

test("a second administrator's change of the areas is refused with what was checked, and shows what is stored", async () => {
  await switchOff();
  const version =
    /name="version" value="(\d+)"/.exec((await visitors.administrator.browser.get(page)).text)?.[1] ?? "";
  await save(["events"], { version });
  const refused = await send(["jobs", "mentoring"], { version });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This has changed since you opened it");
  expect(refused.text).toContain("Stored now: Jobs, Resources");
  const boxes = [...refused.text.matchAll(/<input[^>]*name="areas"[^>]*>/g)].filter(([box]) =>
    box.includes("checkbox"),
  );
  expect(
    boxes.filter(([box]) => !/ checked/.test(box)).map(([box]) => /value="([^"]+)"/.exec(box)?.[1]),
  ).toEqual(["jobs", "mentoring"]);
  expect((await send([], { areas: "everything" })).status).toBe(422);
  expect((await send([], { anonymousMessages: "sideways" })).status).toBe(422);
  await switchOff();
});

describe("anonymous messages", () => {
  const codeOf = ({ status, body }: Answer) =>
    status < 300 ? status : [status, (body as { code: string }).code];
  const allow = (anonymousMessages: string) => save([], { anonymousMessages });
  const members = async () =>
    Promise.all((["asha", "meera", "kabir"] as const).map((name) => newMember(server, name)));

  test("anonymous messages reach only earlier batches if administrators say so, and existing conversations continue", async () => {
    await allow("on");
    const [second, graduate, first] = (await members()) as [Member, Member, Member];
    const unknown = await newMember(server);
    server.database().prepare("update users set batch_year = null where id = ?").run(Number(unknown.id));
    expect(codeOf(await sendHidden(second, first, "Begun before"))).toBe(201);
    await allow("upwards");
    const refusal = [403, "anonymous-refused"];
    expect(codeOf(await sendHidden(second, graduate, "Hello up there"))).toBe(201);
    expect(codeOf(await sendTo(graduate, await aliasFor(graduate), "Hello down there"))).toBe(201);
    expect(codeOf(await sendHidden(second, graduate, "Thank you"))).toBe(201);
    expect(codeOf(await sendHidden(graduate, second, "Down"))).toEqual(refusal);
    expect(codeOf(await sendHidden(second, await newMember(server), "Same batch"))).toEqual(refusal);
    expect(codeOf(await sendHidden(second, unknown, "Nobody knows"))).toEqual(refusal);
    expect(codeOf(await sendHidden(unknown, graduate, "Nobody knows"))).toEqual(refusal);
    expect(codeOf(await sendHidden(second, first, "Still going"))).toBe(201);
    expect(codeOf(await sendTo(first, await aliasFor(first), "Yes"))).toBe(201);
    const open = async (member: Member, to: Member) =>
      (await browse(server, member).get(`/messages/${to.id}?anonymous=1`)).text;
    expect(await open(first, graduate)).toContain("They can tell that you graduate later.");
    expect(await open(graduate, first)).toContain(
      "Anonymous messages can only go to members who graduate before you.",
    );
    await allow("on");
    expect(await open(first, graduate)).not.toContain("graduate later");
  });

  test("anonymous messages cannot be sent or read by either side while they are off, and come back", async () => {
    await allow("on");
    const [asker, answerer] = (await members()) as [Member, Member, Member];
    const sent = await sendHidden(asker, answerer, "A tidal secret");
    const id = idIn(sent);
    const alias = await aliasFor(answerer);
    const seen = async () => ({
      lists: [(await inboxOf(asker)).length, (await inboxOf(answerer)).length],
      histories: [
        (await asker.get(`/api/messages/history/${asker.id}/${answerer.id}?anonymous=1`)).status,
        (await answerer.get(`/api/messages/history/${answerer.id}/${alias}`)).status,
      ],
      pages: [
        (await browse(server, asker).get(`/messages/${answerer.id}?anonymous=1`)).status,
        (await browse(server, answerer).get(`/messages/${alias}`)).status,
      ],
      found: (await answerer.get("/api/messages/search?q=tidal")).text.includes("secret"),
      card: (await answerer.get("/api/users/me/today")).text.includes("messages-"),
    });
    const before = await seen();
    expect(before).toEqual({
      lists: [1, 1],
      histories: [200, 200],
      pages: [200, 200],
      found: true,
      card: true,
    });
    await allow("off");
    expect(await seen()).toEqual({
      lists: [0, 0],
      histories: [404, 404],
      pages: [404, 404],
      found: false,
      card: false,
    });
    const refusal = [403, "anonymous-refused"];
    expect(codeOf(await sendHidden(asker, answerer, "Another"))).toEqual(refusal);
    expect(codeOf(await sendTo(answerer, alias, "An answer"))).toEqual(refusal);
    const changes = [
      await answerer.call("PUT", `/api/messages/seen/${id}`),
      await asker.call("PUT", `/api/messages/${id}`, { content: "Edited" }),
      await answerer.call("PUT", `/api/messages/${id}/reaction`, { sign: "heart" }),
      await answerer.call("PUT", `/api/messages/conversations/${alias}`, { muted: true }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await allow("on");
    expect(await seen()).toMatchObject({ lists: [1, 1], histories: [200, 200], found: true });
  });
});
