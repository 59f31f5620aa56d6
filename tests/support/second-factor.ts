import { Secret, TOTP } from "otpauth";
import { password } from "./people.ts";
import { type Answer, Visitor } from "./visitor.ts";

/** @returns the code that an app shows, by default now, or this many seconds from now */
export const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + seconds * 1000,
  });

/** Sends the password without a code. */
export async function enterPassword(url: string, email: string, path = "/login") {
  const browser = new Visitor(url);
  return { browser, answer: await browser.post(path, { email, password }) };
}

export const readSecret = ({ text }: Answer) => /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(text)?.[1] ?? "";

/** Turns the second factor on in a logged-in browser. @returns the app's secret and the recovery codes */
export async function turnOn(browser: Visitor) {
  const page = "/account/second-factor";
  await browser.post(page, { intent: "start" });
  const secret = readSecret(await browser.get(page));
  for (;;) {
    const halfMinute = Math.floor(Date.now() / 30_000);
    // Uses the previous code, so that a log-in right after this can use the current one.
    const fields = { intent: "confirm", code: codeOf(secret, -30), currentPassword: password };
    const answer = await browser.post(page, fields);
    const codes = [...answer.text.matchAll(/<code>((?:\d{4} ){4}\d{4})<\/code>/g)].map(
      ([, code = ""]) => code,
    );
    // If the half minute ends meanwhile, the server no longer accepts this code.
    const isTooLate = answer.status === 422 && halfMinute !== Math.floor(Date.now() / 30_000);
    if (!isTooLate) return { secret, codes, answer };
  }
}
