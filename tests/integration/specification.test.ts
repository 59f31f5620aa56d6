import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the table of the specification names all nine sections, and tests and folders that exist", () => {
  const table = readFileSync("docs/specification.md", "utf8");
  const rows = [...table.matchAll(/^\| (\d) .+ \| (.+) \| (.+) \|$/gm)];
  expect([...new Set(rows.map(([, section]) => section))]).toEqual([..."123456789"]);
  const named = [...table.matchAll(/^\| .+ \|$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  const fileOf = (name: string) => {
    if (name.endsWith(".test")) return `tests/integration/${name}.ts`;
    return name.endsWith(".spec") ? `tests/browser/${name}.ts` : name;
  };
  const files = named.filter((name) => /\.(test|spec)$|\//.test(name)).map(fileOf);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
