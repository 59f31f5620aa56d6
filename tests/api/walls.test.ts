import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** Who may import whom: docs/architecture.md. */
const sources = ["app", "db", "scripts", "tests", "server.ts"]
  .flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name)),
  )
  .filter((path) => /\.tsx?$/.test(path));

/** Every import of one of our own files, as paths from the project's root. */
const imports = sources.flatMap((from) =>
  [...readFileSync(from, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(
    ([, target = ""]) => {
      if (target.startsWith("#")) return [{ from, to: target.slice(1) }];
      return target.startsWith(".") ? [{ from, to: relative(".", join(dirname(from), target)) }] : [];
    },
  ),
);
const feature = (path: string) => /^app\/routes\/([^/]+)\//.exec(path)?.[1];

/** What may be imported by what lies in a folder, beside the folder itself. */
const walls: [folder: RegExp, may: RegExp][] = [
  [/^db\//, /^db\//],
  [/^app\/schemas\//, /^app\/schemas\//],
  [/^app\/realtime\/protocol/, /^app\/schemas\//],
  [/^app\/styles\//, /^app\/styles\//],
  [/^app\/ui\//, /^app\/(ui|styles)\//],
  [/^app\/http\//, /^(app\/(http|schemas|realtime)|db)\//],
  [/^app\/realtime\//, /^(app\/(realtime|http|schemas)|db)\//],
];

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(150);
});

test.each(walls)("%s imports only %s", (folder, may) => {
  const across = imports.filter(
    ({ from, to }) => folder.test(from) && !/\.test\.ts$/.test(from) && !may.test(to),
  );
  expect(across).toEqual([]);
});

test("no feature imports another; only the root knows the shell", () => {
  const across = imports.filter(({ from, to }) => {
    const [own, other] = [feature(from), feature(to)];
    return other !== undefined && own !== undefined && own !== other && !to.includes("/+types/");
  });
  expect(across).toEqual([]);
  const shell = imports.filter(({ from, to }) => feature(to) === "shell" && feature(from) !== "shell");
  expect(shell.filter(({ from }) => from !== "app/root.tsx")).toEqual([]);
});

test("the product knows neither scripts nor tests", () => {
  expect(imports.filter(({ from, to }) => /^(app|db)\//.test(from) && /^(scripts|tests)\//.test(to))).toEqual(
    [],
  );
});

test("what reads the database, the disk or a secret is for the server only", () => {
  const client = imports.filter(
    ({ from, to }) => /^app\/(ui|styles)\//.test(from) && (/\.server\.ts$/.test(to) || to.startsWith("db/")),
  );
  expect(client).toEqual([]);
});

test("no drawer without a name", () => {
  expect(sources.filter((path) => /(^|\/)(utils|lib|helpers|services|common)(\/|\.)/.test(path))).toEqual([]);
});
