import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// `npm run check-proxies` runs the server behind both proxies.
const nginx = readFileSync("deploy/nginx.conf", "utf8");
const caddy = readFileSync("deploy/Caddyfile", "utf8");
/** @returns every value of an nginx directive */
const settings = (name: string) =>
  [...nginx.matchAll(new RegExp(`^\\s*${name}\\s+([^;]+);`, "gm"))].map(([, value]) => value);

const uploadBytes = 50 * 1024 * 1024 + 128 * 1024;
const toBytes = (text: string | undefined) => Number.parseInt(text ?? "", 10) * 1024 * 1024;

test("nginx forwards sockets, whole uploads and the visitor's address, and stores and logs no request", () => {
  expect(settings("proxy_pass")).toEqual(["http://quadrant"]);
  expect(settings("proxy_http_version")).toEqual(["1.1"]);
  expect(settings("proxy_set_header")).toEqual([
    "Host $host",
    // Not the sender's own header: with TRUST_PROXY=1 the last entry counts.
    "X-Forwarded-For $remote_addr",
    "X-Forwarded-Proto $scheme",
    "Upgrade $http_upgrade",
    "Connection $quadrant_connection",
  ]);
  expect(toBytes(settings("client_max_body_size")[0])).toBeGreaterThan(uploadBytes);
  for (const name of ["proxy_request_buffering", "proxy_buffering", "gzip", "server_tokens"]) {
    expect([name, settings(name)]).toEqual([name, ["off"]]);
  }
  for (const name of ["proxy_read_timeout", "proxy_send_timeout"]) {
    expect(Number.parseInt(settings(name)[0] ?? "", 10)).toBeGreaterThan(60);
  }
  expect(settings("access_log")).toEqual(["off", "off"]);
  expect(settings("error_log")).toEqual([expect.stringMatching(/ crit$/)]);
});

test("Caddy forwards and stores the same as nginx", () => {
  expect(caddy).toMatch(/^\treverse_proxy \{\$QUADRANT:127\.0\.0\.1:3000\} \{$/m);
  expect(toBytes(/max_size (\d+)MB/.exec(caddy)?.[1])).toBeGreaterThan(uploadBytes);
  expect(caddy).toContain("exclude http.log.error");
  const lines = caddy.split("\n").filter((line) => !/^\s*#/.test(line));
  // Caddy sets the forwarded headers, streams bodies and forwards sockets by default.
  expect(lines.join("\n")).not.toMatch(/header_up|encode|flush_interval|request_buffers|access/);
  const keepAliveMs = Number(
    /keepAliveTimeout: ([\d_]+)/.exec(readFileSync("server.ts", "utf8"))?.[1]?.replace("_", ""),
  );
  expect(Number(/keepalive (\d+)s/.exec(caddy)?.[1]) * 1_000).toBeLessThan(keepAliveMs);
});

test("only Caddy can reach the server in the compose file, and neither gets more than it needs", () => {
  const [, quadrant = "", proxy = ""] = readFileSync("deploy/compose.yml", "utf8").split(
    /^ {2}(?:quadrant|caddy):$/m,
  );
  expect(quadrant).toContain("dockerfile: deploy/Containerfile");
  expect(quadrant).toContain('TRUST_PROXY: "1"');
  expect(quadrant).toContain("volumes: [data:/data]");
  expect(quadrant).not.toContain("ports:");
  expect(proxy).toContain("QUADRANT: quadrant:3000");
  for (const service of [quadrant, proxy]) {
    expect(service).toContain("read_only: true");
    expect(service).toContain("cap_drop: [ALL]");
    // "on-failure" would leave it stopped after a reboot.
    expect(service).toContain("restart: unless-stopped");
  }
});

test("a release must have the version of package.json, starts before it is published, and is what compose starts", () => {
  const steps = readFileSync(".github/workflows/release.yml", "utf8").split(/^ {6}- /m);
  const at = (text: string) => steps.findIndex((step) => step.includes(text));
  expect(at('"$GITHUB_REF_NAME" != "v$version"')).toBeGreaterThan(0);
  expect(at("--memory 256m")).toBeGreaterThan(at("load: true"));
  expect(at("push: true")).toBeGreaterThan(at("--memory 256m"));
  const published = steps[at("push: true")];
  expect(published).toContain("file: deploy/Containerfile");
  expect(published).toContain("platforms: linux/amd64,linux/arm64");
  expect(published).toContain("sbom: true");
  expect(readFileSync("deploy/compose.yml", "utf8")).toMatch(/^ {4}image: \$\{QUADRANT_IMAGE:-/m);
});

test("only Caddy can be reached in the cluster's compose file, and the servers get their shared settings", () => {
  const text = readFileSync("deploy/cluster/compose.yml", "utf8");
  expect(text.match(/^ {4}ports: .+$/gm)).toEqual(['    ports: ["80:80", "443:443", "443:443/udp"]']);
  const nodes = [...text.matchAll(/^ {4}command: (.+)$/gm)].map(([, command = ""]) => command);
  expect(nodes).toHaveLength(3);
  for (const [index, command] of nodes.entries()) {
    expect(command).toMatch(/^-fk=true /);
    expect(command.replaceAll(`rqlite-${index + 1}:400`, "").match(/-adv-addr rqlite/)).toBeNull();
    expect(command).toContain(`-node-id ${index + 1} `);
    expect(command).toContain("-bootstrap-expect 3 -join rqlite-1:4002,rqlite-2:4002,rqlite-3:4002");
  }
  for (const name of ["SESSION_SECRET", "DATABASE_URL", "NATS_URL", "FILES_URL", "AWS_REGION", "TRUST_PROXY"])
    expect(text).toContain(name);
  expect(text).toMatch(/^ {2}data:\n {4}internal: true$/m);
  expect(text).toContain("QUADRANT: quadrant-1:3000 quadrant-2:3000");
});

test("the unit, the samples and the container agree on the port and the store's path", () => {
  const unit = readFileSync("deploy/quadrant.service", "utf8");
  const container = readFileSync("deploy/Containerfile", "utf8");
  expect(unit).toMatch(
    /^Environment=NODE_ENV=production MALLOC_ARENA_MAX=2 STORAGE_DIR=\/var\/lib\/quadrant HOST=127\.0\.0\.1$/m,
  );
  expect(nginx).toContain("server 127.0.0.1:3000;");
  expect(container).toMatch(/^ENV NODE_ENV=production MALLOC_ARENA_MAX=2 STORAGE_DIR=\/data PORT=3000$/m);
  expect(container).toMatch(/^VOLUME \/data$/m);
  expect(readFileSync("deploy/litestream.yml", "utf8")).toContain(
    "path: /var/lib/quadrant/community.sqlite\n",
  );
  const start = /NODE_ENV=production MALLOC_ARENA_MAX=2 exec (node .*)"/.exec(
    readFileSync("package.json", "utf8").split('"start"')[1] ?? "",
  )?.[1];
  const [, ...args] = start?.split(" ") ?? [];
  expect(unit).toContain(`/node_modules/.bin/node ${args.join(" ")}\n`);
  expect(container).toContain(`CMD ${JSON.stringify(["node", ...args]).replaceAll(",", ", ")}`);
});
