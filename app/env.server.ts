import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { storageDir } from "#db/storage-dir.ts";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const wholeNumber = (min: number, max: number) =>
  z.coerce.number({ error: "must be a whole number" }).int("must be a whole number").min(min).max(max);
const origin = z
  .string()
  .transform((text) => URL.parse(text))
  .refine((url) => url !== null && /^https?:$/.test(url.protocol), "must be an http or https address")
  .refine((url) => url === null || (url.pathname === "/" && url.search === ""), "must have no path")
  .transform((url) => url?.origin ?? "");

const schema = z
  .object({
    NODE_ENV: optional(z.string()),
    PORT: z.preprocess(blankIsAbsent, wholeNumber(0, 65_535).default(3000)),
    HOST: z.preprocess(blankIsAbsent, z.string().default("0.0.0.0")),
    APP_URL: optional(origin),
    TRUST_PROXY: z.preprocess(blankIsAbsent, wholeNumber(0, 10).default(0)),
    STORAGE_DIR: optional(z.string()),
    SESSION_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
    SMTP_URL: optional(
      z
        .url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address" })
        .refine(
          (text) => !sendsPlainPassword(text),
          "must not send a password unencrypted: leave out ignoreTLS",
        ),
    ),
    MAIL_FROM: optional(z.string().regex(/@/, "must hold a mail address")),
    GOOGLE_CLIENT_ID: optional(z.string()),
    GOOGLE_CLIENT_SECRET: optional(z.string()),
    GOOGLE_ISSUER: z.preprocess(blankIsAbsent, z.url().default("https://accounts.google.com")),
    SITE_NAME: z.preprocess(blankIsAbsent, z.string().max(40).default("Quadrant")),
    COLLEGE_NAME: optional(z.string().max(120)),
    TIME_ZONE: z.preprocess(
      blankIsAbsent,
      z.string().default("Asia/Kolkata").refine(isTimeZone, "must be a time zone such as Asia/Kolkata"),
    ),
    REGISTRATION: z.preprocess(blankIsAbsent, z.enum(["open", "domain", "approval"]).default("open")),
    ALLOWED_EMAIL_DOMAINS: z.preprocess(
      blankIsAbsent,
      z
        .string()
        .default("")
        .transform((text) =>
          text
            .toLowerCase()
            .split(/[\s,]+/)
            .filter(Boolean),
        ),
    ),
    PASSWORD_POLICY: z.preprocess(blankIsAbsent, z.enum(["open", "strict"]).default("open")),
    /** A command and its arguments. Nothing in it is quoted: no shell reads it. */
    SCAN_COMMAND: optional(
      z
        .string()
        .transform((text) => text.split(/\s+/).filter(Boolean))
        .refine((parts) => parts.length > 0, "must name a command"),
    ),
    BACKUP_EVERY: optional(z.string().regex(/^[1-9]\d{0,3}[hd]$/, "must be like 12h or 1d")),
    BACKUP_KEEP: z.preprocess(blankIsAbsent, wholeNumber(1, 1000).default(7)),
    METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
    CONTACT: optional(
      z.string().max(200).refine(isContact, "must be a mail address or an http or https address"),
    ),
    LOG_LEVEL: z.preprocess(
      blankIsAbsent,
      z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    ),
    /** Whether guests read questions and answers, too. */
    QUESTIONS: z.preprocess(blankIsAbsent, z.enum(["members", "public"]).default("members")),
    RATE_LIMITS: z.preprocess(blankIsAbsent, z.enum(["on", "off"]).default("on")),
  })
  .refine((env) => env.REGISTRATION !== "domain" || env.ALLOWED_EMAIL_DOMAINS.length > 0, {
    path: ["ALLOWED_EMAIL_DOMAINS"],
    error: "must name at least one domain when REGISTRATION is domain",
  })
  // Behind a proxy the `Host` header says nothing about the public address, which links in mails need.
  .refine((env) => env.TRUST_PROXY === 0 || env.APP_URL !== undefined, {
    path: ["APP_URL"],
    error: "must be set when TRUST_PROXY is",
  });

/** The settings that `NAME_FILE` can also read from a file. */
const secrets = ["SESSION_SECRET", "SMTP_URL", "GOOGLE_CLIENT_SECRET", "METRICS_TOKEN"] as const;

/** The server's checked settings. A wrong one stops the start with one line. */
export const env = readEnvironment(process.env);
export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Checks the environment.
 * @throws an Error whose message names every wrong setting in one line
 */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  const given: NodeJS.ProcessEnv = { ...variables };
  for (const name of secrets) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    try {
      given[name] = readFileSync(file, "utf8").trim();
    } catch {
      throw new Error(`Environment: ${name}_FILE cannot be read (${file})`);
    }
  }
  const result = schema.safeParse(given);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(`Environment: ${wrong.join("; ")}`);
  }
  return { ...result.data, SESSION_SECRET: result.data.SESSION_SECRET ?? generatedSecret("session-secret") };
}

/** Returns a secret that the server generates once and stores in a file of mode 600. */
function generatedSecret(name: string): string {
  const file = join(storageDir, name);
  try {
    return readFileSync(file, "utf8");
  } catch {
    // With "wx", two processes that start at once agree: one writes the file and both read it.
    try {
      mkdirSync(storageDir, { recursive: true });
      writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw new Error(`Store: ${storageDir} cannot be written (${message}).`);
    }
    return readFileSync(file, "utf8");
  }
}

function sendsPlainPassword(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === "smtp:" &&
    url.searchParams.get("ignoreTLS") === "true" &&
    url.username + url.password !== ""
  );
}

function isContact(text: string): boolean {
  return /^[^\s<>"@:]+@[^\s<>"@:]+$/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
