import { Secret, TOTP } from "otpauth";
import { password } from "./people.ts";
import { type Answer, Visitor } from "./visitor.ts";

/** The code that an app shows, at another moment where one is given in seconds from now. */
export const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + seconds * 1000,
  });

/** Logs in with the password alone. */
export async function enterPassword(url: string, email: string, path = "/login") {
  const browser = new Visitor(url);
  return { browser, answer: await browser.post(path, { email, password }) };
}

export const readSecret = ({ text }: Answer) => /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(text)?.[1] ?? "";

/** Turns the second factor on in a browser that is logged in. Returns the app's secret and the recovery codes. */
export async function turnOn(browser: Visitor) {
  const page = "/account/second-factor";
  await browser.post(page, { intent: "start" });
  const secret = readSecret(await browser.get(page));
  for (;;) {
    const halfMinute = Math.floor(Date.now() / 30_000);
    // The code before this one: a log-in directly after it has one of its own.
    const fields = { intent: "confirm", code: codeOf(secret, -30), currentPassword: password };
    const answer = await browser.post(page, fields);
    const codes = [...answer.text.matchAll(/<code>((?:\d{4} ){4}\d{4})<\/code>/g)].map(
      ([, code = ""]) => code,
    );
    // In the next half minute the server no longer accepts this code.
    const isTooLate = answer.status === 422 && halfMinute !== Math.floor(Date.now() / 30_000);
    if (!isTooLate) return { secret, codes, answer };
  }
}
