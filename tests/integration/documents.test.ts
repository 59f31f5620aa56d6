import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { readSteps } from "../support/recipes.ts";

const read = (file: string) => readFileSync(file, "utf8");
const documents = globSync(["*.md", "docs/**/*.md"]);
const scripts = Object.keys(JSON.parse(read("package.json")).scripts);

/** @returns the anchors of a document's headings, as Git hosts generate them */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

/** @returns a document's links to our own files, as paths from the project's root */
const linksOf = (file: string) =>
  [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      return { target, path: path ? normalize(join(dirname(file), path)) : file, anchor };
    });

test.each(documents)("every link of %s points to an existing file or heading", (file) => {
  const isBroken = ({ path, anchor }: ReturnType<typeof linksOf>[number]) =>
    !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
  expect(linksOf(file).filter(isBroken)).toEqual([]);
});

test("the readme links to every document", () => {
  const linked = new Set(linksOf("README.md").map(({ path }) => path.replace(/\/$/, "")));
  const missing = documents.filter((file) => !linked.has(file) && !linked.has(dirname(file)));
  expect(missing).toEqual(["README.md"]);
});

/** The specification's table names tests without their folder. */
const pathOf = (name: string) =>
  name
    .replace(/^([\w-]+\.test)$/, "tests/integration/$1.ts")
    .replace(/^([\w-]+\.spec)$/, "tests/browser/$1.ts");

test("files named in documents exist, and so do documents named in files", () => {
  const named = documents.flatMap((file) =>
    [
      ...read(file).matchAll(
        // Recipes say which files are new.
        /`((?:app|db|scripts|tools|tests|public|deploy|examples)\/[\w./-]*|[\w-]+\.(?:test|spec))`(?!, new)/g,
      ),
    ].map(([, name = ""]) => ({ file, name })),
  );
  const files = globSync([
    "{app,db,scripts,tools,tests,public,deploy}/**/*.{ts,tsx,js,tsv,yml,service}",
    "*.ts",
  ]);
  const pointing = files.flatMap((file) =>
    [...read(file).matchAll(/(?<!build\/)\bdocs\/[a-z][\w/-]*/g)].map(([name]) => ({ file, name })),
  );
  expect(Math.min(named.length, pointing.length)).toBeGreaterThan(20);
  const isMissing = ({ name }: { name: string }) =>
    !name.includes("NAME") && globSync(`${pathOf(name)}*`).length === 0;
  expect([...named, ...pointing].filter(isMissing)).toEqual([]);
});

test.each(globSync("docs/recipes/*.md"))("the lines that %s changes are in their files", (recipe) => {
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const { file, beside, code } of readSteps(basename(recipe, ".md"))) {
    if (!file) continue;
    const text = texts.get(file) ?? (beside ? read(file) : "");
    if (beside && !text.includes(beside.text)) missing.push(`${file}: ${beside.text}`);
    texts.set(file, `${text}\n${code}`);
  }
  expect(missing).toEqual([]);
});

/** A name in code, such as `notifyRemaining`, `account_deletions` or `BACKUP_KEEP`. */
const codeName = /\b(?:[a-z]+(?:[A-Z]\w*|_\w+)|[A-Z]+_\w+)\b/g;

test("functions, tables and settings named in documents exist", () => {
  const sources = globSync([
    "{app,db,scripts,tools,tests,public,deploy,examples}/**/*.{ts,tsx,js,tsv,yml,service,json}",
    "*.ts",
  ]);
  const known = new Set(sources.flatMap((file) => read(file).match(/\w+/g) ?? []));
  // Exceptions: a setting of git, the example of a `_FILE` setting, and what recipes add.
  const foreign = [
    ...["hooksPath", "GOOGLE_CLIENT_SECRET_FILE"],
    ...["job_interview", "countSaves", "requireBook", "booksPaths", "newBook"],
  ];
  const unknown = documents
    .filter((file) => file !== "CHANGELOG.md")
    .flatMap((file) =>
      [...read(file).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = ""]) => code.match(codeName) ?? []),
    )
    .filter((name) => !known.has(name) && !foreign.includes(name));
  expect(unknown).toEqual([]);
});

test("every document begins with its audience", () => {
  const guides = documents.filter((file) => /^docs\/[\w-]+\.md$/.test(file));
  expect(guides.length).toBeGreaterThan(20);
  expect(guides.filter((file) => !/^# .+\n\nFor [^\n]+/.test(read(file)))).toEqual([]);
});

test("commands named in documents exist, and the readme lists every command", () => {
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name),
  );
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  const missing = scripts.filter(
    (name) => !new RegExp(`npm (run )?(--silent )?${name}\\b`).test(read("README.md")),
  );
  expect(missing).toEqual([]);
});

const countWords = (texts: string[]): number => texts.join("\n").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

/** @returns the text without the code of a recipe, which `recipes.test` performs */
const proseOf = (file: string) =>
  file.startsWith("docs/recipes/") ? read(file).replace(/^ *```.*?^ *```$/gms, "") : read(file);

test("maintainers can read the documents in an hour", () => {
  // Four are tables for reference. A decision or a recipe is read only by people who need it.
  const looked = /^docs\/(dependencies|performance|security|specification|decisions|recipes)\b/;
  const texts = documents
    .filter((file) => file === "README.md" || file.startsWith("docs/"))
    .filter((file) => !looked.test(file))
    .map(proseOf);
  expect(countWords(texts)).toBeLessThanOrEqual(14_000);
  expect(countWords(documents.filter((file) => file.startsWith("docs/")).map(proseOf))).toBeLessThanOrEqual(
    18_000,
  );
});

test("the newest release in the changelog is the version in package.json", () => {
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toBe(JSON.parse(read("package.json")).version);
});

test("`npm run docs` writes the tables", () => {
  const written = execFileSync("npm", ["run", "--silent", "docs"], { encoding: "utf8" }).trim().split("\n");
  expect(written).toEqual(["build/docs/permissions.md", "build/docs/security-asvs.md"]);
  for (const file of written) expect(read(file).split("\n").length).toBeGreaterThan(200);
});
