import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { minuteMs } from "../support/notices.ts";
import { mailedLink, outbox } from "../support/outbox.ts";
import { job, join, registration } from "../support/people.ts";
import { clock, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest({ RATE_LIMITS: "off", SITE_NAME: "Sextant" }, clock);

const register = (changes: object, email: string) => ({ ...registration("asha", email), ...changes });
const lure = "Your account\r\nis blocked. Log in at\u202e\u200b evil.example\r\n\r\nThe team";

test("a name is one line without hidden characters and is not an address", async ({ guest }) => {
  const answer = await guest.call(
    "POST",
    "/api/users/register",
    register({ firstName: "As\u202eha\r\n\u200b", lastName: "Ver\tma\u2066" }, "lines@college.example"),
  );
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ user: { name: "Asha Ver ma" } });
  for (const firstName of ["https://evil.example", "Win http://evil.example", "ht\u200btps://x"]) {
    const refused = await guest.call(
      "POST",
      "/api/users/register",
      register({ firstName }, "no@college.example"),
    );
    expect(refused.status, firstName).toBe(422);
    expect(refused.body).toMatchObject({ errors: { firstName: ["A name cannot contain a web address"] } });
  }
  for (const firstName of ["\u200b\u200b", "\u3164", "\u2800", "\u202e"]) {
    const refused = await guest.call(
      "POST",
      "/api/users/register",
      register({ firstName }, "no@college.example"),
    );
    expect(refused.body).toMatchObject({ errors: { firstName: ["First name is required"] } });
  }
});

test("names in Indian scripts keep their joiners", async ({ guest }) => {
  const answer = await guest.call(
    "POST",
    "/api/users/register",
    register({ firstName: "श्री\u200dराम", lastName: "क्\u200cषेत्र" }, "joiners@college.example"),
  );
  expect(answer.body).toMatchObject({ user: { name: "श्री\u200dराम क्\u200cषेत्र" } });
});

test("a job's short texts have one line, and its description keeps its lines", async ({ server }) => {
  const asha = await join(server, "asha");
  const posted = await asha.call("POST", "/api/jobs", {
    ...job,
    title: "Firmware\r\nintern\u202e",
    companyName: "North\u200blight\nRobotics",
    locations: ["Pu\u2066ne\n", "Kochi"],
    description: "First\r\nsecond",
  });
  expect(posted.status).toBe(201);
  expect(posted.body).toMatchObject({
    title: "Firmware intern",
    companyName: "Northlight Robotics",
    locations: ["Pune", "Kochi"],
    description: "First\nsecond",
  });
  const refused = await asha.call("POST", "/api/jobs", { ...job, companyName: "https://evil.example" });
  expect(refused.status).toBe(422);
});

test("the mail with a new password's link contains nothing that the requester wrote", async ({
  guest,
  server,
}) => {
  const meera = await join(server, "meera");
  await guest.post("/forgot-password", { email: meera.email });
  await mailedLink(server, meera.email, "/reset-password");
  const mail = outbox(server).find((each) => each.includes(`To: ${meera.email}`)) ?? "";
  expect(mail).not.toContain("Meera");
});

test("the mail about unread messages quotes names and does not begin with one", async ({ guest, server }) => {
  const rohan = await join(server, "rohan");
  const answer = await guest.call(
    "POST",
    "/api/users/register",
    register({ firstName: lure.slice(0, 50), lastName: "The “team”" }, "lure@college.example"),
  );
  expect(answer.status).toBe(201);
  const { token, user } = answer.body;
  if (token === null) throw new Error("nobody was registered");
  guest.token = token;
  await guest.call("POST", "/api/messages/send", {
    senderId: user.id,
    receiverId: rohan.id,
    content: "Log in at evil.example",
  });
  server.database().prepare("update messages set sent_at = sent_at - 3600000").run();
  await passTime(server, minuteMs);
  const mail = await waitUntil("the mail about the message", () =>
    outbox(server).find((each) => each.includes(`To: ${rohan.email}`)),
  );
  const [head = "", body = ""] = mail.split(/\n\n([\s\S]*)/);
  expect(/^Subject: (.*)$/m.exec(head)?.[1]).toMatch(/^New message on Sextant from “Your account is blocked/);
  expect(body).toMatch(/^Hello,\n\nNew message on Sextant from “Your account/m);
  expect(mail).not.toContain("evil.example");
  expect(mail).not.toContain("“team”");
});
