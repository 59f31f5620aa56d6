import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { leftOut, shortForm } from "../support/engines-files.ts";

/** The rooms of docs/architecture.md. Imports flow downwards, types included, and never in a circle. */
const sources = ["app", "db", "scripts", "tests", "tools", "server.ts"]
  .flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)),
  )
  .filter((path) => /\.tsx?$/.test(path));

/** Every import of one of our own files, as paths from the project's root. */
const imports = sources
  .flatMap((from) =>
    [...readFileSync(from, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(
      ([, target = ""]) => {
        if (target.startsWith("#")) return [{ from, to: target.slice(1) }];
        return target.startsWith(".") ? [{ from, to: relative(".", join(dirname(from), target)) }] : [];
      },
    ),
  )
  // A file's text is not its code.
  .filter(({ to }) => !to.includes("/+types/") && !to.endsWith("?raw"));
const product = imports.filter(({ from }) => /^(app|db)\//.test(from) && !/\.test\.ts$/.test(from));

/** Every room, from the ground up, with the rooms that it may import beside itself. */
const ground = ["env", "cluster", "realtime", "schemas", "db", "vocabulary", "time", "process"];
const rooms: Record<string, { files: RegExp; mayImport: string[] }> = {
  vocabulary: { files: /^db\/(vocabulary|words|storage-dir|database-url)\.ts$/, mayImport: [] },
  db: { files: /^db\//, mayImport: ["vocabulary"] },
  schemas: { files: /^app\/schemas\//, mayImport: ["vocabulary", "time"] },
  realtime: { files: /^app\/realtime\//, mayImport: ["cluster", "schemas"] },
  env: {
    files: /^app\/(addresses|env|secrets)\.server\.ts$/,
    mayImport: ["vocabulary"],
  },
  process: { files: /^app\/process\//, mayImport: ["env", "vocabulary"] },
  time: { files: /^app\/time\//, mayImport: ["env"] },
  styles: { files: /^app\/styles\//, mayImport: [] },
  // A form of theirs for several machines stands in the cluster's room.
  "file-store": { files: /^app\/(file-store\/|cluster\/bucket\.)/, mayImport: ground },
  store: { files: /^app\/(store\/|cluster\/move\.)/, mayImport: ["file-store", ...ground] },
  cluster: { files: /^app\/cluster\//, mayImport: ["env", "db", "vocabulary", "time"] },
  ui: { files: /^app\/ui\//, mayImport: ["styles", "schemas", "vocabulary"] },
  covers: { files: /^app\/covers\//, mayImport: [] },
  reports: { files: /^app\/reports\//, mayImport: ["ui", "styles", "schemas", "vocabulary"] },
  chat: { files: /^app\/chat\//, mayImport: ["reports", "ui", "styles", "realtime", "schemas"] },
  client: { files: /^app\/client\//, mayImport: ["realtime", "ui"] },
  http: { files: /^app\/http\//, mayImport: ground },
  limits: { files: /^app\/limits\//, mayImport: ["http", ...ground] },
  cache: { files: /^app\/cache\//, mayImport: ["limits", "http", ...ground] },
  mail: { files: /^app\/mail\//, mayImport: ["limits", "http", ...ground] },
  notices: { files: /^app\/notices\//, mayImport: ["mail", "limits", "http", ...ground] },
  "saved-searches": {
    files: /^app\/saved-searches\//,
    mayImport: ["notices", "limits", "http", ...ground],
  },
  auth: { files: /^app\/auth\//, mayImport: ["notices", "mail", "cache", "limits", "http", ...ground] },
  files: { files: /^app\/files\//, mayImport: ["file-store", "auth", "mail", "limits", "http", ...ground] },
  messaging: {
    files: /^app\/messaging\//,
    mayImport: ["files", "file-store", "auth", "notices", "mail", "limits", "http", ...ground],
  },
  "anonymous-room": {
    files: /^app\/anonymous-room\//,
    mayImport: ["auth", "limits", "http", ...ground],
  },
  events: {
    files: /^app\/events\//,
    mayImport: ["files", "auth", "notices", "mail", "limits", "http", ...ground],
  },
  jobs: {
    files: /^app\/jobs\//,
    mayImport: ["people", "events", "files", "file-store", "auth", "notices", "limits", "http", ...ground],
  },
  resources: {
    files: /^app\/resources\//,
    mayImport: ["files", "file-store", "auth", "notices", "mail", "limits", "http", ...ground],
  },
  bin: {
    files: /^app\/bin\//,
    mayImport: ["events", "files", "auth", "notices", "mail", "limits", "http", "ui", "styles", ...ground],
  },
  people: {
    files: /^app\/people\//,
    mayImport: [
      "forms",
      "bin",
      "events",
      "store",
      "files",
      "auth",
      "notices",
      "mail",
      "limits",
      "http",
      "ui",
      "styles",
      ...ground,
    ],
  },
  announcements: {
    files: /^app\/announcements\//,
    mayImport: ["people", "auth", "notices", "limits", "http", ...ground],
  },
  mentoring: {
    files: /^app\/mentoring\//,
    mayImport: ["people", "auth", "notices", "limits", "http", ...ground],
  },
  questions: {
    files: /^app\/questions\//,
    mayImport: ["saved-searches", "people", "auth", "notices", "mail", "limits", "http", ...ground],
  },
  thanks: {
    files: /^app\/thanks\//,
    mayImport: [
      "events",
      "questions",
      "people",
      "reports",
      "forms",
      "auth",
      "notices",
      "limits",
      "http",
      "ui",
      "styles",
      ...ground,
    ],
  },
  given: { files: /^app\/given\//, mayImport: ["questions", "people", ...ground] },
  search: {
    files: /^app\/search\//,
    mayImport: ["messaging", "people", "questions", "limits", "http", "auth", ...ground],
  },
  today: {
    files: /^app\/today\//,
    mayImport: [
      "forms",
      "events",
      "mentoring",
      "people",
      "questions",
      "auth",
      "notices",
      "limits",
      "http",
      "ui",
      "styles",
      ...ground,
    ],
  },
  forms: {
    files: /^app\/forms\//,
    mayImport: ["auth", "mail", "limits", "http", "client", "ui", "styles", ...ground],
  },
  routes: {
    files: /^app\/routes\//,
    mayImport: [
      "forms",
      "covers",
      "given",
      "files",
      "messaging",
      "anonymous-room",
      "saved-searches",
      "search",
      "reports",
      "store",
      "file-store",
      "bin",
      "jobs",
      "events",
      "resources",
      "people",
      "announcements",
      "mentoring",
      "questions",
      "thanks",
      "today",
      "auth",
      "notices",
      "mail",
      "cache",
      "limits",
      "http",
      "chat",
      "client",
      "ui",
      "styles",
      ...ground,
    ],
  },
  app: {
    files: /^app\/(server\/.*|server\.ts|root\.tsx|routes\.ts|entry\.\w+\.tsx)$/,
    mayImport: [],
  },
};
const roomOf = (path: string) => Object.keys(rooms).find((name) => rooms[name]?.files.test(path));
const feature = (path: string) => /^app\/routes\/([^/]+)\//.exec(path)?.[1];

test("there are imports to look at, and every file of the product is in a room", () => {
  expect(imports.length).toBeGreaterThan(150);
  expect(sources.filter((path) => /^(app|db)\//.test(path) && !roomOf(path))).toEqual([]);
});

test.each(Object.keys(rooms).filter((name) => name !== "app"))(
  "%s imports only what lies below it",
  (name) => {
    const allowed = [name, ...(rooms[name]?.mayImport ?? [])];
    const across = product.filter(
      ({ from, to }) => roomOf(from) === name && !allowed.includes(roomOf(to) ?? ""),
    );
    expect(across).toEqual([]);
  },
);

test("imports form no circle, not even of types", () => {
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

test("no feature imports another, and only the root imports the shell", () => {
  const across = product.filter(({ from, to }) => {
    const [own, other] = [feature(from), feature(to)];
    return other !== undefined && own !== undefined && own !== other;
  });
  expect(across).toEqual([]);
  const shell = product.filter(({ from, to }) => feature(to) === "shell" && feature(from) !== "shell");
  expect(shell.filter(({ from }) => from !== "app/root.tsx")).toEqual([]);
});

test("the server's own work reaches into no feature", () => {
  const across = product.filter(({ from, to }) => from.startsWith("app/server/") && feature(to));
  expect(across).toEqual([]);
});

/** For more than one machine: rqlite, NATS, a bucket. */
const remote = /^(db\/cluster\/|app\/cluster\/(?!(alone|nodes|leases)\.))/;

test("what is for several machines is loaded only where a setting asks for it", () => {
  const loaded = product.filter(({ from, to }) => remote.test(to) && !remote.test(from));
  expect(loaded.length).toBeGreaterThan(3);
  const named = (from: string) => [...readFileSync(from, "utf8").matchAll(/from "[^"]*cluster\/([^"]+)"/g)];
  const always = loaded.filter(({ from }) =>
    named(from).some(([, name]) => !/^(alone|nodes|leases)\./.test(name ?? "")),
  );
  expect(always).toEqual([]);
});

test("scopes name conditions and columns: they cannot run a statement", () => {
  const scopes = product.filter(({ from }) => from.startsWith("db/scopes/"));
  expect(scopes.filter(({ to }) => !/^db\/(scopes|schema|vocabulary|words)\b/.test(to))).toEqual([]);
});

test("every write waits for a lock: it is in a batch or in write()", () => {
  const unguarded = sources.filter(
    (path) =>
      path.startsWith("app/") &&
      /(await|return await) (db\s*\.(insert|update|delete)\(|insertSelect\()/.test(
        readFileSync(path, "utf8"),
      ),
  );
  expect(unguarded).toEqual([]);
});

/** An insert whose values find their columns by their order: a column more would shift them. */
const positionalInsert = /\.insert\([^)]*\)\s*\.select\(\s*sql`/;

test("an insert that selects names its columns: it is insertSelect", () => {
  for (const planted of [
    "db.insert(tags).select(sql`select null, 1`)",
    "db\n  .insert(tags)\n  .select(\n    sql`select null, 1`,\n  )",
  ])
    expect(planted).toMatch(positionalInsert);
  const found = sources.filter(
    (path) =>
      /^(app|db)\//.test(path) &&
      !/\.test\.ts$/.test(path) &&
      positionalInsert.test(readFileSync(path, "utf8")),
  );
  expect(found).toEqual([]);
});

/**
 * What only one engine knows, its own error codes, or rows of plain SQL, which have names with one engine only: nothing
 * for a room above the database.
 */
const engineWords =
  /better-sqlite3|drizzle-orm\/(better-sqlite3|sqlite-proxy)|\$client|\.pragma\(|\bSQLITE_[A-Z]|\bdb\.(all|get|values)\b/;

test("only db/ knows which engine keeps the data", () => {
  for (const planted of [
    'import Client from "better-sqlite3";',
    "db.$client.close()",
    "SQLITE_BUSY",
    "await db.all<Row>(sql`select 1`)",
  ])
    expect(planted).toMatch(engineWords);
  const knowing = sources.filter(
    (path) => path.startsWith("app/") && engineWords.test(readFileSync(path, "utf8")),
  );
  expect(knowing).toEqual([]);
});

/** SQL whose outcome depends on the moment, on chance or on the machine: copies that repeat it would differ. */
const unrepeatable =
  /\b(strftime|julianday|unixepoch|timediff|randomblob|sqlite_version|load_extension)\s*\(|(?<![.\w]|new )(random|date|time|datetime)\(\s*\)|'(now|localtime)'|\bcurrent_(timestamp|date|time)\b/i;

test("nothing in SQL depends on the time or on chance: values are passed in", () => {
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
  const files = [...sources, ...readdirSync("db/migrations").map((name) => join("db/migrations", name))];
  const found = files.filter(
    (path) => /^(app|db)\/.*\.(tsx?|sql)$/.test(path) && unrepeatable.test(readFileSync(path, "utf8")),
  );
  expect(found).toEqual([]);
});

/** Every form that names no limit, by its file in `app/routes/`: what its act counts itself, or why it needs none. */
const formsWithoutLimit: Record<string, string> = {
  "about/edit.tsx": "for administrators",
  "account/confirm-email-change.tsx": "its link works once",
  "account/delete.tsx": "counts accountMail; wrong passwords count as log-ins",
  "account/email.tsx": "counts accountMail",
  "account/notices.tsx": "counts noticeSettings",
  "account/password.tsx": "counts accountMail; wrong passwords count as log-ins",
  "account/searches.tsx": "counts savedSearch",
  "account/second-factor.tsx": "wrong passwords and codes count as log-ins",
  "account/sessions.tsx": "ends what only a log-in makes",
  "account/tokens.tsx": "at most 20 at a time",
  "admin/landing-section.tsx": "for administrators",
  "admin/landing.tsx": "for administrators",
  "admin/mail.tsx": "for administrators",
  "admin/member-act.server.ts": "for administrators",
  "admin/member-delete.tsx": "for administrators",
  "admin/member.tsx": "for administrators",
  "admin/members-import-check.tsx": "for administrators",
  "admin/members-import.tsx": "counts upload",
  "admin/mutes.tsx": "for administrators",
  "admin/report-decision.server.ts": "for administrators",
  "admin/settings.tsx": "for administrators",
  "admin/tags.tsx": "for administrators",
  "announcements/announcements.tsx": "counts announcement",
  "anonymous/room.tsx": "counts roomLine, by the author's hash of the day",
  "auth/first-administrator.tsx": "its link works once",
  "auth/forgot-password.tsx": "no member yet: counted by address and account",
  "auth/google-complete.tsx": "no member yet: its way there is counted by address",
  "auth/login-code.tsx": "no member yet: counted by account and browser",
  "auth/login.tsx": "no member yet: counted by address and account",
  "auth/new-password.server.ts": "no member yet: counted by address",
  "auth/register.tsx": "no member yet: counted by address",
  "bin/bin.tsx": "counts restoring",
  "blocks/blocks.tsx": "counts block",
  "connections/connections.tsx": "counts connection",
  "directory/member-acts.server.ts": "counts connection",
  "events/check-in.tsx": "counts checkIn",
  "events/delete.tsx": "counts eventChange",
  "events/event-form.server.ts": "counts event, eventChange, upload",
  "events/message.tsx": "counts eventChange",
  "events/organizers.tsx": "counts eventChange",
  "events/participate.server.ts": "counts participation, thanks",
  "events/repeat.tsx": "counts event",
  "home/home.tsx": "again changes nothing",
  "jobs/application.tsx": "counts applicationAnswer",
  "jobs/applications.tsx": "counts applicationAnswer",
  "jobs/apply.tsx": "counts upload",
  "jobs/draft-logo.tsx": "counts upload",
  "jobs/logo.tsx": "counts upload",
  "jobs/post.tsx": "counts job; a member has one draft",
  "mentoring/mentoring.tsx": "counts mentoring",
  "mentoring/new.tsx": "counts mentoring",
  "messages/messages.tsx": "counts message, block",
  "notices/list.tsx": "again changes nothing",
  "notices/stop.tsx": "again changes nothing",
  "people/person.tsx": "counts connection",
  "profile/profile.tsx": "counts profile, upload",
  "questions/edit.tsx": "counts questionChange",
  "questions/moderate.tsx": "for administrators",
  "questions/new.tsx": "counts question, preview; a member has one draft",
  "questions/question.tsx": "counts answer, comment, vote, thanks, following, accepting; deletes one's own",
  "reports/muted.tsx": "counts report",
  "reports/new.tsx": "counts report",
  "resources/edit.tsx": "counts resourceChange",
  "resources/hub.tsx": "again changes nothing",
  "resources/resource.tsx": "counts resourceChange, thanks",
  "resources/upload.tsx": "counts upload; categories that are there stay as they are",
  "thanks/thanks.tsx": "counts profile, block",
};

test("a form has a limit, or a reason for none, and what a reason counts is counted", () => {
  const routes = sources.filter(
    (path) => path.startsWith("app/routes/") && !path.startsWith("app/routes/api/"),
  );
  const withoutLimit = routes
    .filter((path) => /\blimit: null\b/.test(readFileSync(path, "utf8")))
    .map((path) => relative("app/routes", path));
  expect(withoutLimit.toSorted()).toEqual(Object.keys(formsWithoutLimit).toSorted());
  const product = sources.filter((path) => path.startsWith("app/")).map((path) => readFileSync(path, "utf8"));
  const counted = product.flatMap((text) =>
    [...text.matchAll(/\b(?:limitAction|consumeLimit)\("(\w+)"/g)].map(([, act]) => act),
  );
  const named = Object.values(formsWithoutLimit).flatMap(
    (reason) => /^counts ([\w, ]+?)(?:;|, by|$)/.exec(reason)?.[1]?.split(", ") ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((act) => !counted.includes(act))).toEqual([]);
  for (const [path, reason] of Object.entries(formsWithoutLimit).filter(([path]) =>
    path.startsWith("admin/"),
  ))
    expect(readFileSync(join("app/routes", path), "utf8"), reason).toContain('auth: "admin"');
});

test("the product imports neither scripts, tools nor tests, and a tool nothing of the product", () => {
  expect(product.filter(({ to }) => /^(scripts|tools|tests)\//.test(to))).toEqual([]);
  const ofTools = imports.filter(({ from }) => from.startsWith("tools/"));
  expect(ofTools.length).toBeGreaterThan(50);
  expect(ofTools.filter(({ to }) => /^(app|db)\//.test(to))).toEqual([]);
});

test("no room without a subject, and none with too many files", () => {
  expect(sources.filter((path) => /(^|\/)(utils|lib|helpers|services|common)(\/|\.)/.test(path))).toEqual([]);
  const modules = sources.filter(
    (path) => /^app\/[^/]+\/[^/]+$/.test(path) && !/\.(css|test)\.tsx?$/.test(path),
  );
  const crowded = [...Map.groupBy(modules, dirname)].filter(
    // Both hold one file a noun.
    ([room, files]) => !["app/ui", "app/schemas"].includes(room) && files.length > 14,
  );
  expect(crowded.map(([room]) => room)).toEqual([]);
});

test("the files that run on rqlite, or do not, are there", () => {
  const files = readdirSync("tests/integration");
  const named = [...shortForm, ...Object.values(leftOut).flat()];
  expect(named.filter((name) => !files.includes(`${name}.test.ts`))).toEqual([]);
});

/** A time limit ends a hang. Files that need a timer or a clock anyway, each with its reason. */
const timed: Record<string, string> = {
  "tests/browser/flash.spec.ts": "paints the frames of its page",
  "tests/browser/shift.spec.ts": "a browser that shows nothing yet draws no frame to wait for",
  "tests/browser/worker-slow.spec.ts": "in the long form only",
  "tests/browser/worker-upload.spec.ts": "in the long form only",
  "tests/integration/attack-forms.test.ts": "measures in the long form only",
  "tests/integration/availability.test.ts": "downloads end at several moments, whichever they are",
  "tests/integration/events-organizers.test.ts": "holds a lock for a moment, however long that is",
  "tests/integration/exposure.test.ts": "connections end at several moments, whichever they are",
  "tests/integration/nats.test.ts": "gives NATS time to bring what must not be heard",
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

test("tests wait for what happens, and measure no time", () => {
  const clock =
    /waitForTimeout|performance\.now|cpuUsage|hrtime|memoryUsage|VmRSS|longest(Busy)?Ms|Date\.now\(\) - \w*(start|began|before)|timers\/promises|\bset(Timeout|Interval)\(/i;
  const found = sources.filter(
    (path) =>
      /\.(test|spec)\.ts$/.test(path) &&
      !/^tests\/(nightly\/long\/|integration\/walls)/.test(path) &&
      clock.test(readFileSync(path, "utf8")),
  );
  expect(found.filter((path) => !timed[path])).toEqual([]);
});
