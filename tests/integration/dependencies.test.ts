import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Versions = Record<string, string>;
interface Installed {
  version: string;
  license?: string;
  dev?: boolean;
  bin?: Record<string, string>;
  integrity?: string;
}
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const manifest = readJson("package.json");
const lock: { packages: Record<string, Installed> } = readJson("package-lock.json");
const installed = (name: string) => lock.packages[`node_modules/${name}`];

/** The sections of the table, by the part of the manifest that they list. */
const kinds = {
  dependencies: "In production",
  devDependencies: "In development",
  optionalDependencies: "Optional",
};
const page = readFileSync("docs/dependencies.md", "utf8");
const rowsOf = (title: string) =>
  [
    ...(page.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(
      /^\| `([^`]+)` \| (.+) \| (.+) \|$/gm,
    ),
  ].map(([, name = "", purpose = "", license = ""]) => ({ name, purpose, license }));

const importPattern =
  /^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
/** The packages that our files import, each with one importing file. */
const imported = new Map<string, string>();
for (const file of globSync(["*.ts", "{app,db,scripts,tools,tests,examples}/**/*.{ts,tsx,js,mjs}"])) {
  for (const [, ...targets] of readFileSync(file, "utf8").matchAll(importPattern)) {
    const target = targets.find(Boolean) ?? "";
    if (/^([.#/]|node:|virtual:)/.test(target)) continue;
    const [scope = "", name = ""] = target.split("/");
    imported.set(scope.startsWith("@") ? `${scope}/${name}` : scope, file);
  }
}

test.each(Object.entries(kinds))("every package of %s is in the table, with its licence", (kind, title) => {
  const listed = rowsOf(title);
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(manifest[kind]).sort());
  for (const { name, license } of listed) expect([name, license]).toEqual([name, installed(name)?.license]);
});

test("versions are exact and match the lockfile", () => {
  for (const kind of Object.keys(kinds)) {
    expect((lock.packages[""] as never)[kind]).toEqual(manifest[kind]);
    for (const [name, version] of Object.entries(manifest[kind] as Versions)) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect([name, installed(name)?.version]).toEqual([name, version]);
    }
  }
  const unsigned = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== "" && !integrity);
  expect(unsigned).toEqual([]);
});

describe("used and listed packages", () => {
  const commands = `${Object.values(manifest.scripts).join("\n")}\n${["scripts/test.ts", "tools/bench/peer/start.ts"].map((file) => readFileSync(file, "utf8")).join("\n")}`;
  /** A package is used if it is imported, has the types of an imported one, is run by command, or is Node itself. */
  const isUsed = (name: string) =>
    imported.has(name) ||
    name === "@types/node" ||
    (name.startsWith("@types/") && imported.has(name.slice(7))) ||
    Object.keys(installed(name)?.bin ?? {}).some((bin) =>
      new RegExp(`(^|[\\s"])${bin}[\\s"]`, "m").test(commands),
    );
  const all = Object.keys(kinds).flatMap((kind) => Object.keys(manifest[kind]));

  test("every package is used", () => {
    expect(imported.size).toBeGreaterThan(30);
    expect(all.filter((name) => !isUsed(name))).toEqual([]);
  });

  test("every package that was requested is used", () => {
    const asked = [
      ...["react", "react-router", "@react-router/dev", "@react-router/node", "@react-router/serve"],
      ...["drizzle-orm", "better-sqlite3", "@conform-to/react", "@conform-to/zod", "zod", "ws", "remix-auth"],
      ...["sharp", "@vanilla-extract/css", "keen-slider", "vitest", "@playwright/test"],
    ];
    expect(asked.filter((name) => !all.includes(name) || !isUsed(name))).toEqual([]);
  });

  test("every import is listed, and production's imports are production dependencies", () => {
    expect([...imported].filter(([name]) => !all.includes(name))).toEqual([]);
    const product = [...imported].filter(([, file]) => /^(app|db|server\.ts|vite\.config)/.test(file));
    const onlyForDevelopment = product.filter(([name]) => name in manifest.devDependencies);
    expect(onlyForDevelopment.filter(([, file]) => !/\.test\.tsx?$/.test(file))).toEqual([]);
  });
});

test("every production dependency has a licence that we accept", () => {
  const accepted = [
    "MIT",
    "MIT-0",
    "ISC",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Apache-2.0",
    "Unlicense",
    "BlueOak-1.0.0",
  ];
  const exceptions: Record<string, RegExp> = {
    "MPL-2.0": /^(lightningcss(-|$)|web-push$)/,
    "LGPL-3.0-or-later": /^@img\/sharp-/,
    "CC-BY-4.0": /^caniuse-lite$/,
    // Only markdown-it's command loads it.
    "PSF-2.0": /^argparse$/,
    none: /^(eval|require-like)$/,
  };
  const refused = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { license }]) => ({
      name: path.split("node_modules/").at(-1) ?? "",
      license: license ?? "none",
    }))
    .filter(({ name, license }) =>
      license.split(" AND ").some((each) => !accepted.includes(each) && !exceptions[each]?.test(name)),
    );
  expect(refused).toEqual([]);
});

interface Bom {
  bomFormat: string;
  specVersion: string;
  components: {
    properties?: { name: string }[];
    "bom-ref": string;
    name: string;
    group?: string;
    version: string;
    purl: string;
    hashes?: unknown[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
  metadata: { component: { "bom-ref": string; type: string } };
}

test("the bill of materials is complete CycloneDX and marks development dependencies", {}, () => {
  const { status, stdout } = spawnSync("npm", ["run", "--silent", "sbom"], {
    encoding: "utf8",
    maxBuffer: 2 ** 25,
  });
  expect(status).toBe(0);
  const bom: Bom = JSON.parse(stdout);
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/) });
  expect(bom.metadata.component).toMatchObject({
    type: "application",
    "bom-ref": `quadrant@${manifest.version}`,
  });
  const refs = new Set(bom.components.map((component) => component["bom-ref"]));
  expect(refs.size).toBe(bom.components.length);
  const isForDevelopment = (ref: string) =>
    bom.components
      .find((component) => component["bom-ref"] === ref)
      ?.properties?.some(({ name }) => name === "cdx:npm:package:development") ?? false;
  for (const [path, { version, dev }] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const ref = `${path.split("node_modules/").at(-1)}@${version}`;
    expect(refs).toContain(ref);
    if (!dev) expect([ref, isForDevelopment(ref)]).toEqual([ref, false]);
  }
  expect(isForDevelopment(`vitest@${manifest.devDependencies.vitest}`)).toBe(true);
  for (const component of bom.components) {
    expect(component.purl).toMatch(/^pkg:npm\/.+@[^@]+$/);
    expect(component.hashes?.length).toBeGreaterThan(0);
  }
  const known = new Set([...refs, bom.metadata.component["bom-ref"]]);
  for (const { ref, dependsOn } of bom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(known).toContain(each);
});
