import { describe, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { hourMs } from "../support/notices.ts";
import { browse, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { subjects } from "../support/permissions/index.ts";
import { picture } from "../support/profile.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { clock, passTime } from "../support/time.ts";
import { ageDatabase, keptFiles, share } from "../support/upload.ts";
import { idIn, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const dayMs = 24 * hourMs;
const server = await shareServer(unlimited, clock);
ageDatabase(server);
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const kabir = await join(server, "kabir");
const meera = await join(server, "meera");
makeAdmin(server, meera);

const kinds = ["job", "event", "resource", "question", "answer", "comment"] as const;
type Kind = (typeof kinds)[number];
type Ids = Record<Kind, string>;
const rows = (statement: string, ...values: unknown[]) =>
  server
    .database()
    .prepare(statement)
    .all(...values);
const at = (kind: Kind, id: string) => `/api/${kind}s/${id}`;
const remove = async (who: Member, kind: Kind, id: string) => (await who.call("DELETE", at(kind, id))).status;
const restore = (who: Visitor, kind: Kind, id: string) => who.call("POST", `${at(kind, id)}/restore`);
const statusOf = async (who: Visitor, kind: Kind, id: string) => (await restore(who, kind, id)).status;
const isThere = (kind: Kind, id: string) =>
  rows(`select 1 from ${kind}s where id = ?`, Number(id)).length === 1;
const inHours = (hours: number) => new Date(Date.now() + server.clockOffsetMs + hours * hourMs).toISOString();
let count = 0;

async function upload(owner: Member, title = `Notes ${++count}`) {
  const { body } = await share(
    owner,
    { name: "notes.txt", bytes: Buffer.from(`Tides, ${title}`) },
    { title },
  );
  return body.data;
}

async function uploadImage(owner: Member): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(await picture(40 + (++count % 100), 40));
  form.set("file", new File([bytes], "picture.png", { type: "image/png" }));
  return (await owner.call("POST", "/api/uploads", form)).body.url;
}

/** Announces an event with one attendee and one waiting member. @returns its id */
async function takePart(hours: number, fields: object = {}): Promise<string> {
  const date = inHours(hours);
  const { id } = await announce(asha, { date, registrationLimit: 1, title: `Talc ${++count}`, ...fields });
  await rohan.call("POST", `/api/events/${id}/register`);
  await kabir.call("POST", `/api/events/${id}/waiting`);
  return id;
}

/**
 * Creates one item of each kind with everything that belongs to it. The answer and the comment are on another member's
 * question.
 */
async function makeAll(
  word: string,
  { tag = word, hasPicture = true } = {},
): Promise<Ids & { file: string; image: string }> {
  const made = await asha.call("POST", "/api/jobs", { ...job, title: `${word} intern` });
  const jobId = made.body.id;
  await browse(server, rohan).post(`/jobs/${jobId}`, { intent: "save" });
  const image = hasPicture ? await uploadImage(asha) : "";
  const eventId = await takePart(240, { title: `${word} evening`, imageUrl: image || null });
  const { id: resourceId, fileUrl } = await upload(asha, `${word} notes`);
  const asked = await ask(rohan, { title: `Which elective is best? (${++count})`, tags: ["electives"] });
  const question = await ask(asha, { title: `${word} is asked about electives`, tags: ["electives", tag] });
  const { id: answerId } = await answer(asha, asked.id, `${word} is what I took, and it was good.`);
  await rohan.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId });
  await kabir.call("PUT", `/api/answers/${answerId}/vote`);
  await comment(kabir, `answers/${answerId}`, `Was ${word} hard to follow?`);
  await asha.call("PUT", `/api/answers/${answerId}`, { body: `${word} is what I took.` });
  const commentId = await comment(asha, `questions/${asked.id}`, `Ask ${word} again in spring.`);
  await kabir.call("PUT", `/api/questions/${question.id}/vote`);
  await kabir.call("PUT", `/api/questions/${question.id}/follow`);
  return {
    job: jobId,
    event: eventId,
    resource: resourceId,
    question: question.id,
    answer: answerId,
    comment: commentId,
    file: fileUrl,
    image,
  };
}

const notContent =
  /^(sqlite_|bin|audit_entries|notices|notice_causes|fan_outs|mails|sessions|idempotency|leases|file_texts|.*_search_)/;
/** All content of the community, without tables that record actions. */
function contents() {
  const tables = rows("select name from sqlite_master where type = 'table' order by name") as {
    name: string;
  }[];
  return Object.fromEntries(
    tables
      .filter(({ name }) => !notContent.test(name))
      .map(({ name }) => [name, rows(`select * from ${name} order by 1, 2`)]),
  );
}

describe("Deleted items", () => {
  test("a deleted item is restored as it was, with everything that belonged to it", async () => {
    const made = await makeAll("feldspar");
    const answered = await ask(asha, { title: "An answered question about feldspar" });
    const { id } = await answer(rohan, answered.id);
    await comment(kabir, `answers/${id}`);
    await comment(kabir, `questions/${answered.id}`);
    await kabir.call("PUT", `/api/answers/${id}/vote`);
    const before = contents();
    for (const kind of kinds) {
      expect([kind, await remove(asha, kind, made[kind])]).toEqual([
        kind,
        expect.toSatisfy((status) => status < 300),
      ]);
      expect([kind, isThere(kind, made[kind])]).toEqual([kind, false]);
      const back = await restore(asha, kind, made[kind]);
      expect([kind, back.status, idIn(back)]).toEqual([kind, 200, made[kind]]);
      expect([kind, contents()]).toEqual([kind, before]);
    }
    expect(await remove(meera, "question", answered.id)).toBe(204);
    expect(contents()).not.toEqual(before);
    expect(await statusOf(meera, "question", answered.id)).toBe(200);
    expect(contents()).toEqual(before);
    expect(rows("select id from bin union all select bin_id from bin_rows")).toEqual([]);
    expect((await kabir.get("/api/jobs?search=feldspar")).text).toContain("feldspar");
    expect((await kabir.get("/api/questions?search=feldspar")).text).toContain("feldspar");
  });

  test("a deleted item is absent from every page, call, feed, search, count and file, for everyone", async () => {
    const word = "zirconium";
    // A page repeats its search term.
    const secret = "pyroxene";
    const made = await makeAll(`${word} ${secret}`, { tag: word });
    const counted = () =>
      rows(
        "select (select sum(total) from resource_totals) as resources, (select question_count from tags where name = 'electives') as questions",
      );
    const plain = Object.values(subjects)
      .flat()
      .flatMap(([, send]) => (/^GET [^{]+$/.test(send) ? [send.slice(4)] : []))
      .filter(
        (address) => !["/bin", "/admin/bin", "/api/openapi.json", "/api/asyncapi.json"].includes(address),
      );
    const searches = [
      ...["/jobs", "/api/jobs", "/resources/browse", "/api/resources", "/questions", "/api/questions"].map(
        (path) => `${path}?search=${word}`,
      ),
      `/questions?tag=${word}`,
      `/api/questions/similar?title=${word}`,
      "/api/resources/categories",
    ];
    const own = [
      ...kinds.filter((kind) => kind !== "comment").map((kind) => at(kind, made[kind])),
      `/jobs/${made.job}`,
      `/events/${made.event}`,
      `/events/${made.event}.ics`,
      `/resources/${made.resource}`,
      `/questions/${made.question}`,
      made.file,
      made.image,
    ];
    const readers = {
      guest: new Visitor(server.url),
      author: browse(server, asha),
      other: browse(server, kabir),
      admin: browse(server, meera),
    };
    const programs = { author: asha, other: kabir, admin: meera };
    const read = (role: keyof typeof readers, address: string) =>
      (address.startsWith("/api") && role !== "guest" ? programs[role] : readers[role]).get(address);
    const all = [...new Set([...plain, ...searches])];
    /** The addresses that contain the secret word, and the item's own addresses that open. */
    async function find(role: keyof typeof readers, addresses: string[]) {
      const found: string[] = [];
      for (const address of addresses)
        if ((await read(role, address)).text.includes(secret)) found.push(address);
      for (const address of own)
        if ([200, 301].includes((await read(role, address)).status)) found.push(address);
      return found;
    }
    // Before the deletion it is enough that each kind of address can show it.
    const shown = await find("author", all);
    expect(shown.length).toBeGreaterThan(15);
    const before = counted();
    for (const kind of kinds) await remove(asha, kind, made[kind]);
    for (const [turn, role] of (["guest", "author", "other", "admin"] as const).entries()) {
      // In the short form each role reads where the word was, and a few of the other addresses.
      const others = all.filter((address) => !shown.includes(address));
      const addresses = [
        ...all.filter((address) => shown.includes(address)),
        ...sample(others.slice(sized(3 * turn, 0)), 12),
      ];
      expect([role, await find(role, addresses)]).toEqual([role, []]);
    }
    expect(counted()).not.toEqual(before);
    for (const kind of kinds) {
      const change =
        kind === "comment"
          ? null
          : await asha.call("PUT", at(kind, made[kind]), {
              title: "Quite another title",
              body: "Another text of mine, long enough",
            });
      expect([kind, change?.status ?? 404, await remove(asha, kind, made[kind])]).toEqual([kind, 404, 404]);
    }
    expect((await kabir.call("PUT", `/api/answers/${made.answer}/vote`)).status).toBe(404);
    expect((await rohan.call("POST", `/api/events/${made.event}/register`)).status).toBe(404);
    const bin = (await readers.author.get("/bin")).text;
    expect(bin.match(/value="restore"/g)?.length).toBe(kinds.length);
    expect((await readers.other.get("/bin")).text).not.toContain(secret);
    expect((await readers.admin.get("/admin/bin")).text).not.toContain(secret);
    for (const kind of ["question", "answer", "comment", "job", "event", "resource"] as const)
      expect([kind, await statusOf(asha, kind, made[kind])]).toEqual([kind, 200]);
    expect((await new Visitor(server.url).get(made.file)).text).toContain("Tides");
    expect((await new Visitor(server.url).get(made.image)).status).toBe(200);
  });

  test("a deleted item can be restored by the member who deleted it, and by nobody else", async () => {
    const own = await makeAll("gneiss", { hasPicture: false });
    const removed = await makeAll("basalt", { hasPicture: false });
    for (const kind of ["job", "event", "resource", "question", "answer", "comment"] as const) {
      const id = own[kind];
      expect([kind, await statusOf(kabir, kind, id)]).toEqual([kind, 200]);
      await remove(asha, kind, id);
      const refused = [new Visitor(server.url), kabir, meera].map((who) => statusOf(who, kind, id));
      expect([kind, await Promise.all(refused), await statusOf(asha, kind, id)]).toEqual([
        kind,
        [401, 404, 404],
        200,
      ]);
      expect([kind, await statusOf(asha, kind, id)]).toEqual([kind, 200]);
      await remove(meera, kind, removed[kind]);
      expect([
        kind,
        await statusOf(asha, kind, removed[kind]),
        await statusOf(kabir, kind, removed[kind]),
      ]).toEqual([kind, 403, 404]);
      expect((await browse(server, asha).get("/bin")).text).not.toContain("basalt");
      expect((await browse(server, meera).get("/admin/bin")).text).toContain("basalt");
      expect([kind, await statusOf(meera, kind, removed[kind])]).toEqual([kind, 200]);
      expect(
        rows("select distinct admin_id as by from audit_entries where action = ?", `restored the ${kind}`),
      ).toEqual([{ by: Number(meera.id) }]);
    }
    expect(await statusOf(asha, "job", "99999999")).toBe(404);
    expect(await statusOf(asha, "job", "x")).toBe(404);
    expect((await asha.get("/api/notices")).text).toContain("brought your job");
  });

  test("a deleted item can be removed by an administrator as before, and reported again once it is restored", async () => {
    const made = await makeAll("rhyolite", { hasPicture: false });
    const [kabirs, meeras] = [browse(server, kabir), browse(server, meera)];
    const report = async (subject: string, id: string) =>
      (await kabirs.post(`/reports/new?subject=${subject}&id=${id}`, { reason: "Spam" })).headers.get(
        "Location",
      );
    const decide = async (intent: "remove" | "dismiss") => {
      const [path = ""] = /\/admin\/reports\/\d+/.exec((await meeras.get("/admin/reports")).text) ?? [];
      const { text } = await meeras.get(path);
      expect((await meeras.post(path, { intent, reason: "It is spam" })).headers.get("Location")).toBe(
        "/admin/reports",
      );
      return text;
    };
    for (const kind of kinds) {
      const id = made[kind];
      for (const order of ["deleted first", "reported first"]) {
        if (order === "deleted first") {
          expect([kind, await report(kind, id)]).toEqual([kind, "/reports"]);
          await remove(asha, kind, id);
        } else {
          expect([kind, await report(kind, id)]).toEqual([kind, "/reports"]);
        }
        expect([kind, await decide("remove")]).toEqual([kind, expect.stringContaining("Remove it…")]);
        expect([kind, await statusOf(asha, kind, id), isThere(kind, id)]).toEqual([kind, 403, false]);
        expect([kind, (await asha.get("/api/notices?limit=1")).text]).toEqual([
          kind,
          expect.stringContaining("was removed: “It is spam”"),
        ]);
        const forGood = await browse(server, asha).post("/bin", { intent: "delete", subject: kind, id });
        expect([kind, forGood.status]).toEqual([kind, 404]);
        expect([kind, (await kabirs.get("/reports")).text]).toEqual([
          kind,
          expect.stringContaining("We removed it. Thank"),
        ]);
        expect([kind, await statusOf(meera, kind, id), isThere(kind, id)]).toEqual([kind, 200, true]);
        const read = (await kabirs.get("/reports")).text;
        expect([kind, read.includes("We removed it. Thank"), read.includes("brought it back")]).toEqual([
          kind,
          false,
          true,
        ]);
      }
      // A closed report does not prevent a new one, which cannot be repeated while it is open.
      expect([kind, await report(kind, id)]).toEqual([kind, "/reports"]);
      expect([kind, await report(kind, id)]).toEqual([kind, `/reports/new?subject=${kind}&id=${id}`]);
      await decide("dismiss");
    }
    // An item that was deleted along with another is not restored with this one.
    const { id } = await ask(asha);
    const said = await comment(rohan, `questions/${id}`);
    await report("comment", said);
    await remove(asha, "question", id);
    await decide("remove");
    expect(await statusOf(asha, "question", id)).toBe(200);
    expect(isThere("comment", said)).toBe(false);
    const noted = await upload(asha);
    await rohan.call("PUT", `/api/resources/${noted.id}/thanks`, { line: "Pay me", withName: true });
    const line = rows("select max(id) as id from thanks")[0] as { id: number };
    const ashas = browse(server, asha);
    await ashas.post(`/reports/new?subject=thanks&id=${line.id}`, { reason: "Spam" });
    await remove(asha, "resource", noted.id);
    await decide("remove");
    expect(await statusOf(asha, "resource", noted.id)).toBe(200);
    expect((await asha.get("/api/users/me/thanks")).text).not.toContain("Pay me");
  });

  test("a deleted item is restored only once, even if many requests arrive at the same time", async () => {
    const id = await takePart(240);
    await remove(asha, "event", id);
    const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf(asha, "event", id)));
    expect(statuses).toEqual(Array(6).fill(200));
    expect(
      rows(
        "select registration_count as registered, waiting_count as waiting from events where id = ?",
        Number(id),
      ),
    ).toEqual([{ registered: 1, waiting: 1 }]);
  });

  test("deleting a question that an administrator asked anonymously does not reveal its asker", async () => {
    const { id } = await ask(meera, { isAnonymous: true, title: "An anonymous question about schist" });
    await answer(rohan, id);
    expect(await remove(meera, "question", id)).toBe(204);
    // Listed among the administrators' removals like any other, and not in her own bin.
    expect((await browse(server, meera).get("/bin")).text).not.toContain("schist");
    expect((await browse(server, meera).get("/admin/bin")).text).toContain("schist");
    expect(await statusOf(meera, "question", id)).toBe(200);
  });
});

describe("A part of a question", () => {
  test("an answer that was deleted separately is not restored with its question, nor below a deleted question", async () => {
    const asked = await ask(rohan);
    const kept = await answer(kabir, asked.id);
    const gone = await answer(asha, asked.id);
    const below = await comment(rohan, `answers/${gone.id}`);
    await remove(rohan, "comment", below);
    await remove(asha, "answer", gone.id);
    await remove(meera, "question", asked.id);
    expect([await statusOf(asha, "answer", gone.id), await statusOf(rohan, "comment", below)]).toEqual([
      409, 409,
    ]);
    expect(await statusOf(meera, "question", asked.id)).toBe(200);
    expect([isThere("answer", kept.id), isThere("answer", gone.id)]).toEqual([true, false]);
    expect(await statusOf(rohan, "comment", below)).toBe(409);
    expect([await statusOf(asha, "answer", gone.id), await statusOf(rohan, "comment", below)]).toEqual([
      200, 200,
    ]);
  });

  test("a restored answer is not accepted again if another answer was accepted meanwhile", async () => {
    const asked = await ask(rohan);
    const [first, second] = [await answer(asha, asked.id), await answer(kabir, asked.id)];
    await rohan.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: first.id });
    await remove(asha, "answer", first.id);
    await rohan.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: second.id });
    expect(await statusOf(asha, "answer", first.id)).toBe(200);
    expect(
      rows("select id from answers where question_id = ? and is_accepted = 1", Number(asked.id)),
    ).toEqual([{ id: Number(second.id) }]);
  });

  test("a restored answer is moved to the question that its question was merged into", async () => {
    const [asked, other] = [await ask(rohan), await ask(kabir)];
    const { id } = await answer(asha, asked.id);
    await remove(asha, "answer", id);
    await browse(server, meera).post(`/questions/${asked.id}/moderate`, { intent: "merge", into: other.id });
    expect(await statusOf(asha, "answer", id)).toBe(200);
    expect(rows("select question_id as of from answers where id = ?", Number(id))).toEqual([
      { of: Number(other.id) },
    ]);
  });
});

describe("Without scripts", () => {
  test("the button beside the confirmation restores a deleted item without scripts", async () => {
    const made = await makeAll("marble", { hasPicture: false });
    const browser = browse(server, asha);
    const forms: Record<string, [address: string, fields: Record<string, string>]> = {
      job: [`/jobs/${made.job}`, { intent: "delete" }],
      event: [`/events/${made.event}/delete`, { intent: "delete" }],
      resource: [`/resources/${made.resource}`, { intent: "delete" }],
      question: [`/questions/${made.question}/x`, { intent: "delete", post: `question-${made.question}` }],
    };
    for (const [kind, [address, fields]] of Object.entries(forms)) {
      const done = await browser.post(address, fields);
      const page = (await browser.get(done.headers.get("Location") ?? "")).text;
      const form = new RegExp(
        `<form[^>]*action="/bin"[\\s\\S]*?name="subject" value="${kind}"[\\s\\S]*?Undo`,
      );
      expect([kind, done.status, form.test(page)]).toEqual([kind, 303, true]);
      const back = await browser.post("/bin", { intent: "restore", subject: kind, id: made[kind as Kind] });
      expect([kind, back.status, isThere(kind as Kind, made[kind as Kind])]).toEqual([kind, 303, true]);
      const thing = await browser.get((back.headers.get("Location") ?? "").replace(/#.*/, ""));
      expect([kind, thing.status, thing.text.includes(`The ${kind} is back.`)]).toEqual([kind, 200, true]);
    }
    for (const address of ["/jobs/mine", "/events/mine", "/resources/mine", "/profile"])
      expect([address, (await browser.get(address)).text]).toEqual([
        address,
        expect.stringMatching(/<a[^>]*href="\/bin"[^>]*>Deleted/),
      ]);
  });

  test("Delete now deletes an item and its file without the bin", async () => {
    const { id: resource } = await upload(asha);
    const event = await takePart(240, { title: "Obsidian evening", imageUrl: await uploadImage(asha) });
    const files = keptFiles(server).length;
    const browser = browse(server, asha);
    await remove(asha, "resource", resource);
    await remove(asha, "event", event);
    expect(keptFiles(server).length).toBe(files);
    const fields = { intent: "delete", subject: "resource", id: resource };
    expect((await browse(server, kabir).post("/bin", fields)).status).toBe(404);
    expect((await browser.post("/bin", fields)).status).toBe(303);
    expect((await browser.post("/bin", { ...fields, subject: "event", id: event })).status).toBe(303);
    expect(await statusOf(asha, "resource", resource)).toBe(404);
    expect(keptFiles(server).length).toBeLessThan(files - 1);
    // Its attendees have not been notified before.
    expect((await rohan.get("/api/notices")).text).toContain("Obsidian evening");
  });

  test("a form with an unknown item is refused", async () => {
    const browser = browse(server, asha);
    for (const fields of [{ subject: "user", id: "1" }, { subject: "job", id: "x" }, { subject: "job" }])
      expect(
        (await browser.post("/bin", { intent: "restore", ...fields } as Record<string, string>)).status,
      ).toBe(422);
    expect((await browser.post("/bin", { intent: "restore", subject: "job", id: "99999999" })).status).toBe(
      404,
    );
  });
});

const eventNotices = (who: Member, id: string) =>
  (
    rows(
      "select kind from notices where user_id = ? and subject = ? and kind like 'event-%' order by id",
      Number(who.id),
      id,
    ) as {
      kind: string;
    }[]
  ).map(({ kind }) => kind);

describe("Attendees of an event", () => {
  test("attendees are notified at once within two days of the event, and again if it is restored", async () => {
    const id = await takePart(47);
    await remove(asha, "event", id);
    for (const who of [rohan, kabir]) expect(eventNotices(who, id)).toEqual(["event-cancelled"]);
    await restore(asha, "event", id);
    for (const who of [rohan, kabir]) expect(eventNotices(who, id)).toEqual(["event-restored"]);
  });

  test("attendees of an event that begins soon are notified a minute after its page deleted it", async () => {
    const [id, other] = [await takePart(47), await takePart(47)];
    const ashas = browse(server, asha);
    for (const event of [id, other]) {
      expect((await ashas.post(`/events/${event}/delete`, {})).status).toBe(303);
      expect(eventNotices(rohan, event)).toEqual([]);
    }
    await restore(asha, "event", other);
    await passTime(server, 2 * 60_000);
    await waitUntil("attendees are told", () => eventNotices(kabir, id).length > 0);
    expect(eventNotices(rohan, id)).toEqual(["event-cancelled"]);
    expect(eventNotices(rohan, other), "nobody hears of what was undone").toEqual([]);
    await restore(asha, "event", id);
    expect(eventNotices(rohan, id)).toEqual(["event-restored"]);
  });

  test("attendees are notified once, two days before the event begins", async () => {
    const id = await takePart(96);
    await remove(asha, "event", id);
    expect(eventNotices(rohan, id)).toEqual([]);
    await passTime(server, 47 * hourMs);
    await rohan.get("/api/notices");
    expect(eventNotices(rohan, id)).toEqual([]);
    await passTime(server, 2 * hourMs);
    await waitUntil("attendees are told", () => eventNotices(rohan, id).length > 0);
    await passTime(server, 2 * hourMs);
    for (const who of [rohan, kabir]) expect(eventNotices(who, id)).toEqual(["event-cancelled"]);
    await restore(asha, "event", id);
    expect(eventNotices(rohan, id)).toEqual(["event-restored"]);
  });

  test("attendees are notified when the seven days end, and never about an event that was restored before", async () => {
    const [id, other] = [await takePart(480), await takePart(480)];
    await remove(asha, "event", id);
    await remove(asha, "event", other);
    await restore(asha, "event", other);
    expect(eventNotices(rohan, other)).toEqual([]);
    await passTime(server, 7 * dayMs + hourMs);
    await waitUntil(
      "the bin is empty",
      () => rows("select 1 from bin where subject = 'event' and subject_id = ?", Number(id)).length === 0,
    );
    await waitUntil("attendees are told", () => eventNotices(kabir, id).length > 0);
    expect([eventNotices(rohan, id), eventNotices(rohan, other)]).toEqual([["event-cancelled"], []]);
  });
});

test("after seven days every deleted item is purged with its files", async () => {
  const made = await makeAll("pumice");
  const files = keptFiles(server).length;
  for (const kind of kinds) await remove(asha, kind, made[kind]);
  await passTime(server, 7 * dayMs - hourMs);
  expect((await browse(server, asha).get("/bin")).text).toContain("pumice");
  await passTime(server, 2 * hourMs);
  await waitUntil("the bin is empty", () => rows("select 1 from bin").length === 0);
  for (const kind of kinds) expect([kind, await statusOf(asha, kind, made[kind])]).toEqual([kind, 404]);
  await waitUntil("the files are gone", () => keptFiles(server).length < files - 1);
  expect(rows("select * from bin_rows")).toEqual([]);
});

test("a member who deletes the account leaves nothing in the bin and cannot restore anything", async () => {
  const leaver = await join(server, "asha", "leaver@college.example");
  const mine = await upload(leaver);
  const { id: ownEvent } = await announce(leaver, { date: inHours(240) });
  await rohan.call("POST", `/api/events/${ownEvent}/register`);
  const { id: otherEvent } = await announce(kabir, { date: inHours(240) });
  await leaver.call("POST", `/api/events/${otherEvent}/register`);
  await rohan.call("POST", `/api/events/${otherEvent}/register`);
  await remove(leaver, "resource", mine.id);
  await remove(leaver, "event", ownEvent);
  await remove(kabir, "event", otherEvent);
  const files = keptFiles(server).length;
  await browse(server, leaver).post("/account/delete", { posts: "keep", currentPassword: password });
  expect(rows("select * from bin where author_id = ?", Number(leaver.id))).toEqual([]);
  expect(rows("select * from bin_rows where member_id = ?", Number(leaver.id))).toEqual([]);
  expect(keptFiles(server).length).toBe(files - 1);
  expect(eventNotices(rohan, ownEvent)).toEqual(["event-cancelled"]);
  expect(await statusOf(kabir, "event", otherEvent)).toBe(200);
  expect(rows("select registration_count as count from events where id = ?", Number(otherEvent))).toEqual([
    { count: 1 },
  ]);
});
