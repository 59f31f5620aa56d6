/**
 * `npm run check-proxies` runs the server behind nginx and Caddy with the configurations in `deploy/`, and prints its
 * findings. Both must be installed: on Debian, `apt-get install nginx-light caddy`. Takes two minutes.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { join, password } from "../tests/support/people.ts";
import { startServer } from "../tests/support/server.ts";
import { Socket } from "../tests/support/socket.ts";
import { share, storedFiles } from "../tests/support/upload.ts";
import { problemOf, Visitor } from "../tests/support/visitor.ts";
import { waitUntil } from "../tests/support/wait-until.ts";

const certificate = resolve("tests/support/tls/cert.pem");
const key = resolve("tests/support/tls/key.pem");
setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, "utf8")]);
const maxBytes = 50 * 1024 * 1024;
/** Longer than the minute after which proxies close a silent connection by default. */
const socketMs = 70_000;

interface Proxy {
  /** Checks the syntax of an unchanged sample. */
  check: string[];
  run: string[];
  /** Replaces the names, ports and certificates of the sample. */
  adapt(sample: string, folder: string, port: number, target: number): string;
}

const proxies: Record<string, Proxy> = {
  nginx: {
    check: ["nginx", "-t", "-c", "FILE"],
    run: ["nginx", "-c", "FILE"],
    adapt: (sample, folder, port, target) =>
      `daemon off; pid ${folder}/pid; error_log stderr; events {} http {
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${sample
        .replace(/listen( \[::\]:80| 80| \[::\]:443 ssl http2);/g, "")
        .replace("server_name quadrant.example;", `listen 127.0.0.1:${port + 1}; server_name localhost;`)
        .replace("listen 443", `listen 127.0.0.1:${port}`)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
        .replace("/var/log/nginx/quadrant.log", `${folder}/error.log`)
        .replaceAll("quadrant.example", "localhost")
        .replace("127.0.0.1:3000", `127.0.0.1:${target}`)}}`,
  },
  caddy: {
    check: ["caddy", "validate", "--adapter", "caddyfile", "--config", "FILE"],
    run: ["caddy", "run", "--adapter", "caddyfile", "--config", "FILE"],
    adapt: (sample, _folder, port, target) =>
      sample
        .replace("{\n\tlog", "{\n\tadmin off\n\tauto_https disable_redirects\n\tlog")
        .replace("quadrant.example {", `https://localhost:${port} {\n\ttls ${certificate} ${key}`)
        .replace("127.0.0.1:3000", `127.0.0.1:${target}`),
  },
};

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

for (const [name, proxy] of Object.entries(proxies)) {
  const folder = mkdtempSync(joinPath(tmpdir(), `quadrant-${name}-`));
  let output = "";
  let child: ChildProcess | undefined;
  const say = (text: string) => console.log(`${name.padEnd(6)} ${text}`);
  const port = await findPort();
  const url = `https://localhost:${port}`;
  const server = await startServer({ APP_URL: url, TRUST_PROXY: "1" });
  try {
    const file = joinPath(folder, "config");
    const sample = readFileSync(name === "caddy" ? "deploy/Caddyfile" : "deploy/nginx.conf", "utf8");
    writeFileSync(file, proxy.adapt(sample, folder, port, server.port));
    mkdirSync(joinPath(folder, "home"));
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: joinPath(folder, "home") };
    const command = (parts: string[]) => parts.map((part) => (part === "FILE" ? file : part));
    const [program = "", ...checkArgs] = command(proxy.check);
    const checked = spawnSync(program, checkArgs, { env, encoding: "utf8" });
    assert.equal(checked.error, undefined, `${name} is not installed`);
    assert.equal(checked.status, 0, checked.stderr);
    say("accepts the sample");

    const [, ...runArgs] = command(proxy.run);
    child = spawn(program, runArgs, { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    const page = new Visitor(url);
    await waitUntil(
      "the proxy listens",
      async () => (await page.get("/healthz").catch(() => null))?.status === 200,
    );
    const headers = (await page.get("/jobs")).headers;
    assert.match(headers.get("Strict-Transport-Security") ?? "", /max-age/);
    assert.equal((await fetch(`${url}/jobs`)).headers.get("Content-Encoding"), "br");
    const http2 = connectHttp2(url, { ca: readFileSync(certificate) });
    const [answered] = await once(http2.request({ ":path": "/jobs" }), "response");
    assert.equal(answered[":status"], 200);
    http2.close();
    say("serves pages, by HTTP/2 too, compressed once by the server");

    const asha = Object.assign(await join({ ...server, url }, "asha"), { url });
    const entered = await page.post("/login", { email: asha.email, password });
    assert.equal(entered.status, 303);
    assert.ok([...page.cookies.keys()].some((each) => each.startsWith("__Host-")));
    say("passes forms with the right origin; cookies are Secure");

    const socket = await Socket.of(asha);
    const opened = performance.now();

    await new Promise<void>((done, fail) => {
      const forged = { "X-Forwarded-For": "203.0.113.9" };
      request(`${url}/events`, { localAddress: "127.0.0.2", headers: forged }, (answer) =>
        answer.resume().on("end", done),
      )
        .on("error", fail)
        .end();
    });
    await waitUntil("the line", () =>
      /"path":"\/events"[^\n]*"address":"127\.0\.0\.2"/.test(server.logged()),
    );
    assert.ok(!server.logged().includes("203.0.113.9"));
    say("hands on the visitor's address, not the one that the visitor claims");

    const text = Buffer.alloc(maxBytes, "Notes, line by line.\n");
    await uploadSlowly(text);
    const sent = performance.now();
    const shared = await share(asha, { name: "largest.txt", bytes: text });
    assert.equal(shared.status, 201, shared.text);
    say(
      `takes 50 MB in ${Math.round(performance.now() - sent)} ms, and hands on what has arrived of a slow upload`,
    );
    const tooLarge = await share(asha, {
      name: "larger.txt",
      bytes: Buffer.concat([text, text.subarray(0, 300_000)]),
    });
    assert.deepEqual([tooLarge.status, problemOf(tooLarge).detail], [413, "The file is larger than 50MB."]);
    say("lets the server refuse what is larger, with its own sentence");

    const { fileUrl } = shared.body.data;
    const whole = Buffer.from(await (await fetch(url + fileUrl)).arrayBuffer());
    const hash = (content: Buffer) => createHash("sha256").update(content).digest("hex");
    assert.equal(hash(whole), hash(text));
    const part = await fetch(url + fileUrl, { headers: { Range: "bytes=1000-1999" } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), text.subarray(1000, 2000));
    say("serves downloads, whole and by range");

    await new Promise((done) => setTimeout(done, socketMs - (performance.now() - opened)));
    assert.equal(socket.socket.readyState, 1);
    socket.send("join", { userId: asha.id });
    await socket.settled();
    await socket.close();
    say(`keeps a silent socket open for ${socketMs / 1000} s`);

    await server.stop();
    const gone = await fetch(`${url}/jobs?search=not-for-logs`);
    assert.ok([502, 504].includes(gone.status));
    const logs = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((each) => joinPath(folder, each))
      .filter((each) => statSync(each).isFile() && each !== file);
    const logged = output + logs.map((each) => readFileSync(each, "utf8")).join("");
    for (const secret of ["not-for-logs", asha.token, "127.0.0.2", "/events"])
      assert.ok(!logged.includes(secret), logged);
    say("logs no request, also when the server is away");

    /** Sends half of a file, waits until the server has received it, and aborts. */
    async function uploadSlowly(content: Buffer): Promise<void> {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n';
      const upload = request(`${url}/api/resources`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${asha.token}`,
          "Content-Type": "multipart/form-data; boundary=b",
          "Content-Length": content.length,
        },
      });
      upload.on("error", () => {});
      upload.write(head);
      upload.write(content.subarray(0, 5_000_000));
      const uploads = joinPath(server.storage, "uploads");
      await waitUntil("what was sent has arrived", () =>
        storedFiles(server).some(
          (each) => each.endsWith(".part") && statSync(joinPath(uploads, each)).size > 4_000_000,
        ),
      );
      upload.destroy();
      await waitUntil("it is removed", () => !storedFiles(server).some((each) => each.endsWith(".part")));
    }
  } finally {
    child?.kill("SIGTERM");
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
