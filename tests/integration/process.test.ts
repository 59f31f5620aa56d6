import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseSettings, exitOf } from "../support/commands.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { browse, join, password, people, registration } from "../support/people.ts";
import { startProxy } from "../support/proxy.ts";
import { question } from "../support/questions.ts";
import { beginRegistration, sendRaw } from "../support/raw.ts";
import { startServer } from "../support/server.ts";
import { problemOf, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let guest: Visitor;
beforeAll(async () => {
  guest = new Visitor(server.url);
});

describe("the environment", () => {
  const start = (settings: Record<string, string>) => {
    const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-env-"));
    const { status, stderr } = spawnSync("node", ["build/server/index.js"], {
      env: { ...baseSettings, NODE_ENV: "production", STORAGE_DIR: folder, PORT: "0", ...settings },
      encoding: "utf8",
      timeout: 120_000,
    });
    const stored = readdirSync(folder);
    rmSync(folder, { recursive: true });
    return { status, lines: stderr.trim().split("\n"), stored };
  };

  const longName = "x".repeat(41);
  test.each<[Record<string, string>, string[]]>([
    [
      {
        PORT: "http",
        APP_URL: "quadrant.example",
        TIME_ZONE: "Mars/Olympus",
        SESSION_SECRET: "short",
        METRICS_TOKEN_FILE: "/dev/null",
        REGISTRATION: "domain",
        SMTP_URL: "smtp://asha:secret@mail.example?ignoreTLS=true",
        DATABASE_URL: "rqlite://user:secret@db.example:4001",
        SCAN_COMMAND: "  ",
        GOOGLE_CLIENT_ID: "quadrant",
        OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0",
      },
      [
        "METRICS_TOKEN_FILE is empty (/dev/null)",
        "PORT must be a whole number",
        "APP_URL must be an http or https address",
        "TIME_ZONE must be a time zone such as Asia/Kolkata",
        "SESSION_SECRET must have at least 32 characters",
        "SMTP_URL must not send a password unencrypted: leave out ignoreTLS",
        "DATABASE_URL must not send its password unencrypted to another machine: add ?plain=true where the network between them is your own",
        "OIDC_ISSUER must name one tenant: in any other, people choose their own addresses",
        "SCAN_COMMAND must name a command that exists",
        "ALLOWED_EMAIL_DOMAINS must name at least one domain when REGISTRATION is domain",
        "GOOGLE_CLIENT_SECRET must be set when GOOGLE_CLIENT_ID is",
        "OIDC_CLIENT_ID must be set when OIDC_ISSUER is",
        "OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is",
      ],
    ],
    [
      {
        PORT: "99999",
        TRUST_PROXY: "1",
        APP_URl: "https://quadrant.example",
        SMTP_ULR: "smtp://mail.example",
        MAIL_FORM: "hello@college.example",
        MAIL_FRM: "hello@college.example",
        CONTACTS: "hello@college.example",
        POST: "3000",
        STORAGE_DIR: "package.json",
        GOOGLE_ISSUER: "google",
        OIDC_ISSUER: "http://login.college.example",
        OIDC_CLIENT_ID: "quadrant",
        OIDC_CLIENT_SECRET: "secret",
        SITE_NAME: longName,
        REGISTRATION: "closed",
        LOG_LEVEL: "loud",
        PASSWORD_POLICY: "hard",
        SCAN_COMMAND: "/nowhere/scan -x",
        SESSION_SECRET_FILE: "/nowhere/at/all",
      },
      [
        "SESSION_SECRET_FILE cannot be read (/nowhere/at/all)",
        "APP_URl is not a setting. Did you mean APP_URL?",
        "MAIL_FRM is not a setting. Did you mean MAIL_FROM?",
        "CONTACTS is not a setting. Did you mean CONTACT?",
        `STORAGE_DIR ${joinPath(process.cwd(), "package.json")} is a file`,
        "PORT must be at most 65535",
        "APP_URL must be set when TRUST_PROXY is",
        "GOOGLE_ISSUER must be an https address",
        "OIDC_ISSUER must be an https address, without a query",
        "SITE_NAME must have at most 40 characters",
        "REGISTRATION must be open, domain or approval",
        "PASSWORD_POLICY must be open or strict",
        "LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent",
        "SCAN_COMMAND must name a command that exists",
      ],
    ],
    ...sample(
      [
        "smtp://mail:25#x@mail.example:587",
        "smtps://us#er:secret@mail.example",
        "smtp://mail:25?x@mail.example",
        "smtp://mail/x@mail.example",
        "smtp://mail:50%@mail.example",
        "smtp:mail.example:587",
        "smtp://mail.example,587",
      ],
      3,
    ).map((SMTP_URL): [Record<string, string>, string[]] => [
      { SMTP_URL },
      [
        "SMTP_URL must be an address such as smtps://user:password@mail.example:465: write # / ? % of a password as %23 %2F %3F %25",
      ],
    ]),
    ...sample(
      [
        "hello@college.example, two@college.example",
        "Quadrant <hello@college.example",
        "Quadrant hello@college.example>",
        "Quadrant <hello@college.example> <two@college.example>",
        "Quadrant <hello>",
        "Quadrant, College <hello@college.example>",
      ],
      3,
    ).map((MAIL_FROM): [Record<string, string>, string[]] => [
      { MAIL_FROM },
      ["MAIL_FROM must be one mailbox, such as Quadrant <hello@college.example>"],
    ]),
    ...sample(["foo@college.example", "*.college.example", "college"], 3).map(
      (name): [Record<string, string>, string[]] => [
        { REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: `college.example,${name}` },
        ["ALLOWED_EMAIL_DOMAINS must be domains such as college.example"],
      ],
    ),
    ...sized<[Record<string, string>, string[]][]>(
      [],
      [[{ STORAGE_DIR: "/proc/foo" }, ["STORAGE_DIR /proc/foo cannot be made (ENOENT)"]]],
    ),
  ])("invalid settings stop the start with one line, before the database is opened: %j", (settings, said) => {
    const { status, lines, stored } = start(settings);
    expect({ status, stored, rest: lines.slice(1) }).toEqual({ status: 1, stored: [], rest: [] });
    expect(lines[0]?.startsWith("Environment: ")).toBe(true);
    expect(lines[0]?.slice("Environment: ".length).split("; ").sort()).toEqual(said.toSorted());
  });

  test("a secret in a file needs 32 characters as well, not counting blanks", () => {
    const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-secret-"));
    const file = joinPath(folder, "secret");
    for (const text of ["x".repeat(31), `${"x".repeat(31)}\n`, "  \n"]) {
      writeFileSync(file, text);
      const { status, lines, stored } = start({ SESSION_SECRET_FILE: file });
      expect([status, stored, lines]).toEqual([
        1,
        [],
        [expect.stringMatching(/^Environment: SESSION_SECRET/)],
      ]);
    }
    expect(start({ SESSION_SECRET: " ".repeat(40) }).status).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test("a HOST that is not an address of this machine stops the start", () => {
    expect(start({ HOST: "not.a.host" })).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^Environment: HOST not\.a\.host is not an address/)],
      stored: [],
    });
  });

  test("the log names settings that have no effect, and misspelled ones", async () => {
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", GOOGLE_ISSUER: "https://login.example", BACKUP_KEEP: "3" };
    const other = await startServer({
      ...mail,
      ALLOWED_EMAIL_DOMAINS: "@College.example",
      SMTP_URI: "smtp://127.0.0.1:9",
      RQLITE_OLD: "yes",
      METRICS_TOKEN: "one of two places",
      METRICS_TOKEN_FILE: "package.json",
    });
    await new Visitor(other.url).get("/healthz");
    for (const line of [
      "ALLOWED_EMAIL_DOMAINS has no effect: anybody can register: set REGISTRATION=domain",
      "MAIL_FROM is not set: mails go out as no-reply@localhost",
      "GOOGLE_ISSUER has no effect",
      "BACKUP_KEEP has no effect: set BACKUP_EVERY",
      "RQLITE_OLD has no effect: set DATABASE_URL",
      "METRICS_TOKEN has no effect: METRICS_TOKEN_FILE is set, too",
      "SMTP_URI is not a setting. Did you mean SMTP_URL?",
    ])
      expect(other.logged()).toContain(line);
    await other.stop();
  });

  test("a domain may begin with @, and a missing secret is generated with mode 600", async () => {
    expect(statSync(joinPath(server.storage, "session-secret")).mode & 0o777).toBe(0o600);
    const file = joinPath(server.storage, "given-secret");
    writeFileSync(file, `${"s".repeat(40)}\n`);
    const settings = { REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: "@College.example" };
    const other = await startServer({ ...settings, SESSION_SECRET_FILE: file });
    const visitor = new Visitor(other.url);
    const sent = await visitor.call("POST", "/api/users/register", registration("asha"));
    expect(sent.status).toBe(202);
    expect(() => statSync(joinPath(other.storage, "session-secret"))).toThrow();
    await other.stop();
  });
});

describe("every response", () => {
  test.each(["/", "/login", "/jobs", "/nowhere", "/api/jobs", "/healthz"])(
    "the response to %s has security headers",
    async (path) => {
      const { headers } = await guest.get(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("Strict-Transport-Security")).toBeNull();
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("style-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*/);
    },
  );

  test("pages have no inline handlers or styles, and a fresh nonce for inline scripts", async () => {
    const nonces: string[] = [];
    for (const path of [
      "/",
      "/login",
      "/register",
      "/register",
      "/register?redirectTo=%2Fjobs",
      "/jobs",
      "/nowhere",
    ]) {
      const { text, headers } = await guest.get(path);
      expect(text).not.toMatch(/\sstyle="|\son[a-z]+="|<style/);
      const nonce = /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];
      if (nonce) nonces.push(nonce);
      for (const [script] of text.matchAll(/<script(?![^>]*(?:ld\+json|speculationrules|src="\/))[^>]*>/g))
        expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.length).toBeGreaterThan(2);
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  test("responses are compressed for clients that accept it", async () => {
    for (const encoding of ["br", "gzip"]) {
      const answer = await guest.get("/jobs", { "Accept-Encoding": encoding });
      expect(answer.headers.get("Content-Encoding")).toBe(encoding);
      expect(answer.headers.get("Vary")).toMatch(/accept-encoding/i);
      expect(answer.text).toContain("Job Opportunities");
    }
    expect(
      (await guest.get("/jobs", { "Accept-Encoding": "identity" })).headers.get("Content-Encoding"),
    ).toBeNull();
    // Responses that are not cached use gzip, which compresses faster.
    for (const [accepted, encoding] of Object.entries({ "gzip, br": "gzip", "gzip;q=0, br": null })) {
      const { headers, text } = await guest.get("/sitemap.xml", { "Accept-Encoding": accepted });
      expect([accepted, headers.get("Content-Encoding")]).toEqual([accepted, encoding]);
      if (encoding) expect(headers.get("Vary")).toMatch(/accept-encoding/i);
      expect(text).toContain("</urlset>");
    }
  });

  test("built files are immutable and precompressed", async () => {
    const [asset = ""] = /\/assets\/entry\.client-[\w-]+\.js/.exec((await guest.get("/register")).text) ?? [];
    const answer = await guest.get(asset, { "Accept-Encoding": "br" });
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("Content-Encoding")).toBe("br");
    expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect((await guest.get("/assets/gone-12345678.js")).status).toBe(404);
    for (const path of ["/../package.json", "/assets/..%2f..%2fserver.ts", "/.vite/manifest.json"]) {
      expect(
        await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1\.1 404/);
    }
  });
});

describe("behind a proxy", () => {
  const form = { email: people.asha.email, password };

  const proxies: [string, Record<string, string>, () => Record<string, string>][] = [
    [
      "TRUST_PROXY",
      { TRUST_PROXY: "1", APP_URL: "https://community.example" },
      () => ({ host: "inside:3000", "x-forwarded-for": "198.51.100.1" }),
    ],
    ["APP_URL", { APP_URL: "https://community.example" }, () => ({ host: "inside:3000" })],
  ];
  test.each(sample(proxies, 2))(
    "with %s a page's form works behind a proxy, and the cookie is Secure",
    async (_, settings, added) => {
      const inner = await startServer(settings);
      const proxy = await startProxy(inner.port, added);
      const visitor = new Visitor(proxy.url);
      await join(inner, "asha");
      const refused = await visitor.post("/login", form, { Origin: "http://community.example" });
      expect(refused.status).toBe(403);
      const answer = await visitor.post("/login", form, { Origin: "https://community.example" });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
      const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("__Host-session="));
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/);
      expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
      const built = await visitor.get("/icon.svg");
      expect(built.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
      expect((await visitor.get("/")).text).toContain("Profile menu of Asha Verma");
      proxy.stop();
      await inner.stop();
    },
  );

  test("without TRUST_PROXY forwarded headers are ignored", async () => {
    const proxy = await startProxy(server.port, () => ({
      "x-forwarded-proto": "https",
      "x-forwarded-host": "community.example",
      "x-forwarded-for": "198.51.100.1",
    }));
    const visitor = new Visitor(proxy.url);
    expect((await visitor.post("/login", form, { Origin: "https://community.example" })).status).toBe(403);
    expect(server.logged()).not.toContain("198.51.100.1");
    proxy.stop();
  });
});

describe("unreadable requests", () => {
  test("unreadable requests under /api get a problem document", async () => {
    const cases: [Promise<{ status: number; headers: Headers; body: unknown }>, number][] = [
      [guest.get("/api/nowhere"), 404],
      [guest.call("PUT", "/api/users/login", {}), 405],
      [guest.call("PATCH", "/api/jobs", {}), 405],
      [guest.fetch("/api/jobs", { method: "PATCH" }), 405],
      [
        guest.fetch("/api/users/login", {
          method: "POST",
          body: "{",
          headers: { "Content-Type": "application/json" },
        }),
        400,
      ],
      [
        guest.fetch("/api/users/login", {
          method: "POST",
          body: "[]",
          headers: { "Content-Type": "application/json" },
        }),
        400,
      ],
      [
        guest.fetch("/api/users/login", {
          method: "POST",
          body: "a=1",
          headers: { "Content-Type": "text/plain" },
        }),
        415,
      ],
      [guest.call("POST", "/api/users/login", { email: "x".repeat(1_100_000) }), 413],
    ];
    for (const [sent, status] of cases) {
      const answer = await sent;
      expect(answer.status).toBe(status);
      expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
      const { detail, ...rest } = problemOf(answer);
      expect(detail).toEqual(expect.stringMatching(/.+/));
      expect(rest).toMatchObject({
        type: expect.stringMatching(/^\/developers\/errors#/),
        status,
        success: false,
        error: detail,
        message: detail,
        errors: {},
      });
      expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|node_modules| at /);
    }
    expect((await guest.call("PUT", "/api/users/login", {})).headers.get("Allow")).toBe("POST");
    expect((await guest.fetch("/api/jobs", { method: "OPTIONS" })).headers.get("Allow")).toBe(
      "GET, HEAD, POST",
    );
  });

  test("unreadable requests elsewhere get a friendly page", async () => {
    const cases: [Promise<{ status: number; text: string }>, number][] = [
      [guest.get("/nowhere"), 404],
      [guest.get("/nowhere%ff"), 404],
      [guest.fetch("/jobs", { method: "PUT", body: "x" }), 405],
      [guest.post("/jobs", {}), 405],
      [guest.post("/nowhere", {}), 404],
      [guest.post("/login", { email: "x".repeat(1_100_000) }), 413],
    ];
    for (const [sent, status] of cases) {
      const { status: answered, text } = await sent;
      expect(answered).toBe(status);
      expect(text).toContain("<h1>");
      expect(text).toContain('aria-label="Main"');
      expect(text.slice(0, text.indexOf("</footer>"))).not.toMatch(/node_modules|Error|POST request/);
    }
  });

  test("an oversized body is refused on its length alone, and an endless one in mid-stream", async () => {
    const head = "POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    expect(await sendRaw(server.port, `${head}Content-Length: 99999999\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413/);
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    expect(
      await sendRaw(server.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`),
    ).toMatch(/^HTTP\/1\.1 413/);
  });

  test("a broken request line or host is a 400", async () => {
    expect(await sendRaw(server.port, "GET / HTTP/1.1\r\nHost: a b c\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400/,
    );
    expect(await sendRaw(server.port, "NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await sendRaw(server.port, `GET /${"a".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4(31|14|00)/,
    );
    expect(
      await sendRaw(server.port, "TRACE /jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    ).toMatch(/^HTTP\/1\.1 405/);
  });
});

describe("healthz", () => {
  test("/healthz returns 200 while the database works", async () => {
    const answer = await guest.get("/healthz");
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  });
});

describe("a server error", async () => {
  const metricsToken = "a token for metrics";
  const broken = await startServer({ RATE_LIMITS: "off", METRICS_TOKEN: metricsToken });
  afterAll(async () => void (await broken.stop()));

  test("the health check reports refused writes from the moment the disk is full until a write succeeds", async () => {
    const member = await join(broken, "rohan");
    // A file size limit fails writes as a full disk does, even for root (EFBIG).
    const limitFiles = (limit: string) =>
      expect(spawnSync("prlimit", ["--pid", String(broken.process.pid), `--fsize=${limit}:`]).status).toBe(0);
    const write = async () => (await member.call("POST", "/api/questions", question)).status;
    const readHealth = async () => {
      const { status, text } = await new Visitor(broken.url).get("/healthz");
      return [status, text];
    };
    expect([await write(), await readHealth()]).toEqual([201, [200, '{"status":"ok"}']]);
    const countRefused = async () => {
      const metrics = await new Visitor(broken.url).get("/metrics", {
        Authorization: `Bearer ${metricsToken}`,
      });
      return Number(/^quadrant_refused_writes_total (\d+)$/m.exec(metrics.text)?.[1]);
    };
    expect(await countRefused()).toBe(0);
    limitFiles("4096");
    expect(await write()).toBe(503);
    expect(await countRefused()).toBeGreaterThan(0);
    // Reading it changes nothing. Once writes are possible again, the notices of the question above may be written first.
    for (const _ of [1, 2]) expect(await readHealth()).toEqual([200, '{"status":"ok","writes":"refused"}']);
    limitFiles("unlimited");
    expect([await write(), await readHealth()]).toEqual([201, [200, '{"status":"ok"}']]);
  });

  test("a server error is a 500 or 503 without internals, and its id is in the log", async () => {
    const member = await join(broken, "asha");
    const browser = browse(broken, member);
    const database = broken.database();
    database.pragma("foreign_keys = OFF");
    database.exec("drop table job_drafts; drop table jobs");
    const internals = /job_drafts|SqliteError|no such table|node_modules|\.ts:/;

    const call = await member.get("/api/jobs");
    expect(call.status).toBe(500);
    expect(call.body).toMatchObject({
      status: 500,
      detail: "Something went wrong on our side.",
      success: false,
    });
    expect(call.text).not.toMatch(internals);
    const { requestId } = problemOf(call);
    await expect.poll(broken.logged).toContain(requestId);
    expect(broken.logged()).toContain("no such table");

    const page = await browser.get("/post-job");
    expect(page.status).toBe(503);
    expect(page.text).toContain("Failed to load your draft");
    expect(page.text).toContain("Profile menu of Asha Verma");
    await expect.poll(broken.logged).toContain(String(page.headers.get("X-Request-Id")));
    expect((await browser.get("/nowhere")).text).not.toContain("tell us this number");
    expect(page.text).not.toMatch(internals);

    expect((await browser.get("/healthz")).status).toBe(200);
    database.exec("drop table users");
    const health = await browser.get("/healthz", { Cookie: "" });
    expect([health.status, health.headers.get("Retry-After")]).toEqual([503, "5"]);
  });
});

describe("the log", () => {
  test("standard output has only the JSON log, and lines for people are on standard error", async () => {
    const storage = mkdtempSync(joinPath(tmpdir(), "quadrant-output-"));
    const child = spawn(process.execPath, ["build/server/index.js"], {
      env: {
        ...baseSettings,
        NODE_ENV: "production",
        PORT: "0",
        HOST: "127.0.0.1",
        STORAGE_DIR: storage,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      return () => Buffer.concat(chunks).toString();
    }) as [() => string, () => string];
    await waitUntil("the link is told", () => err().includes("/first-administrator?token="));
    child.kill();
    await exitOf(child, err);
    const lines = out().trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(
      expect.arrayContaining(["listening", "stopping"]),
    );
    rmSync(storage, { recursive: true });
  });

  test("the log has one line per request, with its id and without its query", async () => {
    const answer = await guest.get("/jobs?search=my-private-words");
    const id = String(answer.headers.get("X-Request-Id"));
    await waitUntil("the request is in the log", () => server.logged().includes(id));
    const line = server
      .logged()
      .split("\n")
      .find((each) => each.includes(id));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      level: "info",
      msg: "request",
      method: "GET",
      path: "/jobs",
      status: 200,
      address: "127.0.0.1",
    });
    expect(server.logged()).not.toContain("my-private-words");
  });

  test("the log omits the visitor's address on anonymous features", async () => {
    await guest.get("/api/anonymous-messages?limit=3");
    await guest.get("/messages/anon_abcdef?anonymous=1");
    await guest.call("PUT", "/api/users/anon_abcdef/block");
    const lines = await waitUntil("all are in the log", () => {
      const about = server
        .logged()
        .split("\n")
        .filter((line) => /anonymous|messages|users…/.test(line));
      return about.length >= 3 && about;
    });
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toMatch(/127\.0\.0\.1|anon_|limit/);
    }
  });
});

describe("stopping", () => {
  test("a stopping server finishes requests in flight, accepts no new ones and exits with 0", async () => {
    const stopping = await startServer({ RATE_LIMITS: "off" });
    const agent = new Agent({ keepAlive: true });
    let socket: Socket;
    const idle = await new Promise<Socket>((resolve, reject) => {
      httpRequest({ port: stopping.port, path: "/healthz", agent }, (res) =>
        res.resume().on("end", () => resolve(socket)),
      )
        .on("socket", (given) => {
          socket = given;
        })
        .on("error", reject)
        .end();
    });
    const inFlight = await beginRegistration(stopping);
    const code = stopping.stop();
    // The server closes it: the client would keep it open for longer.
    await waitUntil("the idle connection is closed", () => idle.destroyed);
    await expect(fetch(stopping.url)).rejects.toThrow();
    expect(await inFlight.finish()).toBe(201);
    expect(await code).toBe(0);
    agent.destroy();
  });
});
