import { describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { browse, event, join, type Member, makeAdmin, newMember, password } from "../support/people.ts";
import { picture } from "../support/profile.ts";
import { storedFiles } from "../support/upload.ts";
import type { Answer, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

// An upload must store nothing if its sender logs out, or is muted, suspended or deleted while it runs.

const server = await shareServer(unlimited);
const database = server.database();
let count = 0;

const administrator = await join(server, "meera");
makeAdmin(server, administrator);
const admin = browse(server, administrator);

/** Ways for a member to lose the permission. `visitor` is the browser or program that uploads. */
const losses: Record<string, (member: Member, visitor: Visitor) => Promise<unknown>> = {
  "logs out": (_member, visitor) =>
    visitor.token ? visitor.call("POST", "/api/users/logout") : visitor.post("/logout", {}),
  "is suspended": ({ id }) => admin.post("/admin/members", { intent: "suspend", id }),
  "deletes the account": async (member) =>
    browse(server, member).post("/account/delete", { posts: "keep", currentPassword: password }),
  "is muted": async ({ id }) => {
    await admin.post(`/reports/new?subject=user&id=${id}&redirectTo=/jobs`, { reason: "Rude" });
    const report = database.prepare("select max(id) from reports").pluck().get();
    return admin.post(`/admin/reports/${report}`, { intent: "mute", reason: "Spam", length: "day" });
  },
};

const resourceFields = { title: "Notes", categoryId: "1", year: "2" };
const eventFields = Object.fromEntries(
  Object.entries(event).map(([name, value]) => [name, String(value ?? "")]),
);
interface Door {
  method: string;
  path: string;
  field: string;
  fields: Record<string, string>;
  isPage: boolean;
}
const doors: Record<string, Door> = {
  "a resource by call": {
    method: "POST",
    path: "/api/resources",
    field: "file",
    fields: resourceFields,
    isPage: false,
  },
  "a resource by page": {
    method: "POST",
    path: "/resources/upload",
    field: "file",
    fields: resourceFields,
    isPage: true,
  },
  "an avatar by call": {
    method: "PUT",
    path: "/api/users/avatar",
    field: "avatar",
    fields: {},
    isPage: false,
  },
  "an avatar by page": { method: "POST", path: "/profile", field: "avatar", fields: {}, isPage: true },
  "an event's image by call": {
    method: "POST",
    path: "/api/uploads",
    field: "file",
    fields: {},
    isPage: false,
  },
  "an event's image by page": {
    method: "POST",
    path: "/events/new",
    field: "image",
    fields: eventFields,
    isPage: true,
  },
};

/** Sends half of a picture. `finish` sends the remaining half. @returns the upload */
async function startUpload(visitor: Visitor, { method, path, field, fields }: Door) {
  const texts = Object.entries(fields).map(
    ([name, text]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = `${texts.join("")}--cut\r\nContent-Disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\n`;
  // A different picture each time, because identical resources share a file.
  const bytes = await picture(300, 200 + ++count);
  const before = storedFiles(server);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "Content-Type": "multipart/form-data; boundary=cut", Origin: new URL(server.url).origin };
  const init = { method, headers, body: readable, duplex: "half" };
  const answer: Promise<Answer> = visitor.fetch(path, init as RequestInit);
  await writer.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, 300)]));
  await waitUntil("the file arrives", () => storedFiles(server).length > before.length);
  return {
    answer,
    async finish() {
      await writer.write(Buffer.concat([bytes.subarray(300), Buffer.from("\r\n--cut--\r\n")]));
      await writer.close();
      return answer;
    },
  };
}

const countRows = () =>
  ["resources", "images", "events", "files"].map((table) =>
    database.prepare(`select count(*) from ${table}`).pluck().get(),
  );
const kept = () => ({ files: storedFiles(server), rows: countRows() });

// Proves that each upload works otherwise, so that the refusals below have no other cause.
test.each(sample(Object.keys(doors), 3))("%s is stored if its sender keeps the permission", async (name) => {
  const door = doors[name] as Door;
  const member = await newMember(server);
  const before = kept();
  const upload = await startUpload(door.isPage ? browse(server, member) : member, door);
  expect([200, 201, 303]).toContain((await upload.finish()).status);
  expect(kept().files.length).toBe(before.files.length + 2);
});

describe.each(Object.keys(doors))("%s", (name) => {
  const door = doors[name] as Door;
  // The short form tests one loss for each form or call, in rotation.
  const turn = Object.keys(doors).indexOf(name) % 4;
  const some = sample(Object.keys(losses).slice(sized(turn, 0)), 4);

  test.each(some)("an upload stores nothing when its sender %s before its end", async (loss) => {
    const member = await newMember(server);
    const visitor = door.isPage ? browse(server, member) : member;
    const before = kept();
    const upload = await startUpload(visitor, door);
    await losses[loss]?.(member, visitor);
    const answer = await upload.finish();
    expect(door.isPage ? [303, 401, 403] : [loss === "is muted" ? 403 : 401]).toContain(answer.status);
    if (answer.status === 303) expect(answer.headers.get("Location")).toMatch(/^\/login/);
    expect(kept()).toEqual(before);
  });
});

test.each(sample(Object.keys(losses), 2))("the server ends an upload when its sender %s", async (loss) => {
  const member = await newMember(server);
  const before = kept();
  const upload = await startUpload(member, doors["a resource by call"] as Door);
  await losses[loss]?.(member, member);
  await waitUntil("the part is removed", () => storedFiles(server).length === before.files.length);
  await upload.finish().catch(() => {});
  expect(kept()).toEqual(before);
});
