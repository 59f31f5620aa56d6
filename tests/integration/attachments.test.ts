import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { attachmentTexts } from "../../app/messages/attachment-rules.ts";
import { docx, pdf } from "../../scripts/demo/sample-files.ts";
import type { Message } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, inboxOf, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { join, type Member, makeAdmin, openSession } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { storedFiles } from "../support/upload.ts";
import { type Answer, idIn, problemOf, Visitor } from "../support/visitor.ts";
import { readZip } from "../support/zip.ts";

const server = await shareServer(unlimited);
let count = 0;
const people = () =>
  Promise.all(
    (["asha", "rohan", "meera"] as const).map((name) =>
      join(server, name, `${name}.files${++count}@college.example`),
    ),
  ) as Promise<[Member, Member, Member]>;
const browse = (member: Member): Visitor => {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  return browser;
};

const note = Buffer.from("Bring a ruler.\n");
let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#15527A" } })
    .withExif({ IFD0: { Artist: "Somebody Secret" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
});

const formOf = (files: [name: string, bytes: Buffer][], texts: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  for (const [name, bytes] of files) form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
};
const upload = (by: Visitor, name: string, bytes: Buffer, headers: Record<string, string> = {}) =>
  by.call("POST", "/api/uploads?for=message", formOf([[name, bytes]]), headers);
const uploaded = async (by: Visitor, name: string, bytes: Buffer) => {
  const answer = await upload(by, name, bytes);
  return { id: idIn(answer), url: answer.body.url };
};
const send = async (from: Member, to: string, files: string[], more: object = {}): Promise<Message> =>
  (await sendTo(from, to, "", { attachments: files, ...more })).body;
const refusal = (answer: Answer) => [answer.status, Object.values(problemOf(answer).errors)[0]?.[0]];
const rows = () => server.database().prepare("select count(*) from attachments").pluck().get() as number;
const openers = async (url: string, visitors: Visitor[]) =>
  Promise.all(visitors.map(async (visitor) => (await visitor.get(url)).status));

test("pictures and files are sent with a message, keep their order, and only its two members can open them", async () => {
  const [a, b, c] = await people();
  const socket = await Socket.of(b);
  const first = await upload(a, "Campus map.JPG", photo);
  expect([first.status, Object.keys(first.body)]).toEqual([201, ["id", "url"]]);
  const picture = { id: idIn(first), url: first.body.url };
  const file = await uploaded(a, "../notes.txt", note);
  const guest = new Visitor(server.url);
  expect(await openers(picture.url, [a, browse(a), b, c, guest])).toEqual([200, 200, 404, 404, 404]);

  const message = await send(a, b.id, [file.id, picture.id], { tempId: "f1" });
  expect(message).toMatchObject({ content: "" });
  expect(message.attachments).toEqual([
    {
      id: expect.any(String),
      name: "notes.txt",
      type: "text/plain; charset=utf-8",
      size: note.length,
      url: expect.stringMatching(/^\/files\/messages\/[\w-]{22}\/notes\.txt$/),
      width: null,
      height: null,
    },
    {
      id: expect.any(String),
      name: "Campus map.webp",
      type: "image/webp",
      size: expect.any(Number),
      url: expect.stringMatching(/\/Campus%20map\.webp$/),
      width: 400,
      height: 600,
    },
  ]);
  expect(await socket.next("receive_message")).toEqual(message);
  expect(await readHistory(b, a.id)).toEqual([message]);
  for (const member of [a, b]) expect((await inboxOf(member))[0]?.lastMessage).toBe("File");

  // The address of the unsent upload no longer works, and its id cannot be used again.
  expect(await openers(picture.url, [a, browse(a), b])).toEqual([404, 404, 404]);
  expect(refusal(await sendTo(a, b.id, "Again", { attachments: [picture.id] }))).toEqual([
    422,
    "A file isn't here any more. Choose it again.",
  ]);
  // A retry stores nothing and gets the same answer.
  const again = await sendTo(a, b.id, "", { attachments: [file.id, picture.id], tempId: "f1" });
  expect([again.status, again.body]).toEqual([200, message]);
  const [text, image] = message.attachments ?? [];
  for (const { url = "" } of [text, image, { url: `${image?.url}?size=small` }].map((each) => ({
    url: each?.url,
  }))) {
    expect(await openers(url, [a, b, browse(b), c, browse(c), guest])).toEqual([
      200, 200, 200, 404, 404, 404,
    ]);
  }
  // After a block both can still open earlier files.
  await b.call("PUT", `/api/users/${a.id}/block`);
  expect(await openers(image?.url ?? "", [a, b, c])).toEqual([200, 200, 404]);

  const bytes = async (url: string) => {
    const response = await fetch(server.url + url, { headers: { Authorization: `Bearer ${b.token}` } });
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    return Buffer.from(await response.arrayBuffer());
  };
  expect(await bytes(text?.url ?? "")).toEqual(note);
  const whole = await bytes(image?.url ?? "");
  const { width, height, exif, format } = await sharp(whole).metadata();
  expect({ width, height, exif, format, size: whole.length }).toEqual({
    width: 400,
    height: 600,
    exif: undefined,
    format: "webp",
    size: image?.size,
  });
  const small = await sharp(await bytes(`${image?.url}?size=small`)).metadata();
  expect([small.width, small.height]).toEqual([373, 560]);
  await socket.close();
});

test("a file not allowed in messages is refused and not stored", async () => {
  const [a, b] = await people();
  const before = [rows(), storedFiles(server)];
  const limit = 10 * 1024 * 1024;
  for (const [name, bytes, status] of [
    ["program.exe", note, 415],
    ["photo.png", note, 415],
    ["picture.webp", pdf("Not a picture"), 415],
    ["notes.pdf", note, 415],
    ["empty.txt", Buffer.alloc(0), 422],
    ["large.txt", Buffer.alloc(limit + 1, "a"), 413],
  ] as const)
    expect([name, (await upload(a, name, bytes)).status]).toEqual([name, status]);
  expect((await a.call("POST", "/api/uploads?for=message", formOf([]))).status).toBe(422);
  expect((await upload(new Visitor(server.url), "notes.txt", note)).status).toBe(401);
  expect([rows(), storedFiles(server)]).toEqual(before);
  expect((await upload(a, "just-right.txt", Buffer.alloc(limit, "a"))).status).toBe(201);

  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await uploaded(a, `${n}.txt`, note)).id);
  const [first = ""] = ids;
  const sent = (attachments: unknown, more = {}) => sendTo(a, b.id, "", { attachments, ...more });
  expect(refusal(await sent(ids))).toEqual([422, "A message takes at most 4 files."]);
  for (const wrong of [[first, first], ["x"], [first, "x"], [7], "x", [["x"]], ["y".repeat(65)]])
    expect((await sent(wrong)).status).toBe(422);
  expect(refusal(await sent([]))).toEqual([422, "Write a message first"]);
  expect(refusal(await sent(null))).toEqual([422, "Write a message first"]);
  // To other members an upload does not exist.
  const theirs = await uploaded(b, "theirs.txt", note);
  expect((await sent([theirs.id])).status).toBe(422);
  expect(await readHistory(b, a.id)).toEqual([]);
  expect((await send(a, b.id, ids.slice(1))).attachments?.map(({ name }) => name)).toEqual(
    [1, 2, 3, 4].map((n) => `${n}.txt`),
  );
  // A muted member cannot upload, and a token needs the messages scope.
  server.database().prepare("update users set muted_at = 1 where id = ?").run(Number(a.id));
  expect((await upload(a, "notes.txt", note)).status).toBe(403);
});

test("the browser refuses files with the server's messages", () => {
  const script = readFileSync("app/device/scripts/message-files.ts", "utf8");
  const { tooManyFiles, tooLarge, empty, notAnonymous, gone } = attachmentTexts;
  for (const text of [tooManyFiles, tooLarge, empty, notAnonymous, gone])
    expect(script).toContain(`"${text}"`);
});

test("an upload with a key is stored once, even after its message was sent, and equal files are separate uploads", async () => {
  const [a, b] = await people();
  const key = { "Idempotency-Key": "temp-1-0" };
  const made = await upload(a, "notes.txt", note, key);
  const before = rows();
  expect((await upload(a, "notes.txt", note, key)).body).toEqual(made.body);
  const id = idIn(made);
  const one = await send(a, b.id, [id]);
  expect((await upload(a, "notes.txt", note, key)).body).toEqual(made.body);
  expect(rows()).toBe(before);
  const two = await send(a, b.id, [(await uploaded(a, "notes.txt", note)).id]);
  expect(one.attachments?.[0]?.url).not.toBe(two.attachments?.[0]?.url);
  await a.call("DELETE", `/api/messages/${one.id}`);
  expect(await openers(two.attachments?.[0]?.url ?? "", [b])).toEqual([200]);
});

test("deleting a message removes its files from the store, both archives and every response", async () => {
  const [a, b] = await people();
  const kept = storedFiles(server);
  const words = Buffer.from("Qwyxzet 7731");
  const message = await send(
    a,
    b.id,
    [(await uploaded(a, "zetfile.txt", words)).id, (await uploaded(a, "zetfile.png", photo)).id],
    { tempId: "d1" },
  );
  const archiveOf = async (member: Member) => {
    const browser = browse(member);
    const response = await fetch(`${server.url}/account/data`, {
      method: "POST",
      headers: { Origin: server.url, Cookie: `session=${browser.cookies.get("session")}` },
    });
    return readZip(Buffer.from(await response.arrayBuffer()));
  };
  for (const member of [a, b]) {
    const archive = await archiveOf(member);
    expect(archive.get(`messages/${message.id}-1-zetfile.txt`)).toEqual(words);
    expect(archive.get(`messages/${message.id}-2-zetfile.webp`)?.length).toBe(message.attachments?.[1]?.size);
    expect(String(archive.get("messages.json"))).toContain(message.attachments?.[0]?.url);
  }
  expect(storedFiles(server).length).toBe(kept.length + 3);
  const deleted = (await a.call("DELETE", `/api/messages/${message.id}`)).body;
  expect(deleted.content).toBe("This message was deleted");
  expect(deleted).not.toHaveProperty("attachments");
  expect(await readHistory(b, a.id)).toEqual([deleted]);
  expect(storedFiles(server)).toEqual(kept);
  for (const { url } of message.attachments ?? []) expect(await openers(url, [a, b])).toEqual([404, 404]);
  for (const member of [a, b])
    expect([...(await archiveOf(member)).keys()].some((name) => name.includes("zetfile"))).toBe(false);
  // A retry after the deletion stores nothing.
  const { id } = await uploaded(a, "zetfile.txt", words);
  const again = await sendTo(a, b.id, "", { attachments: [id], tempId: "d1" });
  expect([again.status, again.body]).toEqual([200, deleted]);
  expect(await readHistory(b, a.id)).toHaveLength(1);
});

test("administrators can open only reported files, and the report keeps them", async () => {
  const [a, b, admin] = await people();
  makeAdmin(server, admin);
  const said = await send(a, b.id, [(await uploaded(a, "rude.txt", note)).id]);
  const other = await send(a, b.id, [(await uploaded(a, "polite.txt", note)).id]);
  const [reported = "", unreported = ""] = [said, other].map(({ attachments }) => attachments?.[0]?.url);
  expect(await openers(reported, [browse(admin)])).toEqual([404]);
  const form = await browse(b).get(`/reports/new?subject=message&id=${said.id}`);
  expect(form.text).toContain("Picture or file");
  await browse(b).post(`/reports/new?subject=message&id=${said.id}`, { reason: "Rude" });
  expect(await openers(reported, [browse(admin), browse(b)])).toEqual([200, 200]);
  expect(await openers(unreported, [browse(admin)])).toEqual([404]);
  await a.call("DELETE", `/api/messages/${said.id}`);
  expect(await openers(reported, [browse(admin), browse(b), browse(a)])).toEqual([200, 404, 404]);
  const list = (await browse(admin).get("/admin/reports")).text;
  const reportId = /\/admin\/reports\/(\d+)/.exec(list)?.[1];
  expect((await browse(admin).get(`/admin/reports/${reportId}`)).text).toContain(`href="${reported}"`);
});

test("in an anonymous conversation neither name, type, address nor bytes identify the sender", async () => {
  const [a, b] = await people();
  for (const [name, bytes] of [
    ["asha-verma.docx", docx(["By Asha"])],
    ["asha-verma.pdf", pdf("By Asha")],
  ] as const) {
    const { id } = await uploaded(a, name, bytes);
    expect(refusal(await sendHidden(a, b, "", { attachments: [id] }))).toEqual([
      422,
      "In an anonymous conversation send pictures or plain text: other files can say who made them.",
    ]);
    expect((await send(a, b.id, [id])).attachments?.[0]?.name).toBe(name);
  }
  const socket = await Socket.of(b);
  const ids = [
    (await uploaded(a, "asha-verma-home.jpg", photo)).id,
    (await uploaded(a, "asha-verma.txt", note)).id,
  ];
  const hidden = (await sendHidden(a, b, "", { attachments: ids })).body;
  expect(hidden.attachments?.map(({ name }) => name)).toEqual(["picture-1.webp", "text-2.txt"]);
  const alias = await aliasFor(b);
  const frame = await socket.next("receive_message");
  const views = [JSON.stringify(frame), JSON.stringify(await readHistory(b, alias))];
  for (const view of views) {
    for (const word of ["asha", "verma", ids[0], ids[1], `"${a.id}"`])
      expect([word, view.toLowerCase().includes(String(word).toLowerCase())]).toEqual([word, false]);
  }
  const headers: string[] = [];
  for (const { url } of hidden.attachments ?? []) {
    for (const query of ["", "?size=small"]) {
      const response = await fetch(server.url + url + query, {
        headers: { Authorization: `Bearer ${b.token}` },
      });
      headers.push(JSON.stringify([...response.headers].filter(([name]) => name !== "date")));
      expect(Buffer.from(await response.arrayBuffer()).includes("Somebody Secret")).toBe(false);
    }
  }
  // The answer contains neither the upload's time nor a hash, which would identify equal files.
  const sha = server.database().prepare("select file from attachments").pluck().all() as string[];
  for (const header of headers) {
    expect(header).not.toMatch(/last-modified|asha|verma/i);
    for (const file of sha) expect(header).not.toContain(file);
  }
  const [stored] = server
    .database()
    .prepare("select name from attachments where name like '%verma%' and message_id = ?")
    .all(Number(hidden.id));
  expect(stored).toBeUndefined();
  // The log does not say who opened what.
  const [{ url = "" } = {}] = hidden.attachments ?? [];
  expect(server.logged()).not.toContain(url.split("/")[3]);

  // From a blocked alias the message and its file are accepted but not delivered.
  await b.call("PUT", `/api/users/${alias}/block`);
  const undelivered = (await sendHidden(a, b, "", { attachments: [(await uploaded(a, "x.txt", note)).id] }))
    .body;
  expect(await openers(undelivered.attachments?.[0]?.url ?? "", [a, b])).toEqual([200, 404]);
  await socket.close();
});

test("the names, programs and times of an anonymous sender's files do not change a byte of the received messages", async () => {
  // Unique ids, to distinguish them from other numbers.
  for (const [index, table] of ["users", "conversations", "messages", "attachments"].entries()) {
    server.database().prepare("delete from sqlite_sequence where name = ?").run(table);
    server
      .database()
      .prepare("insert into sqlite_sequence values (?, ?)")
      .run(table, 7e8 + index * 1e6);
  }
  const raw = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, n) => (n * n * 7 + n) % 251));
  const drawn = () => sharp(raw, { raw: { width: 60, height: 40, channels: 3 } });
  const plain = await drawn().png().toBuffer();
  const telling = await drawn()
    .withExif({ IFD0: { Artist: "Somebody Secret", Make: "Secret Phone" }, IFD3: { GPSLatitudeRef: "N" } })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>Somebody Secret</x:xmpmeta>")
    .png({ compressionLevel: 0 })
    .toBuffer();
  const lossless = await drawn().webp({ lossless: true }).toBuffer();
  expect(telling.includes("Somebody Secret")).toBe(true);

  const view = async (files: [name: string, bytes: Buffer][], uploads: number[]) => {
    const [hidden, reader] = await people();
    const socket = await Socket.of(reader);
    const ids: string[] = [];
    for (const index of uploads)
      ids[index] = (await uploaded(hidden, ...(files[index] as [string, Buffer]))).id;
    const sent = (await sendHidden(hidden, reader, "Look", { attachments: ids })).body;
    const alias = await aliasFor(reader);
    const found: unknown[] = [await socket.next("receive_message")];
    for (const path of [
      `/api/messages/history/${reader.id}/${alias}`,
      "/api/messages/conversations",
      "/api/messages/search?q=Look",
      "/api/search?q=Look&kind=messages",
    ])
      found.push((await reader.get(path)).text);
    const { text } = await browse(reader).get(`/messages/${alias}`);
    found.push(/role="log".*?<\/form>/s.exec(text)?.[0]);
    for (const { url } of sent.attachments ?? []) {
      for (const [method, query, headers] of [
        ["GET", "", {}],
        ["GET", "?size=small", {}],
        ["HEAD", "", {}],
        ["GET", "", { Range: "bytes=0-9" }],
      ] as const) {
        const response = await fetch(server.url + url + query, {
          method,
          headers: { ...headers, Authorization: `Bearer ${reader.token}` },
        });
        const own = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
        found.push([response.status, own, Buffer.from(await response.arrayBuffer()).toString("base64")]);
      }
    }
    await socket.close();
    return JSON.stringify(found, null, 1)
      .replaceAll(alias, "ALIAS")
      .replace(
        /(?<=files\/messages\/)[\w-]{22}|(?<="id\\?":\s?\\?")[\w-]{22}|(?<="\\")[\w-]{22}(?=(-small)?\\"")/g,
        "FILE",
      )
      .replace(/(?<!\d)7\d{8}(?!\d)/g, "ID")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d?:\d\d(?!\d)/g, "TIME")
      .split("\n");
  };
  const one = await view(
    [
      ["Asha Verma at home.png", telling],
      ["asha.txt", note],
      ["IMG_2031.PNG", plain],
    ],
    [2, 1, 0],
  );
  expect(one.join()).toContain("picture-1.webp");
  expect(one.length).toBeGreaterThan(60);
  const other = await view(
    [
      ["1.png", plain],
      ["to Rohan.TXT", note],
      ["a.webp", lossless],
    ],
    [0, 1, 2],
  );
  expect(other).toEqual(one);
});

test("the form sends files without scripts, and keeps what was typed if a file is refused", async () => {
  const [a, b] = await people();
  const browser = browse(a);
  const page = (await browser.get(`/messages/${b.id}`)).text;
  expect(page).toMatch(/<form[^>]*enctype="multipart\/form-data"/i);
  expect(page).toMatch(/<input type="file"[^>]*aria-label="Attach files" multiple=""[^>]*name="file"/);
  const post = (files: [string, Buffer][], texts: Record<string, string>, by: Visitor = browser) =>
    by.fetch(`/messages/${b.id}`, {
      method: "POST",
      body: formOf(files, texts),
      headers: { Origin: server.url },
    });
  const kept = [rows(), storedFiles(server)];
  const refused = await post(
    [
      ["fine.txt", note],
      ["program.exe", note],
    ],
    { content: "Look at these" },
  );
  expect(refused.status).toBe(415);
  expect(refused.text).toContain("This type of file is not accepted.");
  expect(refused.text).toMatch(/<textarea[^>]*>Look at these<\/textarea>/);
  const many = Array.from({ length: 5 }, (_, n): [string, Buffer] => [`${n}.txt`, note]);
  expect((await post(many, { content: "Five" })).text).toContain("A message takes at most 4 files.");
  expect((await post([], { content: " " })).text).toContain("Write a message first");
  const guest = await post([["fine.txt", note]], { content: "Typed in vain" }, new Visitor(server.url));
  expect([guest.status, guest.text.includes("Typed in vain")]).toEqual([401, true]);
  await b.call("PUT", `/api/users/${a.id}/block`);
  expect((await post([["fine.txt", note]], { content: "Blocked" })).status).toBe(403);
  await b.call("DELETE", `/api/users/${a.id}/block`);
  expect([rows(), storedFiles(server)]).toEqual(kept);

  expect((await post([["poster.png", photo]], { content: "" })).status).toBe(303);
  expect((await post([], { content: "Text alone" })).status).toBe(303);
  const [sent, text] = await readHistory(b, a.id);
  expect([sent?.attachments?.[0]?.name, text?.content]).toEqual(["poster.webp", "Text alone"]);
  const { url, width, height } = sent?.attachments?.[0] ?? {};
  expect([width, height]).toEqual([400, 600]);
  expect((await browse(b).get(`/messages/${a.id}`)).text).toMatch(
    new RegExp(
      `<a href="${url}"[^>]*><img src="${url}\\?size=small" alt="poster.webp" width="187" height="280"`,
    ),
  );
});

test("a reply to a picture says so, its text can be edited, and it remains for the other member when the account is deleted", async () => {
  const [a, b] = await people();
  const picture = await send(a, b.id, [(await uploaded(a, "poster.png", photo)).id]);
  const answer = (await sendTo(b, a.id, "Fine", { replyTo: picture.id })).body;
  expect(answer).toMatchObject({ replyTo: { id: picture.id, content: "Picture" } });
  const edited = await a.call("PUT", `/api/messages/${picture.id}`, { content: "The poster" });
  expect(edited.body).toMatchObject({ content: "The poster", attachments: picture.attachments });
  const unsent = await uploaded(a, "unsent.txt", note);
  const kept = storedFiles(server).length;
  await browse(a).post("/account/delete", { posts: "delete", currentPassword: "a good long secret" });
  expect(await openers(picture.attachments?.[0]?.url ?? "", [b])).toEqual([200]);
  expect(storedFiles(server).length).toBe(kept - 1);
  expect(await openers(unsent.url, [a])).toEqual([404]);
});

test("programs that ignore files keep working, and a program that uses them needs the messages scope", async () => {
  const [a, b] = await people();
  const before = await sendTo(a, b.id, "Old");
  expect(Object.keys(before.body).sort()).toEqual(
    ["content", "id", "isAnonymous", "receiverId", "seen", "sender", "senderId", "timestamp"].sort(),
  );
  const socket = await Socket.of(a);
  socket.send("send_message", { senderId: a.id, receiverId: b.id, content: "By frame", isAnonymous: false });
  expect(await socket.next("message_saved")).toMatchObject({ message: { content: "By frame" } });
  const { id } = await uploaded(a, "notes.txt", note);
  const frame = { senderId: a.id, receiverId: b.id, isAnonymous: false, tempId: "s1", attachments: [id] };
  socket.send("send_message", frame);
  expect(await socket.next("message_saved")).toMatchObject({
    tempId: "s1",
    message: { content: "", attachments: [{ name: "notes.txt" }] },
  });
  const limit = (scopes: string) =>
    server
      .database()
      .prepare("update sessions set scopes = ? where user_id = ? and kind = 'token'")
      .run(JSON.stringify([scopes]), Number(a.id));
  const [{ attachments = [] } = {}] = (await readHistory(b, a.id)).slice(-1);
  limit("events:write");
  expect((await upload(a, "notes.txt", note)).status).toBe(403);
  expect(await openers(attachments[0]?.url ?? "", [a])).toEqual([404]);
  limit("messages:write");
  expect((await upload(a, "notes.txt", note)).status).toBe(201);
  expect(await openers(attachments[0]?.url ?? "", [a])).toEqual([200]);
  await socket.close();
});
