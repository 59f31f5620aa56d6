import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { browse, event, job, type Member, newMember } from "../support/people.ts";
import { loseFile, share } from "../support/upload.ts";
import type { Visitor } from "../support/visitor.ts";
import { readZip } from "../support/zip.ts";

const server = await shareServer();

const _count = 0;

const requestData = (browser: Visitor) =>
  fetch(`${server.url}/account/data`, {
    method: "POST",
    headers: { Cookie: `session=${browser.cookies.get("session")}`, Origin: server.url },
  });

/** Downloads a member's archive. @returns its JSON files, parsed, and the others as text */
async function download(browser: Visitor) {
  const response = await requestData(browser);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const bytes = Buffer.from(await response.arrayBuffer());
  const files = readZip(bytes);
  const json = (name: string): Record<string, unknown>[] => JSON.parse(String(files.get(`${name}.json`)));
  return { files, json, text: bytes.toString("latin1") };
}

const say = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });

/** Adds an anonymous conversation directly to the tables. */
function writeAnonymously(hidden: Member, other: Member, alias: string, content: string): void {
  const database = server.database();
  const { lastInsertRowid } = database
    .prepare("insert into conversations (a_id, b_id, alias, created_at) values (?, ?, ?, 1)")
    .run(Number(hidden.id), Number(other.id), alias);
  database
    .prepare(
      "insert into messages (conversation_id, sender_id, receiver_id, content, sent_at) values (?, ?, ?, ?, ?)",
    )
    .run(lastInsertRowid, Number(hidden.id), Number(other.id), content, Date.now());
}

test("the archive contains all of a member's own data and files", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await asha.call("POST", "/api/jobs", job);
  const made = await asha.call("POST", "/api/events", event);
  const eventId = made.body.data.id;
  await asha.call("POST", `/api/events/${eventId}/register`);
  await share(asha, { name: "Tides, week 2.txt", bytes: Buffer.from("The tide rises twice.") });
  await say(asha, rohan, "Do you have the chart?");
  await say(rohan, asha, "Here it is.");
  const browser = browse(server, asha);
  const { files, json } = await download(browser);

  expect(json("profile")).toMatchObject([{ name: "Asha Verma", email: asha.email, phone: "+91 9876543210" }]);
  expect(json("profile")[0]).not.toHaveProperty("passwordHash");
  expect(json("jobs")).toMatchObject([{ title: job.title }]);
  expect(json("events")).toMatchObject([{ title: event.title, startsAt: "2099-03-01T13:00:00.000Z" }]);
  expect(json("registrations")).toMatchObject([{ id: Number(eventId) }]);
  expect(json("messages").map(({ content }) => content)).toEqual(["Do you have the chart?", "Here it is."]);
  expect(
    json("sessions")
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(["browser", "token"]);
  for (const name of ["connections", "blocks", "reports", "waiting", "job-draft", "saved-jobs"])
    expect(json(name)).toEqual([]);
  const [resource] = json("resources");
  expect(String(files.get(`files/${resource?.id}-Tides, week 2.txt`))).toBe("The tide rises twice.");
});

test("the archive names anonymous partners by alias only, and contains no data of other members", async () => {
  const [meera, kabir, rohan] = [
    await newMember(server, "meera"),
    await newMember(server, "kabir"),
    await newMember(server, "rohan"),
  ];
  writeAnonymously(kabir, meera, "anon_secretive", "Who am I?");
  await say(rohan, kabir, "Only for Kabir");
  const { json, text } = await download(browse(server, meera));
  expect(json("messages")).toMatchObject([
    { senderId: "anon_secretive", sender: { name: "Anonymous", email: null }, content: "Who am I?" },
  ]);
  for (const secret of [kabir.email, "Kabir Sethi", "Only for Kabir", rohan.email]) {
    expect(text).not.toContain(secret);
  }
  const own = await download(browse(server, kabir));
  expect(own.json("messages").map(({ receiverId }) => receiverId)).toContain(meera.id);
});

test("thousands of messages are complete and in order", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await say(asha, rohan, "Message 0");
  const database = server.database();
  const { id } = database
    .prepare("select max(id) as id from conversations where a_id = ?")
    .get(Number(asha.id)) as { id: number };
  const insert = database.prepare(
    "insert into messages (conversation_id, sender_id, receiver_id, content, sent_at) values (?, ?, ?, ?, ?)",
  );
  database.transaction(() => {
    for (let n = 1; n < 5_000; n++) insert.run(id, Number(asha.id), Number(rohan.id), `Message ${n}`, n);
  })();
  const { json } = await download(browse(server, rohan));
  expect(json("messages").map(({ content }) => content)).toEqual(
    Array.from({ length: 5_000 }, (_, n) => `Message ${n}`),
  );
});

test("a file missing from the store does not break the rest of the archive", async () => {
  const kabir = await newMember(server, "kabir");
  await share(kabir, { name: "lost.txt", bytes: Buffer.from(`Lost, ${kabir.email}`) });
  const database = server.database();
  const { hash } = database
    .prepare("select file_sha256 as hash from resources where user_id = ?")
    .get(Number(kabir.id)) as { hash: string };
  loseFile(server, hash);
  const { files, json } = await download(browse(server, kabir));
  expect([...files.keys()].filter((name) => name.startsWith("files/"))).toEqual([]);
  expect(json("resources")).toHaveLength(1);
});

test("a member can download the archive five times a day, and no other site can start a download", async () => {
  const rohan = await newMember(server, "rohan");
  const browser = browse(server, rohan);
  const foreign = await browser.fetch("/account/data", {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(foreign.status).toBe(403);
  expect((await browser.get("/account/data")).headers.get("Location")).toBe("/account");
  for (let n = 0; n < 5; n++) {
    const response = await requestData(browser);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  }
  const refused = await browser.post("/account/data", {});
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(refused.text).toContain("You have downloaded your data several times today.");
});

test("the archive has a readable page, without other members' data and with their texts escaped", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await asha.call("POST", "/api/jobs", { ...job, title: "Tides & <script>alert(1)</script>" });
  await say(rohan, asha, "Bring the <b>chart</b>");
  const browser = browse(server, asha);
  const response = await browser.fetch("/account/data?as=page", {
    method: "POST",
    headers: { Origin: server.url },
  });
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(response.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="my-data-[\d-]+\.html"$/,
  );
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const { text } = response;
  const { files } = await download(browser);
  for (const name of files.keys())
    if (name.endsWith(".json")) expect(text).toContain(`<section id="${name.replace(".json", "")}">`);
  for (const shown of [
    "Tides &amp; &lt;script&gt;",
    "Bring the &lt;b&gt;chart",
    asha.email,
    "<dt>Posted at</dt>",
  ])
    expect(text).toContain(shown);
  expect(text).not.toMatch(/<script|<b>|[Pp]assword ?hash/);
  expect(text).toMatch(/<dt>Posted at<\/dt><dd dir="auto">\d+ \w+ \d{4}, \d\d:\d\d/);
  expect(text.trim().endsWith("</body></html>")).toBe(true);
});
