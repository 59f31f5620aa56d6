import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectAccessible,
  hydrated,
  ignoreNetworkErrors,
  newMember,
  test,
  watch,
} from "../support/browser.ts";
import type { Member } from "../support/people.ts";
import { Socket } from "../support/socket.ts";

const send = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });
const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const bubble = (page: Page, text: string) => page.getByRole("log").locator("> div", { hasText: text });

/** Intercepts the page's socket, to cut it or to hold frames back. */
async function interceptSocket(page: Page) {
  const line = { isCut: false, hasJoined: false, cut: () => {}, held: null as Promise<void> | null };
  await page.routeWebSocket(/\/realtime/, (socket) => {
    if (line.isCut) return void socket.close({ code: 1011 });
    const server = socket.connectToServer();
    line.cut = () => {
      line.isCut = true;
      server.close();
      void socket.close({ code: 1011 });
    };
    socket.onMessage((frame) => server.send(frame));
    server.onMessage(async (frame) => {
      if (String(frame).includes('"ready"')) line.hasJoined = true;
      if (String(frame).includes("message_saved")) await line.held;
      socket.send(frame);
    });
  });
  return line;
}

test("a list that arrives late does not hide a message that arrived before it", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const meera = await newMember(server, "meera");
  await send(rohan, asha, "Is the dome open?");
  await send(meera, asha, "Are you coming?");
  await enter(page, server, asha);
  const [read, released, shown] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  await page.route("**/messages/inbox", async (route) => {
    const response = await route.fetch();
    read?.resolve();
    await released?.promise;
    await route.fulfill({ response });
    shown?.resolve();
  });
  await page.goto("/messages?list");
  await read?.promise;
  await send(rohan, asha, "Until ten.");
  const row = page.getByRole("link", { name: /Rohan/ });
  await expect(row).toContainText("Until ten.");
  released?.resolve();
  await shown?.promise;
  await send(meera, asha, "Yes or no?");
  await expect(page.getByRole("link", { name: /Meera/ })).toContainText("Yes or no?");
  await expect(row).toContainText("Until ten.");
  await page.unrouteAll({ behavior: "wait" });
});

test("a message's sign changes from clock to grey tick to blue tick, and typing is shown", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await interceptSocket(page);
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);

  const partner = await Socket.of(rohan);
  let release = () => {};
  line.held = new Promise((resolve) => {
    release = resolve;
  });
  await expect(page.getByText("No messages yet")).toBeVisible();
  // Typing is sent only once the page is connected.
  await expect.poll(() => line.hasJoined).toBe(true);
  await composer(page).pressSequentially("Line one");
  expect(await partner.next("user_typing")).toMatchObject({ senderId: asha.id, name: "Asha Verma" });
  await composer(page).press("Shift+Enter");
  await composer(page).pressSequentially("line two");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("");
  const sent = bubble(page, "Line one");
  await expect(sent.getByRole("img", { name: "Sending" })).toBeVisible();
  // The same text is ignored for two seconds.
  await composer(page).fill("Line one\nline two");
  await composer(page).press("Enter");
  const { id, content } = await partner.next("receive_message");
  expect(content).toBe("Line one\nline two");
  release();
  await expect(sent.getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByRole("log").locator("> div")).toHaveCount(1);
  await rohan.call("PUT", `/api/messages/seen/${id}`);
  await expect(sent.getByRole("img", { name: "Seen" })).toBeVisible();

  partner.send("typing", { senderId: rohan.id, receiverId: asha.id });
  await expect(page.getByText("Rohan Pillai is typing...")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Rohan Pillai is typing...")).toBeHidden();
  await send(rohan, asha, "Got it");
  await expect(bubble(page, "Got it")).toBeVisible();
  // The message is on screen and visible, so it is seen at once.
  const [seen] = [await partner.next("message_seen")];
  expect(seen).toMatchObject({ by: asha.id });
  await partner.close();
});

test("messages wait while the server is unreachable, and none is lost", { tag: "@scripts" }, async ({
  page,
  server,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await send(rohan, asha, "Before");
  const line = await interceptSocket(page);
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);

  await expect(bubble(page, "Before")).toBeVisible();
  await composer(page).fill("By the socket");
  await composer(page).press("Enter");
  await expect(bubble(page, "By the socket").getByRole("img", { name: "Sent" })).toBeVisible();
  await page.route("**/api/messages/send", (route) => route.abort());
  line.cut();
  for (const text of ["Waiting one", "Waiting two"]) {
    await composer(page).fill(text);
    await composer(page).press("Enter");
    await expect(bubble(page, text).getByRole("img", { name: "Sending" })).toBeVisible();
  }
  await send(rohan, asha, "Missed one");
  await send(rohan, asha, "Missed two");
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeVisible();
  await expectAccessible(page);
  await expect(bubble(page, "Missed one")).toHaveCount(0);

  line.isCut = false;
  await page.unroute("**/api/messages/send");
  await page.getByRole("button", { name: "Reconnect" }).click();
  await expect(bubble(page, "Waiting two").getByRole("img", { name: "Sent" })).toBeVisible();
  const order = ["Before", "By the socket", "Missed one", "Missed two", "Waiting one", "Waiting two"];
  await expect(page.getByRole("log").locator("> div")).toHaveText(order.map((text) => new RegExp(text)));
  const { body } = await rohan.get(`/api/messages/history/${asha.id}/${rohan.id}`);
  expect(body.map(({ content }) => content)).toEqual(order);
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeHidden();
  ignoreNetworkErrors(errors);
});

test("messages are sent by POST while the socket is closed", { tag: "@scripts" }, async ({
  page,
  server,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await interceptSocket(page);
  line.isCut = true;
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await composer(page).fill("By POST");
  await composer(page).press("Enter");
  await expect(bubble(page, "By POST").getByRole("img", { name: "Sent" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("two pages of one member stay in sync", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const kabir = await newMember(server, "kabir");
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const second = await page.context().newPage();
  watch(second, errors);
  await second.goto(`/messages/${rohan.id}`);
  await expect(second.getByText("No messages yet")).toBeVisible();
  await composer(page).fill("From the first");
  await composer(page).press("Enter");
  await expect(bubble(second, "From the first")).toBeVisible();
  await send(kabir, asha, "A third person");
  for (const each of [page, second]) {
    if (await each.getByText("View Conversations").isVisible())
      await each.getByText("View Conversations").click();
    const list = each.getByRole("region", { name: "Conversations" });
    await expect(list.getByRole("link")).toHaveText([
      /Kabir Sethi(Just now|\d+ min)A third person1/,
      /Rohan Pillai(Just now|\d+ min)You: From the first/,
    ]);
  }
});

test("a message that was delivered but not saved is marked", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await expect(page.getByText("No messages yet")).toBeVisible();
  const partner = await Socket.of(rohan);
  const database = server.database();
  database.exec(
    `create trigger full before insert on messages when new.sender_id = ${asha.id}
     begin select raise(abort, 'disk full'); end`,
  );
  await composer(page).fill("Shown, not kept");
  await composer(page).press("Enter");
  await expect(bubble(page, "Shown, not kept")).toContainText("Message sent but not saved");
  await partner.close();
  await expect
    .poll(async () => {
      await composer(page).fill(`Nobody there ${Date.now()}`);
      await composer(page).press("Enter");
      return page.getByRole("alert").count();
    })
    .toBe(1);
  await expect(page.getByRole("alert")).toContainText("Failed to send message");
  await expect(composer(page)).toHaveValue(/Nobody there/);
  database.exec("drop trigger full");
});

test("a page whose session ends elsewhere shows the log-in", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await expect(page.getByText("No messages yet")).toBeVisible();
  await hydrated(page);
  // Ended in another window.
  await page.context().request.post("/logout", { headers: { Origin: server.url } });
  await expect(page).toHaveURL(`/login?redirectTo=%2Fmessages%2F${rohan.id}`);
});

test("a message whose frame was lost appears once the socket reconnects, above those received meanwhile", {
  tag: "@scripts",
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await interceptSocket(page);
  await enter(page, server, asha);
  await send(rohan, asha, "The first.");
  await page.goto(`/messages/${rohan.id}`);
  await expect.poll(() => line.hasJoined).toBe(true);
  await expect(bubble(page, "The first.")).toBeVisible();
  await send(rohan, asha, "The second.");
  await expect(bubble(page, "The second.")).toBeVisible();
  // As if another server of the cluster stored a message while frames between servers are lost.
  const database = server.database();
  database.exec(`insert into messages (conversation_id, sender_id, receiver_id, content, sent_at, delivered)
    select conversation_id, sender_id, receiver_id, 'From another server.', sent_at, delivered from messages
    where content = 'The second.' and sender_id = ${rohan.id}`);
  await send(rohan, asha, "The fourth.");
  await expect(bubble(page, "The fourth.")).toBeVisible();
  await expect(bubble(page, "From another server.")).toHaveCount(0);
  line.cut();
  line.isCut = false;
  await expect(bubble(page, "From another server.")).toBeVisible();
  const texts = await page.getByRole("log").innerText();
  expect(texts.indexOf("From another server.")).toBeLessThan(texts.indexOf("The fourth."));
  ignoreNetworkErrors(errors);
});
