import { job, registration } from "../../tests/support/people.ts";
import { profile, profileForm } from "../../tests/support/profile.ts";
import type { Random } from "./random.ts";
import { body, fields, json, query, text } from "./values.ts";

/** An input to the server. */
export type Input =
  | {
      kind: "request";
      as: "guest" | "member" | "program";
      method: string;
      path: string;
      headers: Record<string, string>;
      body: Buffer | null;
    }
  | { kind: "frames"; isMember: boolean; frames: (string | Buffer)[] }
  | { kind: "bytes"; bytes: Buffer };

const ids = ["1", "2", "3", "0", "-1", "9".repeat(30), "1e3", "x", "%00", "%ff", "1.data", "anon_1"];
const message = { senderId: "1", receiverId: "2", content: "Hello", isAnonymous: false, tempId: "t1" };
const resource = { title: "Notes", description: "", categoryId: "1", year: "2" };

const pages = [
  "/",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/auth/google/complete",
  "/jobs",
  "/jobs/:id",
  "/jobs/:id/edit",
  "/post-job",
  "/messages",
  "/messages/:id",
  "/messages/inbox",
  "/blocks",
  "/mail-settings",
  "/notices",
  "/notices/stop",
  "/account/notices",
  "/account/notices/digest",
  "/account/searches",
  "/qa-threads",
  "/qa-threads/:id",
  "/connections",
  "/profile",
  "/anonymous-post",
  "/reports",
  "/reports/new",
  "/admin",
  "/admin/reports",
  "/admin/reports/:id",
  "/admin/mutes",
  "/admin/feedback",
  "/admin/audit",
  "/account",
  "/account/password",
  "/account/email",
  "/account/email/confirm",
  "/account/sessions",
  "/account/tokens",
  "/account/second-factor",
  "/login/code",
  "/account/delete",
  "/invitation",
  "/admin/members",
  "/admin/members/import/:id",
  "/resources",
  "/resources/browse",
  "/resources/upload",
  "/resources/category/:id",
  "/resources/category/:id/year/:id",
  "/resources/:id",
  "/files/thumbnails/:id",
  "/files/images/:id",
  "/files/avatars/:id",
  "/files/:id/:id",
  "/theme",
  "/healthz",
  "/metrics",
  "/sitemap.xml",
  "/robots.txt",
  "/.well-known/security.txt",
  "/manifest.webmanifest",
  "/auth/google",
  "/auth/google/callback",
  "/feedback",
  "/api",
  "/developers/first-bot",
  "/developers/socket",
  "/developers/:id",
  "/api/openapi.json",
  "/api/users",
  "/api/users/:id",
  "/api/users/me",
  "/api/users/me/blocks",
  "/api/messages/conversations",
  "/api/anonymous-messages",
  "/api/messages/history/:id/:id",
  "/api/jobs",
  "/api/jobs/:id",
  "/api/events",
  "/api/questions",
  "/api/search",
  "/api/resources",
  "/api/resources/:id",
  "/api/resources/categories",
  "/nowhere/:id",
];
const parameters = [
  "q",
  "search",
  "locations",
  "industry",
  "opportunityType",
  "workplaceType",
  "showOpenOnly",
  "limit",
  "cursor",
  "step",
  "page",
  "redirectTo",
  "notice",
  "token",
  "category",
  "categorySlug",
  "year",
  "before",
  "after",
  "inbox",
  "anonymous",
  "preview",
  "edit",
  "as",
  "posted",
  "check",
  "shared",
  "batchYear",
  "batch",
  "state",
  "code",
  "_routes",
  "version",
];

const forms: [string, Record<string, unknown>][] = [
  ["/login", { email: "asha.verma@college.example", password: "x" }],
  ["/register", { ...registration("kabir"), confirmPassword: "a good long secret" }],
  ["/forgot-password", { email: "asha.verma@college.example" }],
  ["/reset-password", { token: "x", password: "x", confirmPassword: "x" }],
  ["/confirm-email", { token: "x" }],
  ["/notices/stop", { member: "1", key: "x" }],
  ["/notices", { intent: "read-all" }],
  ["/account/searches", { intent: "save", kind: "jobs", query: "search=x", frequency: "daily" }],
  ["/account/notices", { digestHour: "8", quietFrom: "22:00", quietTo: "07:00" }],
  ["/account/password", { currentPassword: "x", password: "y", confirmPassword: "y" }],
  ["/account/email", { email: "new@college.example", currentPassword: "x" }],
  ["/account/email/confirm", { token: "x" }],
  ["/account/sessions", { intent: "end", id: "0123456789abcdef" }],
  ["/account/tokens", { name: "Bot", access: "write" }],
  ["/account/second-factor", { intent: "confirm", code: "123 456", currentPassword: "x" }],
  ["/login/code", { code: "123456" }],
  ["/account/delete", { posts: "keep", currentPassword: "x" }],
  ["/account/delete?by=link", { posts: "delete", token: "x" }],
  ["/invitation", { token: "x", password: "x", confirmPassword: "x" }],
  ["/admin/members", { intent: "suspend", id: "1" }],
  ["/admin/members/import/1", { intent: "run" }],
  ["/feedback", { name: "Asha", text: "Good" }],
  ["/theme", { theme: "dark", back: "/" }],
  ["/post-job?step=1", { intent: "next", ...job }],
  ["/post-job?step=2", { intent: "save", ...job }],
  ["/post-job?step=3", { intent: "submit", ...job }],
  ["/jobs/1/edit", job],
  ["/jobs/1", { intent: "close" }],
  ["/messages/2", { content: "Hello" }],
  ["/connections", { intent: "ask", userId: "2", redirectTo: "/qa-threads/2" }],
  ["/connections", { intent: "remove", userId: "2" }],
  ["/profile?edit", profileForm],
  ["/profile", { intent: "remove-avatar" }],
  ["/messages/2?anonymous=1", { content: "Hello" }],
  ["/messages/anon_1", { content: "Hello" }],
  ["/blocks", { intent: "block", person: "2", redirectTo: "/messages/2" }],
  ["/blocks", { intent: "unblock", person: "anon_1", redirectTo: "/blocks" }],
  ["/anonymous-post", { content: "Hello" }],
  ["/reports/new?subject=job&id=1", { reason: "Not a job" }],
  ["/reports/new?subject=alias&id=anon_1", { reason: "Rude" }],
  ["/admin/reports/1", { intent: "dismiss" }],
  ["/admin/mutes", { who: "1" }],
  ["/resources", { intent: "seed" }],
  ["/resources/1", { intent: "delete" }],
];
const calls: [string, string, Record<string, unknown>][] = [
  ["POST", "/api/users/register", registration("kabir")],
  ["POST", "/api/users/login", { email: "asha.verma@college.example", password: "x" }],
  ["POST", "/api/messages/send", message],
  ["POST", "/api/messages/send", { ...message, isAnonymous: true }],
  ["POST", "/api/messages/send", { ...message, receiverId: "anon_1" }],
  ["POST", "/api/anonymous-messages", { content: "Hello" }],
  ["PUT", "/api/messages/seen/1", {}],
  ["PUT", "/api/users/2/block", {}],
  ["DELETE", "/api/users/anon_1/block", {}],
  ["POST", "/api/jobs", job],
  ["PUT", "/api/jobs/1", job],
  ["PUT", "/api/users/1", { ...profile, visibility: { phone: "members" }, allowAnonymous: true }],
  ["PUT", "/api/users/2", profile],
  ["DELETE", "/api/jobs/999", {}],
  ["DELETE", "/api/resources/999", {}],
  ["POST", "/api/seed-categories", {}],
  ["PUT", "/api/users/2/connection", {}],
  ["DELETE", "/api/users/2/connection", {}],
];

const fill = (random: Random, path: string) => path.replace(/:id/g, () => random.pick(ids));
const printable = (value: string) => value.replace(/[^\x20-\x7e]/g, "?").slice(0, 4_000);

/** A read of a page, a file, a list or a data request, with any query and any headers. */
function read(random: Random): Input {
  const path = fill(random, random.pick(pages)) + (random.isTrue(0.15) ? ".data" : "");
  const headers: Record<string, string> = {};
  for (const name of random.several(2, () =>
    random.pick([
      "Cookie",
      "Range",
      "If-None-Match",
      "If-Range",
      "Accept-Encoding",
      "Accept",
      "Authorization",
      "Origin",
      "X-Forwarded-For",
      "Save-Data",
      "Content-Type",
    ]),
  )) {
    headers[name] = headerValue(random, name);
  }
  const as = random.pick(["guest", "member", "program"] as const);
  const method = random.isTrue(0.85)
    ? "GET"
    : random.pick(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST"]);
  return { kind: "request", as, method, path: path + query(random, parameters), headers, body: null };
}

function headerValue(random: Random, name: string): string {
  if (name === "Range")
    return random.pick([
      "bytes=0-",
      "bytes=-1",
      "bytes=5-1",
      "bytes=0-0,2-2",
      `bytes=${"9".repeat(300)}-`,
      "x",
    ]);
  if (name === "Cookie") {
    return random
      .several(
        5,
        () =>
          `${random.pick(["session", "__Host-session", "theme", "known", "google", ""])}=${printable(text(random)).slice(0, 900)}`,
      )
      .join("; ");
  }
  return printable(text(random));
}

function form(random: Random): Input {
  const [path, right] = random.pick(forms);
  const sent = fields(random, right);
  const headers: Record<string, string> = { "Content-Type": "application/x-www-form-urlencoded" };
  let bytes: Buffer = Buffer.from(
    new URLSearchParams(sent.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString(),
  );
  if (random.isTrue(0.1)) {
    headers["Content-Type"] = "multipart/form-data; boundary=cut";
    bytes = multipart(random, sent);
  } else if (random.isTrue(0.03)) {
    headers["Content-Type"] = printable(text(random));
  }
  const target = random.isTrue(0.2) ? path.replace(/(\?|$)/, ".data$1") : path;
  return {
    kind: "request",
    as: random.pick(["guest", "member"]),
    method: "POST",
    path: target,
    headers,
    body: bytes,
  };
}

function call(random: Random): Input {
  const [method, path, right] = random.pick(calls);
  let bytes = Buffer.from(JSON.stringify(body(random, right)));
  if (random.isTrue(0.05)) bytes = bytes.subarray(0, random.below(bytes.length));
  if (random.isTrue(0.03)) bytes = Buffer.from(random.pick(["[", "{"]).repeat(30_000));
  const headers = { "Content-Type": random.isTrue(0.97) ? "application/json" : printable(text(random)) };
  return {
    kind: "request",
    as: random.pick(["guest", "member", "program"]),
    method,
    path,
    headers,
    body: bytes,
  };
}

/** A multipart body that is mostly complete, with broken names, types and boundaries. */
function multipart(random: Random, sent: [string, string][], file?: { name: string; bytes: Buffer }): Buffer {
  const quote = (value: string) => (random.isTrue(0.9) ? value.replace(/["\r\n]/g, "_") : value);
  const parts = sent
    .slice(0, 40)
    .map(([name, value]) =>
      Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${quote(name)}"\r\n\r\n${value}\r\n`),
    );
  if (file) {
    const field = random.pick(["file", "file", "avatar", "avatar", "other", ""]);
    const type = random.isTrue(0.2) ? `Content-Type: ${printable(text(random))}\r\n` : "";
    const head = `--cut\r\nContent-Disposition: form-data; name="${field}"; filename="${quote(file.name)}"\r\n${type}\r\n`;
    parts.splice(
      random.below(parts.length + 1),
      0,
      Buffer.concat([Buffer.from(head), file.bytes, Buffer.from("\r\n")]),
    );
  }
  const whole = Buffer.concat([...parts, Buffer.from(random.isTrue(0.8) ? "--cut--\r\n" : "")]);
  return random.isTrue(0.15) ? whole.subarray(0, random.below(whole.length)) : whole;
}

const starts = [
  "%PDF-1.7\n",
  "\x89PNG\r\n\x1a\n",
  "PK\x03\x04",
  "GIF89a",
  "\xff\xd8\xff\xe0",
  "RIFF\x00\x00\x00\x00WEBP",
  "ID3",
  "plain",
];

function upload(random: Random): Input {
  const name = random.isTrue(0.7)
    ? `a.${random.pick(["txt", "pdf", "png", "zip", "docx", "gif", "mp3", "svg", "exe"])}`
    : text(random).slice(0, 3_000);
  const bytes = Buffer.from(random.pick(starts) + text(random), random.pick(["latin1", "utf8"]));
  const path = random.pick([
    "/api/resources",
    "/api/uploads",
    "/api/users/avatar",
    "/profile",
    "/profile.data",
    "/resources/upload",
    "/resources/upload.data",
  ]);
  const boundary = random.isTrue(0.95) ? "cut" : printable(text(random)).slice(0, 300);
  return {
    kind: "request",
    as: random.pick(["member", "program", "guest"]),
    method: path === "/api/users/avatar" ? "PUT" : "POST",
    path,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: multipart(random, fields(random, resource), random.isTrue(0.9) ? { name, bytes } : undefined),
  };
}

function frames(random: Random): Input {
  const isMember = random.isTrue(0.8);
  const events = [
    "authenticate",
    "join",
    "send_message",
    "typing",
    "join-room",
    "anonymous-message",
    "toString",
    "__proto__",
    text(random),
  ];
  const frame = () => {
    if (random.isTrue(0.1)) return text(random);
    if (random.isTrue(0.05)) return Buffer.from(text(random));
    const right = { ...message, userId: "1", room: "anonymous-chat", token: "quadrant_x" };
    return JSON.stringify({
      event: random.pick(events),
      data: random.isTrue(0.2) ? json(random) : body(random, right),
    });
  };
  return { kind: "frames", isMember, frames: [frame(), ...random.several(10, frame)] };
}

/** Broken or truncated HTTP. */
function bytes(random: Random): Input {
  const target = random.pick([
    "/",
    "//",
    "/%6dessages/2",
    "/Messages/2",
    "*",
    "http://x/",
    "/..%2f..",
    "/\xff\xfe",
    `/${"a/".repeat(3_000)}`,
    "/files/1/x.data",
    "/%",
    "/?%",
  ]);
  const lines = [
    `${random.pick(["GET", "POST", "PUT", "TRACE", "CONNECT", "M-SEARCH", "get", ""])} ${target} HTTP/1.1`,
    `Host: ${random.pick(["x", "a b", "[::1", "x:99999", "", "evil.example/", "x\x80"])}`,
    ...random.several(3, () =>
      random.pick([
        "Content-Length: 10",
        "Content-Length: -1",
        "Transfer-Encoding: chunked",
        "Expect: 100-continue",
        "Connection: Upgrade\r\nUpgrade: websocket",
        "Connection: Upgrade\r\nUpgrade: h2c",
        `Sec-WebSocket-Key: ${printable(text(random)).slice(0, 40)}`,
        "Sec-WebSocket-Version: 13",
        "Content-Type: multipart/form-data; boundary=",
        `Cookie: ${printable(text(random))}`,
      ]),
    ),
  ];
  return {
    kind: "bytes",
    bytes: Buffer.from(`${lines.join("\r\n")}\r\n\r\n${text(random).slice(0, 500)}`, "latin1"),
  };
}

/** Generates the next input. */
export function createInput(random: Random): Input {
  const kind = random.next();
  if (kind < 0.3) return read(random);
  if (kind < 0.55) return form(random);
  if (kind < 0.75) return call(random);
  if (kind < 0.85) return upload(random);
  if (kind < 0.92) return frames(random);
  return bytes(random);
}
