import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { mailedLink } from "../support/outbox.ts";
import { join, password, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const easyPasswords = [
  "password",
  "123456",
  "qwertyuiop",
  "Password123!",
  "dragon2027",
  "iloveyou",
  "aaaaaaaaaaaa",
  "Sextant2026",
  "asha.verma",
  "VermaAsha99",
];
const hardPasswords = [password, "four words in a row", "kettle-orbit-91", "Ashen verandah 7"];
const advice = "Your password is easy to guess";

const form = (secret: string, email: string) => {
  const { skills, batchYear, ...person } = registration("asha", email);
  return {
    ...person,
    batchYear: String(batchYear),
    skills: skills.join(),
    password: secret,
    confirmPassword: secret,
  };
};
const askForHint = async (visitor: Visitor, secret: string) => {
  const { firstName, lastName, email, password } = form(secret, "asha.verma@college.example");
  const answer: Answer = await visitor.post("/password-hint", { firstName, lastName, email, password });
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  return (answer.body as { isEasy: boolean }).isEasy;
};

const test = createTest({ SITE_NAME: "Sextant" });

test("the hint recognizes common passwords, the site's name and the person's name", async ({
  guest,
  server,
}) => {
  for (const secret of easyPasswords) expect(await askForHint(guest, secret), secret).toBe(true);
  for (const secret of [...hardPasswords, "", "x".repeat(3).concat("yz")]) {
    expect(await askForHint(guest, secret), secret).toBe(false);
  }
  expect(server.logged()).not.toContain("qwertyuiop");
});

test("an easy password of six characters is accepted with advice, which a rejected form shows as well", async ({
  guest,
}) => {
  const rejected = await guest.post("/register", { ...form("dragon", "easy@college.example"), phone: "" });
  expect(rejected.status).toBe(422);
  expect(rejected.text).toContain(advice);
  expect(rejected.text).not.toContain('value="dragon"');
  const better = await guest.post("/register", { ...form(password, "easy@college.example"), phone: "" });
  expect(better.text).not.toContain(advice);
  const accepted = await guest.post("/register", form("dragon", "easy@college.example"));
  expect(accepted.status).toBe(303);
  expect(accepted.headers.get("Location")).toBe("/");
  expect((await guest.get("/")).text).toContain(advice);
  expect((await guest.get("/")).text).not.toContain(advice);
});

test("the advice appears neither after a good password nor for guests", async ({ guest }) => {
  await guest.post("/register", form(password, "good@college.example"));
  expect((await guest.get("/")).text).not.toContain(advice);
  guest.cookies.clear();
  guest.cookies.set("easy-password", "1");
  expect((await guest.get("/")).text).not.toContain(advice);
});

test("the log-in page warns after a reset to an easy password", async ({ guest, server }) => {
  const rohan = await join(server, "rohan");
  for (const [secret, page] of [
    ["123456", "/login?notice=password-easy"],
    [password, "/login"],
  ] as const) {
    await guest.post("/forgot-password", { email: rohan.email });
    const link = await mailedLink(server, rohan.email, "/reset-password", secret === password ? 2 : 1);
    const token = link.split("token=")[1] ?? "";
    const done = await guest.post("/reset-password", { token, password: secret, confirmPassword: secret });
    expect(done.headers.get("Location")).toBe(page);
    const { text } = await guest.get(page);
    expect(text).toContain("Your password was changed. Please log in with the new one.");
    expect(text.includes(advice)).toBe(secret !== password);
  }
});

test("PASSWORD_POLICY=strict refuses short and easy passwords on the page and in the API", async () => {
  const server = await startServer({ PASSWORD_POLICY: "strict", SITE_NAME: "Sextant" });
  const guest = new Visitor(server.url);
  const register = (secret: string) =>
    guest.call("POST", "/api/users/register", { ...registration("asha"), password: secret });
  const short = await register("kettle-91");
  expect(short.status).toBe(422);
  expect(short.body).toMatchObject({ errors: { password: ["At least 10 characters"] } });
  for (const secret of easyPasswords.filter(({ length }) => length >= 10)) {
    const easy = await register(secret);
    expect(easy.status, secret).toBe(422);
    expect(easy.body).toMatchObject({
      errors: { password: ["This password is too easy to guess. Try three or four words in a row."] },
    });
    const page = await guest.post("/register", form(secret, "asha.verma@college.example"));
    expect(page.status, secret).toBe(422);
    expect(page.text).toContain("too easy to guess");
  }
  expect((await guest.get("/register")).text).toContain('minLength="10"');
  expect((await register(hardPasswords[1] ?? "")).status).toBe(201);

  // A refused password does not use up the reset link.
  const { email } = registration("asha");
  await guest.post("/forgot-password", { email });
  const token = (await mailedLink(server, email, "/reset-password")).split("token=")[1] ?? "";
  const set = (secret: string) =>
    guest.post("/reset-password", { token, password: secret, confirmPassword: secret });
  expect((await set("AshaVerma99")).status).toBe(422);
  expect((await set("short")).status).toBe(422);
  expect((await set("kettle orbit verandah")).status).toBe(303);
  await server.stop();
});
