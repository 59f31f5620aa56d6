import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { sample } from "../support/nightly.ts";
import { startServer } from "../support/server.ts";
import { type SmtpServer, startSmtp } from "../support/smtp.ts";
import { clock, passTime } from "../support/time.ts";
import { waitUntil } from "../support/wait-until.ts";

/** Makes the server trust the certificate of the tests. */
const trust = { NODE_EXTRA_CA_CERTS: "tests/support/tls/cert.pem" };
const MAIL_FROM = "Quadrant <hello@college.example>";
const secret = "hunter-and-gatherer";
const isSecret = (line: string) => line.includes(Buffer.from(`\0asha\0${secret}`).toString("base64"));

let plain: SmtpServer;
let encrypted: SmtpServer;
beforeAll(async () => {
  plain = await startSmtp();
  encrypted = await startSmtp(0, { startTls: true });
});
afterAll(async () => {
  await plain.stop();
  await encrypted.stop();
});
const withPassword = (url: string) => url.replace("smtp://", `smtp://asha:${secret}@`);

/** Queues one mail in a server with these settings, waits, and returns what the server logged about it. */
async function sendOne(settings: Record<string, string>): Promise<string> {
  const server = await startServer({ MAIL_FROM, ...settings }, undefined, clock);
  server
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at) values ('k', 'kabir@college.example', 's', 'Only for Kabir.', 1, 1)",
    )
    .run();
  await passTime(server, 2_000);
  await waitUntil("it was tried", () => /mail (sent|server is not ready)/.test(server.logged()));
  await server.stop();
  return server.logged();
}

test("mails and the password are sent over an encrypted connection", async () => {
  expect(await sendOne({ ...trust, SMTP_URL: withPassword(encrypted.url) })).toContain("mail sent");
  expect(encrypted.delivered.at(-1)?.text).toBe("Only for Kabir.");
  expect(encrypted.plainLines.map((line) => line.split(" ")[0])).toEqual([
    "EHLO",
    "STARTTLS",
    "EHLO",
    "STARTTLS",
  ]);
});

describe("without a trusted certificate or encryption nothing is sent", () => {
  const cases: [string, () => string, string][] = [
    ["an unknown certificate", () => withPassword(encrypted.url), "certificate"],
    [
      "no encryption, and told with a parameter of another name",
      () => `${withPassword(plain.url)}?requireTLS=false`,
      "STARTTLS",
    ],
    ["no encryption", () => withPassword(plain.url), "STARTTLS"],
    [
      "no encryption at another address, without a password",
      () => plain.url.replace("127.0.0.1", "0.0.0.0"),
      "STARTTLS",
    ],
  ];
  test.each(sample(cases, 2))("%s", async (_what, url, reason) => {
    const before = [plain, encrypted].map(({ delivered }) => delivered.length);
    const logged = await sendOne({ SMTP_URL: url() });
    expect(logged).toMatch(new RegExp(`"reason":"[^"]*${reason}[^"]*"`));
    expect(logged).not.toContain(secret);
    expect([plain, encrypted].map(({ delivered }) => delivered.length)).toEqual(before);
    const lines = [...plain.plainLines, ...encrypted.plainLines];
    expect(lines.filter((line) => isSecret(line) || /^(AUTH|MAIL|RCPT)/.test(line))).toEqual([]);
  });
});

// `mail.test.ts` tests an unencrypted relay on the same machine.
test("a relay that a parameter allows to be unencrypted gets mails", async () => {
  const elsewhere = plain.url.replace("127.0.0.1", "0.0.0.0");
  const before = plain.delivered.length;
  expect(await sendOne({ SMTP_URL: `${elsewhere}?ignoreTLS=true` })).toContain("mail sent");
  expect(plain.delivered.length).toBe(before + 1);
});

test("doctor says whether its mail was encrypted", async () => {
  const ask = async (SMTP_URL: string, more = {}) =>
    (await runCommand("doctor", "/nowhere/at/all", [], { SMTP_URL, MAIL_FROM, ...more })).stdout;
  expect(await ask(withPassword(encrypted.url), trust)).toContain(
    "took a mail to hello@college.example (encrypted).",
  );
  expect(await ask(plain.url)).toContain("(unencrypted, as SMTP_URL allows).");
});
