import { env } from "#app/platform/env.server.ts";
import { readCookie, setCookie } from "#app/platform/http/cookies.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { RequestContext } from "#app/platform/http/request-context.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { authTexts } from "./texts.ts";

const commonPasswordCount = 10_000;
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].slice(0, commonPasswordCount)),
  );
  return commonPasswords;
}

export interface PasswordOwner {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
}

export const minPasswordLength = env.PASSWORD_POLICY === "strict" ? 10 : 6;

const minNameLength = 4;

export async function isEasyToGuess(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  if (password === "") return false;
  const text = password.slice(0, 100).normalize("NFKC").toLowerCase();
  const common = await loadCommonPasswords();
  const letters = text.replace(/[^\p{L}\p{M}]+/gu, "");
  // People add trailing digits and symbols when a form requires them, so they are ignored.
  if (common.has(text) || common.has(text.replace(/[^\p{L}\p{M}]+$/u, ""))) return true;
  if (new Set(text).size <= 2) return true;
  const names = [settings.siteName, settings.collegeName, owner.firstName, owner.lastName, owner.email]
    .flatMap((name = "") =>
      name
        .slice(0, 200)
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{M}]+/u),
    )
    .filter((name) => name.length >= minNameLength);
  return letters.length >= minNameLength && isMadeOf(letters, names);
}

export function isFormPasswordEasy(form: FormData): Promise<boolean> {
  const read = (name: string) => String(form.get(name) ?? "");
  const [firstName, lastName, email] = ["firstName", "lastName", "email"].map(read);
  return isEasyToGuess(read("password"), { firstName, lastName, email });
}

function isMadeOf(text: string, names: string[]): boolean {
  const starts = [true];
  for (let end = 1; end <= text.length; end++) {
    starts[end] = names.some(
      (name) => starts[end - name.length] === true && text.startsWith(name, end - name.length),
    );
  }
  return starts[text.length] === true;
}

export const withPasswordPolicy = <Texts extends { password: object }>(rules: Texts) => ({
  ...rules,
  password: { ...rules.password, invalid: authTexts.passwordTooShort(minPasswordLength) },
});

/** @throws HttpError 422 under `PASSWORD_POLICY=strict` */
export async function checkNewPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (env.PASSWORD_POLICY !== "strict") return;
  if (Array.from(password).length < minPasswordLength) {
    throw HttpError.forFields({ password: [authTexts.passwordTooShort(minPasswordLength)] });
  }
  if (await isEasyToGuess(password, owner)) {
    throw HttpError.forFields({ password: [authTexts.passwordRefused] });
  }
}

// Registration redirects to exactly `/`, so the advice is passed in a cookie instead of the address.
const noticeCookie = "easy-password";
const noticeSeconds = 60;

export const announceEasyPassword = (requestContext: RequestContext): void =>
  setCookie(requestContext, noticeCookie, "1", noticeSeconds);

export function takeEasyPasswordNotice(requestContext: RequestContext, request: Request): boolean {
  const isAnnounced = readCookie(request, noticeCookie) === "1";
  if (isAnnounced) setCookie(requestContext, noticeCookie, "", 0);
  return isAnnounced;
}
