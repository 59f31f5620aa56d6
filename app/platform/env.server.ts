import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { storageDir } from "#db/storage-dir.ts";
import {
  areNatsAddresses,
  isBucketAddress,
  isContact,
  isIssuer,
  isMailServer,
  isOneTenant,
  isPlainBucket,
  isRqliteAddress,
  oneMailbox,
  sendsPlainPassword,
  sendsPlainSecret,
} from "./addresses.server.ts";
import { generatedSecret, minSecretLength } from "./secrets.server.ts";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema);
const optional = <T extends z.ZodType>(schema: T) => setting(schema.optional());
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: "must be a whole number" })
    .int("must be a whole number")
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
const origin = z
  .string()
  .transform((text) => URL.parse(text))
  .refine((url) => url !== null && /^https?:$/.test(url.protocol), "must be an http or https address")
  .refine((url) => url === null || (url.pathname === "/" && url.search === ""), "must have no path")
  .transform((url) => url?.origin ?? "");

const oneOf = <const Name extends string>(...names: [Name, ...Name[]]) =>
  z.enum(names, `must be ${names.join(", ").replace(/, ([^,]*)$/, " or $1")}`);
const shortText = (max: number) => z.string().max(max, `must have at most ${max} characters`);
const isDomain = (name: string) => /^[^@:/*?#\s]+\.[^@:/*?#\s.]+$/.test(name);
const isEncrypted = "must not send its password unencrypted to another machine";

const command = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine(([name]) => name !== undefined && isCommand(name), "must name a command that exists");

const schema = z.object({
  NODE_ENV: optional(z.string()),
  PORT: setting(wholeNumber(0, 65_535).default(3000)),
  HOST: setting(z.string().default("0.0.0.0")),
  APP_URL: optional(origin),
  TRUST_PROXY: setting(wholeNumber(0, 10).default(0)),
  STORAGE_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z
      .string()
      .refine(isRqliteAddress, "must be an address such as rqlite://user:secret@host:4001")
      .refine(
        (text) => !sendsPlainSecret(text),
        `${isEncrypted}: add ?plain=true where the network between them is your own`,
      ),
  ),
  NATS_URL: optional(
    z
      .string()
      .refine(areNatsAddresses, "must be addresses such as nats://user:secret@host:4222")
      .refine(
        (text) => !text.split(",").some((part) => /^nats:/.test(part.trim()) && sendsPlainSecret(part)),
        `${isEncrypted}: use tls://, or add ?plain=true where the network between them is your own`,
      ),
  ),
  FILES_URL: optional(
    z
      .string()
      .refine(isBucketAddress, "must be an address such as s3://bucket?endpoint=https://host")
      .refine(
        (text) => !isPlainBucket(text),
        "must not send files unencrypted to another machine: use https, or add &plain=true where the network between them is your own",
      ),
  ),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  AWS_REGION: optional(z.string().regex(/^[a-z0-9-]+$/, "must be a region such as us-east-1")),
  /** Lets a server start on an rqlite that is too old: for tests only. */
  RQLITE_OLD: optional(oneOf("yes")),
  SESSION_SECRET: optional(
    z
      .string()
      .refine(
        (text) => text.trim().length >= minSecretLength,
        `must have at least ${minSecretLength} characters`,
      ),
  ),
  SMTP_URL: optional(
    z
      .url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address" })
      .refine(
        isMailServer,
        "must be an address such as smtps://user:password@mail.example:465: write # / ? % of a password as %23 %2F %3F %25",
      )
      .refine(
        (text) => !sendsPlainPassword(text),
        "must not send a password unencrypted: leave out ignoreTLS",
      ),
  ),
  MAIL_FROM: optional(
    z.string().regex(oneMailbox, "must be one mailbox, such as Quadrant <hello@college.example>"),
  ),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: setting(z.url("must be an https address").default("https://accounts.google.com")),
  OIDC_ISSUER: optional(
    z
      .string()
      .refine(isIssuer, "must be an https address, without a query")
      .refine(isOneTenant, "must name one tenant: in any other, people choose their own addresses"),
  ),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  /** The provider's name on buttons and in sentences. */
  OIDC_NAME: setting(shortText(40).default("OpenID")),
  /** Accepts addresses that the provider says nothing about, never those that it calls unverified. */
  OIDC_TRUST_EMAIL: setting(oneOf("no", "yes").default("no")),
  SITE_NAME: setting(shortText(40).default("Quadrant")),
  COLLEGE_NAME: optional(shortText(120)),
  TIME_ZONE: setting(
    z.string().default("Asia/Kolkata").refine(isTimeZone, "must be a time zone such as Asia/Kolkata"),
  ),
  REGISTRATION: setting(oneOf("open", "domain", "approval").default("open")),
  ALLOWED_EMAIL_DOMAINS: setting(
    z
      .string()
      .default("")
      .transform((text) =>
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .map((name) => name.replace(/^@/, ""))
          .filter(Boolean),
      )
      .refine((names) => names.every(isDomain), "must be domains such as college.example"),
  ),
  PASSWORD_POLICY: setting(oneOf("open", "strict").default("open")),
  /** A command and its arguments, separated by spaces. No shell, so no quoting. */
  SCAN_COMMAND: optional(command),
  BACKUP_EVERY: optional(z.string().regex(/^[1-9]\d{0,3}[hd]$/, "must be like 12h or 1d")),
  BACKUP_KEEP: setting(wholeNumber(1, 1000).default(7)),
  /** Like `SCAN_COMMAND`. `{file}` is replaced with the backup's path. */
  BACKUP_COMMAND: optional(
    command.refine((parts) => parts.some((part) => part.includes("{file}")), "must hold {file}"),
  ),
  BACKUP_RECIPIENT: optional(z.string().regex(/^age1[a-z0-9]{50,2000}$/, "must be an age recipient, age1…")),
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  /** An Atom feed of releases, read once a day. */
  UPDATE_FEED: optional(z.url({ protocol: /^https?$/, error: "must be an http or https address" })),
  CONTACT: optional(shortText(200).refine(isContact, "must be a mail address or an http or https address")),
  LOG_LEVEL: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info")),
  QUESTIONS: setting(oneOf("members", "public").default("members")),
  RATE_LIMITS: setting(oneOf("on", "off").default("on")),
});
type Name = keyof typeof schema.shape;
export const settingNames = Object.keys(schema.shape) as Name[];

const needsBucket = ({ FILES_URL, NATS_URL }: NodeJS.ProcessEnv) => !!(FILES_URL || NATS_URL);

const pairs: [Name, (given: NodeJS.ProcessEnv) => boolean, string][] = [
  [
    "ALLOWED_EMAIL_DOMAINS",
    ({ REGISTRATION }) => REGISTRATION === "domain",
    "must name at least one domain when REGISTRATION is domain",
  ],
  // Behind a proxy the `Host` header does not have the public address, which links in mails need.
  ["APP_URL", ({ TRUST_PROXY }) => Number(TRUST_PROXY) > 0, "must be set when TRUST_PROXY is"],
  ["DATABASE_URL", (given) => !!given.NATS_URL, "must be set when NATS_URL is: all nodes share it"],
  ["FILES_URL", (given) => !!given.NATS_URL, "must be set when NATS_URL is: all nodes share it"],
  ["SESSION_SECRET", (given) => !!given.NATS_URL, "must be set when NATS_URL is: all nodes share it"],
  ["AWS_ACCESS_KEY_ID", needsBucket, "must be set when FILES_URL is"],
  ["AWS_SECRET_ACCESS_KEY", needsBucket, "must be set when FILES_URL is"],
  ["AWS_REGION", needsBucket, "must be set when FILES_URL is"],
  ["BACKUP_EVERY", (given) => !!given.BACKUP_COMMAND, "must be set when BACKUP_COMMAND is"],
  ["BACKUP_COMMAND", (given) => !!given.BACKUP_RECIPIENT, "must be set when BACKUP_RECIPIENT is"],
  ["GOOGLE_CLIENT_SECRET", (given) => !!given.GOOGLE_CLIENT_ID, "must be set when GOOGLE_CLIENT_ID is"],
  ["GOOGLE_CLIENT_ID", (given) => !!given.GOOGLE_CLIENT_SECRET, "must be set when GOOGLE_CLIENT_SECRET is"],
  ["OIDC_CLIENT_ID", (given) => !!given.OIDC_ISSUER, "must be set when OIDC_ISSUER is"],
  ["OIDC_CLIENT_SECRET", (given) => !!given.OIDC_ISSUER, "must be set when OIDC_ISSUER is"],
  ["OIDC_ISSUER", (given) => !!given.OIDC_CLIENT_ID, "must be set when OIDC_CLIENT_ID is"],
];

/** The settings that `NAME_FILE` can also read from a file. */
export const secrets = [
  "SESSION_SECRET",
  "DATABASE_URL",
  "NATS_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "SMTP_URL",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "METRICS_TOKEN",
] as const;

export const env = readEnvironment(process.env);
export type Environment = ReturnType<typeof readEnvironment>;

/** @throws an Error whose message names every wrong setting in one line */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  const given: NodeJS.ProcessEnv = { ...variables };
  const unreadable: string[] = [];
  for (const name of secrets) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    try {
      given[name] = readFileSync(file, "utf8").trim();
      if (!given[name]) unreadable.push(`${name}_FILE is empty (${file})`);
    } catch {
      unreadable.push(`${name}_FILE cannot be read (${file})`);
    }
  }
  const result = schema.safeParse(given);
  const wrong = [
    ...unreadable,
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...pairs.flatMap(([name, isNeeded, why]) =>
      !/[^\s,]/.test(given[name] ?? "") && isNeeded(given) ? `${name} ${why}` : [],
    ),
    ...findStorageMistake(),
  ];
  if (!result.success || wrong.length > 0) {
    throw new Error(`Environment: ${[...wrong, ...findMisspelled(variables)].join("; ")}`);
  }
  let sessionSecret = result.data.SESSION_SECRET;
  return {
    ...result.data,
    /** Generated on first use, because the store must be locked and have its database. */
    get SESSION_SECRET(): string {
      sessionSecret ??= generatedSecret("session-secret");
      return sessionSecret;
    },
  };
}

function findStorageMistake(): string[] {
  let folder = storageDir;
  while (!existsSync(dirname(folder))) folder = dirname(folder);
  try {
    if (existsSync(folder)) return statSync(folder).isDirectory() ? [] : [`STORAGE_DIR ${folder} is a file`];
    // Try it, because no other call shows whether a folder can be created here.
    mkdirSync(folder);
    rmdirSync(folder);
    return [];
  } catch (error) {
    return [`STORAGE_DIR ${storageDir} cannot be made (${(error as NodeJS.ErrnoException).code})`];
  }
}

const withoutEffect: [Name, (given: NodeJS.ProcessEnv) => boolean, why: string][] = [
  [
    "ALLOWED_EMAIL_DOMAINS",
    (given) => given.REGISTRATION !== "domain",
    "anybody can register: set REGISTRATION=domain",
  ],
  ["GOOGLE_ISSUER", (given) => !given.GOOGLE_CLIENT_ID, "set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET"],
  ["OIDC_NAME", (given) => !given.OIDC_ISSUER, "set OIDC_ISSUER"],
  ["OIDC_TRUST_EMAIL", (given) => !given.OIDC_ISSUER, "set OIDC_ISSUER"],
  ["BACKUP_KEEP", (given) => !given.BACKUP_EVERY, "set BACKUP_EVERY"],
  ["RQLITE_OLD", (given) => !given.DATABASE_URL && !given.DATABASE_URL_FILE, "set DATABASE_URL"],
  ["MAIL_FROM", (given) => !given.SMTP_URL && !given.SMTP_URL_FILE, "mails only become files: set SMTP_URL"],
  ["AWS_ACCESS_KEY_ID", (given) => !given.FILES_URL, "set FILES_URL"],
  ["AWS_SECRET_ACCESS_KEY", (given) => !given.FILES_URL, "set FILES_URL"],
];

/** Returns a line for each setting without effect, and one if mails are sent but `MAIL_FROM` is missing. */
export function findUnusedSettings(variables: NodeJS.ProcessEnv): string[] {
  const hasMail = variables.SMTP_URL || variables.SMTP_URL_FILE;
  return [
    ...withoutEffect.flatMap(([name, isUnused, why]) =>
      (variables[name] ?? "") !== "" && isUnused(variables) ? [`${name} has no effect: ${why}`] : [],
    ),
    ...secrets.flatMap((name) =>
      variables[name] && variables[`${name}_FILE`] ? [`${name} has no effect: ${name}_FILE is set, too`] : [],
    ),
    ...(hasMail && !variables.MAIL_FROM
      ? [
          `MAIL_FROM is not set: mails go out as no-reply@${URL.parse(variables.APP_URL ?? "")?.hostname ?? "localhost"}`,
        ]
      : []),
  ];
}

/** Finds names that differ from one of ours by case or one letter. Any others belong to other programs. */
export function findMisspelled(variables: NodeJS.ProcessEnv): string[] {
  const known: string[] = [...settingNames, ...secrets.map((name) => `${name}_FILE`)];
  return Object.keys(variables).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = known.find((each) => isMisspelling(name, each));
    return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
  });
}

/**
 * Whether the names differ only in case, or in one letter that was changed, added or left out. Short names may differ only
 * in case, because other programs' variables such as POST are one letter away from ours.
 */
function isMisspelling(name: string, meant: string): boolean {
  const written = name.toUpperCase();
  if (written === meant) return true;
  const shorter = Math.min(written.length, meant.length);
  let start = 0;
  while (start < shorter && written[start] === meant[start]) start++;
  let end = 0;
  while (end < shorter - start && written.at(-1 - end) === meant.at(-1 - end)) end++;
  return meant.length > 5 && Math.max(written.length, meant.length) - start - end === 1;
}

function isCommand(name: string): boolean {
  const folders = name.includes("/") ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
