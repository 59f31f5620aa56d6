import type { Page } from "@playwright/test";
import { expect, expectAccessible, logIn, newMember, test, watch } from "../support/browser.ts";
import type { Member } from "../support/people.ts";
import { Socket } from "../support/socket.ts";

// What scripts add. Without them each test looks that the page says how to go on, and that nothing of it is in the way.

const say = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });
const field = (page: Page) => page.getByLabel("Message", { exact: true });
const row = (page: Page, text: string) => page.getByRole("log").locator("> div", { hasText: text });

async function expectStill(page: Page): Promise<void> {
  await expect(page.getByRole("link", { name: "Check for new messages" })).toBeVisible();
  await expect(page.getByText("Reconnect")).toHaveCount(0);
}

/** Stands between a page and the server's socket. */
async function between(page: Page) {
  const line = { isCut: false, hasJoined: false, cut: () => {}, hold: null as Promise<void> | null };
  await page.routeWebSocket(/\/realtime/, (socket) => {
    if (line.isCut) return void socket.close({ code: 1011 });
    const server = socket.connectToServer();
    line.cut = () => {
      line.isCut = true;
      server.close();
      void socket.close({ code: 1011 });
    };
    socket.onMessage((frame) => {
      server.send(frame);
      if (String(frame).includes('"join"')) line.hasJoined = true;
    });
    server.onMessage(async (frame) => {
      if (String(frame).includes("message_saved")) await line.hold;
      socket.send(frame);
    });
  });
  return line;
}

test("a message goes from clock to grey to blue, and typing shows", async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await between(page);
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);

  const partner = await Socket.of(rohan);
  let letGo = () => {};
  line.hold = new Promise((resolve) => {
    letGo = resolve;
  });
  await expect(page.getByText("No messages yet")).toBeVisible();
  // Typing is told to nobody before the page is connected.
  await expect.poll(() => line.hasJoined).toBe(true);
  await field(page).pressSequentially("Line one");
  expect(await partner.next("user_typing")).toMatchObject({ senderId: asha.id, name: "Asha Verma" });
  await field(page).press("Shift+Enter");
  await field(page).pressSequentially("line two");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("");
  const sent = row(page, "Line one");
  await expect(sent.getByRole("img", { name: "Sending" })).toBeVisible();
  // The same again within 2 seconds is ignored.
  await field(page).fill("Line one\nline two");
  await field(page).press("Enter");
  const { id, content } = await partner.next("receive_message");
  expect(content).toBe("Line one\nline two");
  letGo();
  await expect(sent.getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByRole("log").locator("> div")).toHaveCount(1);
  await rohan.call("PUT", `/api/messages/seen/${id}`);
  await expect(sent.getByRole("img", { name: "Seen" })).toBeVisible();

  partner.send("typing", { senderId: rohan.id, receiverId: asha.id });
  await expect(page.getByText("Rohan Pillai is typing...")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText("Rohan Pillai is typing...")).toBeHidden();
  await say(rohan, asha, "Got it");
  await expect(row(page, "Got it")).toBeVisible();
  // On screen and visible: it is seen at once.
  const [seen] = [await partner.next("message_seen")];
  expect(seen).toMatchObject({ by: asha.id });
  await partner.close();
});

test("while the line is cut messages wait, and nothing is lost", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  test.setTimeout(45_000);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await say(rohan, asha, "Before");
  const line = await between(page);
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);

  await expect(row(page, "Before")).toBeVisible();
  await field(page).fill("By the socket");
  await field(page).press("Enter");
  await expect(row(page, "By the socket").getByRole("img", { name: "Sent" })).toBeVisible();
  await page.route("**/api/messages/send", (route) => route.abort());
  line.cut();
  for (const text of ["Waiting one", "Waiting two"]) {
    await field(page).fill(text);
    await field(page).press("Enter");
    await expect(row(page, text).getByRole("img", { name: "Sending" })).toBeVisible();
  }
  await say(rohan, asha, "Missed one");
  await say(rohan, asha, "Missed two");
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  await expect(row(page, "Missed one")).toHaveCount(0);

  line.isCut = false;
  await page.unroute("**/api/messages/send");
  await page.getByRole("button", { name: "Reconnect" }).click();
  await expect(row(page, "Waiting two").getByRole("img", { name: "Sent" })).toBeVisible();
  const order = ["Before", "By the socket", "Missed one", "Missed two", "Waiting one", "Waiting two"];
  await expect(page.getByRole("log").locator("> div")).toHaveText(order.map((text) => new RegExp(text)));
  const { body } = await rohan.get(`/api/messages/history/${asha.id}/${rohan.id}`);
  expect((body as { content: string }[]).map(({ content }) => content)).toEqual(order);
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeHidden();
  // The browser tells of each try that the cut line refused.
  const told = errors.filter((error) => !error.includes("ERR_FAILED"));
  errors.splice(0, errors.length, ...told);
});

test("without the socket messages go by POST", async ({ page, server, scripts, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await between(page);
  line.isCut = true;
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);
  await field(page).fill("By POST");
  await field(page).press("Enter");
  await expect(row(page, "By POST").getByRole("img", { name: "Sent" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("one person's two pages agree, and both follow what comes in", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const kabir = await newMember(server, "kabir");
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);
  const second = await page.context().newPage();
  watch(second, errors);
  await second.goto(`/messages/${rohan.id}`);
  await expect(second.getByText("No messages yet")).toBeVisible();
  await field(page).fill("From the first");
  await field(page).press("Enter");
  await expect(row(second, "From the first")).toBeVisible();
  await say(kabir, asha, "A third person");
  for (const each of [page, second]) {
    if (await each.getByText("View Conversations").isVisible())
      await each.getByText("View Conversations").click();
    const list = each.getByRole("region", { name: "Conversations" });
    await expect(list.getByRole("link")).toHaveText([
      /Kabir Sethi1Just nowA third person/,
      /Rohan PillaiJust nowYou: From the first/,
    ]);
  }
});

test("a message that the store refused is marked as such", async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);
  await expect(page.getByText("No messages yet")).toBeVisible();
  const partner = await Socket.of(rohan);
  const database = server.database();
  database.exec(
    `create trigger full before insert on messages when new.sender_id = ${asha.id}
     begin select raise(abort, 'disk full'); end`,
  );
  await field(page).fill("Shown, not kept");
  await field(page).press("Enter");
  await expect(row(page, "Shown, not kept")).toContainText("Message sent but not saved");
  await partner.close();
  await expect
    .poll(async () => {
      await field(page).fill(`Nobody there ${Date.now()}`);
      await field(page).press("Enter");
      return page.getByRole("alert").count();
    })
    .toBe(1);
  await expect(page.getByRole("alert")).toContainText("Failed to send message");
  await expect(field(page)).toHaveValue(/Nobody there/);
  database.exec("drop trigger full");
});

test("a search that fails says so, and a session that ends leads to the log-in", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}`);
  if (!scripts) return expectStill(page);
  await expect(page.getByText("No messages yet")).toBeVisible();
  if (await page.getByText("View Conversations").isVisible())
    await page.getByText("View Conversations").click();
  await page.route("**/api/users?*", (route) => route.abort());
  await page.getByPlaceholder("Search users by name or email...").fill("meera");
  await expect(page.getByRole("alert")).toHaveText("Failed to search users");
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes("ERR_FAILED")));

  // Logged out in another window.
  await page.context().request.post("/logout", { headers: { Origin: server.url } });
  await expect(page).toHaveURL(`/login?redirectTo=%2Fmessages%2F${rohan.id}`);
});
