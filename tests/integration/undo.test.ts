import { expect, test } from "vitest";
import { createBoard, week } from "../support/boards.ts";
import { announce, readEvent } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, job, join, makeAdmin } from "../support/people.ts";
import { answer, ask, readQuestion } from "../support/questions.ts";
import type { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const asha = await join(server, "asha");
const rohan = await join(server, "rohan");
const meera = await join(server, "meera");
makeAdmin(server, meera);
const ashas = browse(server, asha);
const meeras = browse(server, meera);

const decode = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");

/** Follows the redirect of an action and returns the form with the button Undo. */
async function findUndo(browser: Visitor, location: string | null) {
  const { text } = await browser.get((location ?? "").split("#")[0] ?? "");
  const [, action = "", inputs = ""] =
    /<form[^>]*action="([^"]*)"[^>]*>((?:<input type="hidden"[^>]*>)+)<button[^>]*>Undo/.exec(text) ?? [];
  const fields = Object.fromEntries(
    [...inputs.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value = ""]) => [
      name,
      decode(value),
    ]),
  );
  return action === "" ? null : { action: decode(action), fields };
}

/** Presses a button, then Undo. @returns the state before, after the button and after Undo */
async function pressAndUndo(
  browser: Visitor,
  page: string,
  fields: Record<string, string>,
  read: () => Promise<unknown>,
) {
  const before = await read();
  const pressed = await browser.post(page, fields);
  expect([fields, pressed.status]).toEqual([fields, 303]);
  const after = await read();
  const undo = await findUndo(browser, pressed.headers.get("Location"));
  expect(undo, JSON.stringify(fields)).not.toBeNull();
  if (undo) expect((await browser.post(undo.action, undo.fields)).status).toBe(303);
  return { before, after, undone: await read() };
}

/** Presses each button and its Undo, in order: the second intent starts from the state that the first left. */
async function expectUndo(
  browser: Visitor,
  page: string,
  intents: Record<string, string>[],
  read: () => Promise<unknown>,
) {
  for (const fields of intents) {
    const { before, after, undone } = await pressAndUndo(browser, page, fields, read);
    expect([fields, after]).not.toEqual([fields, before]);
    expect([fields, undone]).toEqual([fields, before]);
    await browser.post(page, fields);
  }
}

const connection = async () => (await asha.get(`/api/users/${rohan.id}`)).body.connection;

test("requests to connect and their answers can be undone where they were made", async () => {
  for (const page of ["/qa-threads", `/people/${rohan.id}`]) {
    await expectUndo(
      ashas,
      page,
      [
        { intent: "ask", userId: rohan.id },
        { intent: "withdraw", userId: rohan.id },
      ],
      connection,
    );
  }
  for (const page of ["/qa-threads", `/people/${rohan.id}`, "/connections", "/notices"]) {
    await rohan.call("PUT", `/api/users/${asha.id}/connection`);
    const fields = { intent: "accept", userId: rohan.id };
    const states = await pressAndUndo(ashas, page, fields, connection);
    expect([page, states]).toEqual([page, { before: "pending", after: "connected", undone: "pending" }]);
    await rohan.call("DELETE", `/api/users/${asha.id}/connection`);
  }
  server.database().exec("delete from connections");
});

test("a request that connects two members who asked each other has no Undo", async () => {
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const asked = await ashas.post("/qa-threads", { intent: "ask", userId: rohan.id });
  expect(await connection()).toBe("connected");
  expect(await findUndo(ashas, asked.headers.get("Location"))).toBeNull();
  server.database().exec("delete from connections");
});

test("an accepted request keeps its row among the notices and says so there", async () => {
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const row = async () => {
    const { text } = await ashas.get("/notices");
    const [, rest = ""] = text.split(`id="request-${rohan.id}"`);
    return rest.slice(0, rest.indexOf("</li>"));
  };
  expect(await row()).toContain(">Accept<");
  const accepted = await ashas.post("/notices", { intent: "accept", userId: rohan.id });
  expect(accepted.headers.get("Location")).toBe(`/notices#request-${rohan.id}`);
  const after = await row();
  expect(after).toContain(">Connected<");
  expect(after).toContain(">Undo<");
  expect(after).not.toContain(">Accept<");
  server.database().exec("delete from connections");
});

test("leaving an event or its waiting list can be undone at once", async () => {
  const free = await announce(rohan, { registrationLimit: null });
  const full = await announce(rohan, { registrationLimit: 1 });
  await meera.call("POST", `/api/events/${full.id}/register`);
  const state = (id: string) => async () => {
    const { registrations, waiting } = await readEvent(asha, id);
    return {
      isRegistered: JSON.stringify(registrations).includes(`"${asha.id}"`),
      isWaiting: waiting !== null,
    };
  };
  for (const page of ["/events", `/events/${free.id}`]) {
    await expectUndo(
      ashas,
      page,
      [
        { intent: "register", event: free.id },
        { intent: "unregister", event: free.id, sure: "1" },
      ],
      state(free.id),
    );
  }
  await expectUndo(
    ashas,
    `/events/${full.id}`,
    [
      { intent: "wait", event: full.id },
      { intent: "leave", event: full.id },
    ],
    state(full.id),
  );
});

test("leaving a waiting list has no Undo if others wait behind, because the place is lost", async () => {
  const event = await announce(rohan, { registrationLimit: 1 });
  await rohan.call("POST", `/api/events/${event.id}/register`);
  const page = `/events/${event.id}`;
  await ashas.post(page, { intent: "wait", event: event.id });
  await meeras.post(page, { intent: "wait", event: event.id });
  const left = await ashas.post(page, { intent: "leave", event: event.id });
  expect(await findUndo(ashas, left.headers.get("Location"))).toBeNull();
});

test("following a question, accepting an answer and locking can be undone", async () => {
  const { id } = await ask(asha);
  const given = await answer(rohan, id);
  const page = new URL((await ashas.get(`/questions/${id}`)).headers.get("Location") ?? "", server.url)
    .pathname;
  const answerKey = `answer-${given.id}`;
  await expectUndo(
    ashas,
    page,
    [
      { intent: "unfollow", post: `question-${id}` },
      { intent: "follow", post: `question-${id}` },
      { intent: "accept", post: answerKey },
      { intent: "unaccept", post: answerKey },
    ],
    async () => {
      const { following, acceptedAnswerId } = await readQuestion(asha, id);
      return { following, acceptedAnswerId };
    },
  );
  await expectUndo(
    meeras,
    `/questions/${id}/moderate`,
    [{ intent: "lock" }, { intent: "unlock" }],
    async () => (await readQuestion(asha, id)).isLocked,
  );
});

const rowsOf = (table: string) => async () =>
  server.database().prepare(`select count(*) from ${table}`).pluck().get();

test("pins, blocks, searches and what a member allows can be undone", async () => {
  const board = await createBoard(server, rohan, { body: week });
  await expectUndo(
    ashas,
    `/boards/${board.slug}`,
    [{ intent: "pin" }, { intent: "unpin" }],
    rowsOf("board_pins"),
  );
  for (const page of ["/blocks", `/messages/${rohan.id}`]) {
    await expectUndo(
      ashas,
      page,
      [
        { intent: "block", person: rohan.id },
        { intent: "unblock", person: rohan.id },
      ],
      rowsOf("blocks"),
    );
  }
  await expectUndo(
    ashas,
    "/blocks",
    [{ intent: "refuse-anonymous" }, { intent: "allow-anonymous" }],
    async () =>
      server
        .database()
        .prepare("select allow_anonymous from users where id = ?")
        .pluck()
        .get(Number(asha.id)),
  );
  const search = { intent: "save", kind: "jobs", query: "search=tide", frequency: "daily" };
  await expectUndo(ashas, "/account/searches", [search], rowsOf("saved_searches"));
});

test("muting and archiving a conversation can be undone", async () => {
  await rohan.call("POST", "/api/messages/send", {
    senderId: rohan.id,
    receiverId: asha.id,
    content: "Ahoy",
    isAnonymous: false,
  });
  await expectUndo(
    ashas,
    `/messages/${rohan.id}`,
    [{ intent: "mute" }, { intent: "unmute" }, { intent: "archive" }, { intent: "unarchive" }],
    async () =>
      server
        .database()
        .prepare(
          "select muted_at is null as is_heard, archived_message_id from conversation_members where user_id = ?",
        )
        .all(Number(asha.id)),
  );
});

test("“Yes, I applied” can be undone", async () => {
  const { body } = await rohan.call("POST", "/api/jobs", job);
  const state = async () =>
    server
      .database()
      .prepare("select state from job_tracking where job_id = ? and state is not null")
      .pluck()
      .all(Number(body.id));
  await expectUndo(ashas, `/jobs/${body.id}`, [{ intent: "applied" }], state);
});

test("moving and hiding an entry of an administrator's list can be undone", async () => {
  const page = "/admin/settings/branches";
  const order = async () =>
    server.database().prepare("select id, is_hidden from branches order by position, id").all();
  for (const name of ["Rigging", "Navigation"]) await meeras.post(page, { intent: "add", name });
  const last = String(
    server.database().prepare("select id from branches order by position desc limit 1").pluck().get(),
  );
  await expectUndo(
    meeras,
    page,
    ["up", "down", "hide", "show"].map((intent) => ({ intent, id: last })),
    order,
  );
});
