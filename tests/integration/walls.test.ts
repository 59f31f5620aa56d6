import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { leftOut, shortForm } from "../support/engines-files.ts";

/** Every source file of the repository. */
const sources = ["app", "db", "scripts", "tests", "tools", "server.ts"]
  .flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)),
  )
  .filter((path) => /\.tsx?$/.test(path));

/** @returns the files with such a path whose text matches. By default, the product's without unit tests */
const findFiles = (text: RegExp, paths = /^(app|db)\/(?!.*\.test\.ts$)/, files = sources): string[] =>
  files.filter((path) => paths.test(path) && text.test(readFileSync(path, "utf8")));

/** Every import between these files, with paths from the repository's root. */
const imports = sources
  .flatMap((from) =>
    [...readFileSync(from, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(
      ([, target = ""]) => {
        if (target.startsWith("#")) return [{ from, to: target.slice(1) }];
        return target.startsWith(".") ? [{ from, to: relative(".", join(dirname(from), target)) }] : [];
      },
    ),
  )
  // `?raw` imports a file's text, not its code.
  .filter(({ to }) => !to.includes("/+types/") && !to.endsWith("?raw"));
const product = imports.filter(({ from }) => /^(app|db)\//.test(from) && !/\.test\.ts$/.test(from));

const platform = (name: string): [string, RegExp] => [name, new RegExp(`^app/platform/${name}/`)];
const feature = (name: string): [string, RegExp] => [
  name,
  new RegExp(`^app/${name}/(?!pages/|api/|api\\.ts)`),
];

/**
 * The folders of docs/architecture.md, bottom up. Each may import only itself and earlier ones, including types. Pages
 * and API calls are after all features.
 */
const levels: [name: string, files: RegExp][] = [
  ["vocabulary", /^db\/(vocabulary|storage-dir|database-url)\.ts$/],
  ["device", /^app\/device\//],
  ["ui", /^app\/ui\//],
  ["db", /^db\//],
  ["env", /^app\/platform\/(areas|env|settings|secrets|addresses)\./],
  platform("process"),
  platform("time"),
  platform("schemas"),
  ..."cluster file-store store realtime http limits cache mail feeds auth files api forms"
    .split(" ")
    .map(platform),
  ..."notices resources events moderation account people".split(" ").map(feature),
  // Saved searches hold filters of jobs, and posting a job notifies their members.
  ["job fields", /^app\/jobs\/(filter|input\.server|labels)\.ts$/],
  ..."saved-searches jobs questions messages anonymous".split(" ").map(feature),
  ..."announcements mentoring thanks companies boards today search developers home admin"
    .split(" ")
    .map(feature),
  ["pages and api", /^app\/(?!platform\/|ui\/|shell\/|server\/)[\w-]+\/(pages\/|api\/|api\.ts)/],
  ["shell", /^app\/shell\//],
  ["server", /^app\/(server\/.*|server\.ts|root\.tsx|routes\.ts|entry\.\w+\.tsx)$/],
];
const levelOf = (path: string) => levels.findIndex(([, files]) => files.test(path));

test("there are imports to check, and every file of the product belongs to a level", () => {
  expect(imports.length).toBeGreaterThan(150);
  expect(sources.filter((path) => /^(app|db)\//.test(path) && levelOf(path) === -1)).toEqual([]);
});

test("files import from earlier folders only", () => {
  const found = product
    .filter(({ from, to }) => levelOf(to) > levelOf(from))
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(found).toEqual([]);
  expect(product.filter(({ from, to }) => from.startsWith("db/") && to.startsWith("app/"))).toEqual([]);
});

/** Matches the feature and part of a file in `pages/`, `api/` or `api.ts`. */
const privatePart = (path: string) => /^app\/(?!platform\/)([\w-]+\/(?:pages|api)\b)/.exec(path)?.[1];

test("only their own part and the server import pages and API calls", () => {
  const server = levels.findIndex(([name]) => name === "server");
  const across = product.filter(
    ({ from, to }) =>
      privatePart(to) !== undefined && privatePart(to) !== privatePart(from) && levelOf(from) !== server,
  );
  expect(across).toEqual([]);
});

test("imports have no cycles, not even of types", () => {
  const targets = Map.groupBy(product, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

/** Code for more than one machine: rqlite, NATS, a bucket. */
const remote =
  /^(db\/cluster\/|app\/platform\/(cluster\/(?!(interfaces|nodes|leases)\.)|file-store\/bucket\.|store\/move\.))/;

test("code for several machines is loaded only if a setting needs it", () => {
  const loaded = product.filter(({ from, to }) => remote.test(to) && !remote.test(from));
  expect(loaded.length).toBeGreaterThan(3);
  const always = loaded.filter(({ from, to }) =>
    new RegExp(`from "[^"]*/${basename(to)}"`).test(readFileSync(from, "utf8")),
  );
  expect(always).toEqual([]);
});

test("scopes name conditions and columns: they cannot run a statement", () => {
  const scopes = product.filter(({ from }) => /^db\/(scopes\/|things\.)/.test(from));
  expect(scopes.filter(({ to }) => !/^db\/(scopes|schema|vocabulary|words|things)\b/.test(to))).toEqual([]);
});

test("each kind of thing is moved to the bin by one file, and with its owner's account", () => {
  expect(findFiles(/\bmoveToBin\(/, /^app\//).sort()).toEqual([
    "app/account/deletion.server.ts",
    "app/boards/boards.server.ts",
    "app/companies/experiences.server.ts",
    "app/events/organizing.server.ts",
    "app/jobs/jobs.server.ts",
    "app/questions/removal.server.ts",
    "app/resources/resources.server.ts",
  ]);
});

test("every write waits for the lock, in a batch or in write()", () => {
  expect(findFiles(/await (db\s*\.(insert|update|delete)\(|insertSelect\()/, /^app\//)).toEqual([]);
});

/** An insert that matches values to columns by position, which a new column would shift. */
const positionalInsert = /\.insert\([^)]*\)\s*\.select\(\s*sql`/;

test("inserts from a select name their columns, with insertSelect", () => {
  for (const planted of [
    "db.insert(tags).select(sql`select null, 1`)",
    "db\n  .insert(tags)\n  .select(\n    sql`select null, 1`,\n  )",
  ])
    expect(planted).toMatch(positionalInsert);
  expect(findFiles(positionalInsert)).toEqual([]);
});

/** Features and error codes of one database engine, and plain SQL, whose rows have column names in one engine only. */
const engineWords =
  /better-sqlite3|drizzle-orm\/(better-sqlite3|sqlite-proxy)|\$client|\.pragma\(|\bSQLITE_[A-Z]|\bdb\.(all|get|values)\b/;

test("only db/ knows the database engine", () => {
  for (const planted of [
    'import Client from "better-sqlite3";',
    "db.$client.close()",
    "SQLITE_BUSY",
    "await db.all<Row>(sql`select 1`)",
  ])
    expect(planted).toMatch(engineWords);
  expect(findFiles(engineWords, /^app\//)).toEqual([]);
});

/** SQL that depends on time, chance or the machine, which would differ between rqlite's nodes. */
const unrepeatable =
  /\b(strftime|julianday|unixepoch|timediff|randomblob|sqlite_version|load_extension)\s*\(|(?<![.\w]|new )(random|date|time|datetime)\(\s*\)|'(now|localtime)'|\bcurrent_(timestamp|date|time)\b/i;

test("SQL never depends on time or chance, which are passed as values", () => {
  for (const planted of [
    "insert into jobs (posted_at) values (unixepoch())",
    "create trigger a after insert on b begin update b set c = strftime('%s', 'now'); end",
    "closed_at integer default (date('now'))",
    "created_at text default CURRENT_TIMESTAMP",
    "order by random() limit 1",
    "hex(randomblob(16))",
    "where day = date()",
  ])
    expect(planted).toMatch(unrepeatable);
  const migrations = readdirSync("db/migrations").map((name) => join("db/migrations", name));
  expect(findFiles(unrepeatable, /^(app|db)\/.*\.(tsx?|sql)$/, [...sources, ...migrations])).toEqual([]);
});

test("the product imports no scripts, tools or tests, and tools import nothing of the product", () => {
  expect(product.filter(({ to }) => /^(scripts|tools|tests)\//.test(to))).toEqual([]);
  const ofTools = imports.filter(({ from }) => from.startsWith("tools/"));
  expect(ofTools.length).toBeGreaterThan(50);
  expect(ofTools.filter(({ to }) => /^(app|db)\//.test(to))).toEqual([]);
});

test("every folder has a subject and not too many files", () => {
  expect(sources.filter((path) => /(^|\/)(utils|lib|helpers|services|common)(\/|\.)/.test(path))).toEqual([]);
  const modules = sources.filter(
    (path) => /^app\/[^/]+\/[^/]+$/.test(path) && !/\.(css|test)\.tsx?$/.test(path),
  );
  const crowded = [...Map.groupBy(modules, dirname)].filter(
    ([folder, files]) => files.length > (folder === "app/ui" ? 40 : 20),
  );
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});

test("the lists of test files that run on rqlite name existing files", () => {
  const files = readdirSync("tests/integration");
  const named = [...shortForm, ...Object.values(leftOut).flat()];
  expect(named.filter((name) => !files.includes(`${name}.test.ts`))).toEqual([]);
});

/** A batch with more than two results that are found by their order, which another statement would shift. */
const positionalBatch = /\bconst \[[^;]*,[^;]*,\s*[^\s\];][^;]*\] = await db\s*\.batch\(/;

test("a batch with more than two results names them: it is namedBatch", () => {
  for (const planted of [
    "const [a, b, c] = await db.batch([",
    "const [, , [left]] = await db\n  .batch([",
    "const [\n  a,\n  b = [],\n  ...others\n] = await db.batch([",
  ])
    expect(planted).toMatch(positionalBatch);
  expect(findFiles(positionalBatch, /^(app|db|scripts)\/(?!.*\.test\.ts$)/)).toEqual([]);
});

/** Test files that need a timer or clock, each with its reason. Others only have time limits, which end a hang. */
const timed: Record<string, string> = {
  "tests/browser/flash.spec.ts": "paints the frames of its page",
  "tests/browser/shift.spec.ts": "a browser that shows nothing yet draws no frame to wait for",
  "tests/browser/worker-slow.spec.ts": "in the long form only",
  "tests/browser/worker-upload.spec.ts": "in the long form only",
  "tests/integration/attack-forms.test.ts": "measures in the long form only",
  "tests/integration/availability.test.ts": "downloads end at several moments, whichever they are",
  "tests/integration/exposure.test.ts": "connections end at several moments, whichever they are",
  "tests/integration/process-failures.test.ts": "a server that fails in a timer",
  "tests/integration/push.test.ts": "push services that are slow on purpose",
  "tests/integration/rendering.test.ts": "ends the renderers again and again",
  "tests/integration/rqlite.test.ts": "measures in the long form only, and outlasts the lease of a leader",
  "tests/nightly/digest-hour.test.ts": "measures in the long form only",
  "tests/nightly/faults-cluster.test.ts": "measures in the long form only",
  "tests/nightly/fuzz.test.ts": "measures in the long form only",
  "tests/nightly/members-import.test.ts": "measures in the long form only",
  "tests/nightly/memory.test.ts": "measures in the long form only",
};

test("tests wait for events and measure no time", () => {
  const clock =
    /waitForTimeout|performance\.now|cpuUsage|hrtime|memoryUsage|VmRSS|longest(Busy)?Ms|Date\.now\(\) - \w*(start|began|before)|timers\/promises|\bset(Timeout|Interval)\(/i;
  const tests = /^(?!tests\/(nightly\/long\/|integration\/walls)).*\.(test|spec)\.ts$/;
  expect(findFiles(clock, tests).filter((path) => !timed[path])).toEqual([]);
});
