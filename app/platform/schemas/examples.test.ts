import { expect, test } from "vitest";
import { z } from "zod";

/** Every exported schema: alone, in a list of fields, or as a field of another. */
const modules = Object.values(
  import.meta.glob<object>(
    ["./*.server.ts", "../../*/*{input,response,filter}.server.ts", "../../*/pages/**/*input.server.ts"],
    { eager: true },
  ),
);

function collect(value: unknown, found = new Set<z.ZodType>()): Set<z.ZodType> {
  if (typeof value !== "object" || value === null) return found;
  if (!(value instanceof z.ZodType)) {
    if (Object.getPrototypeOf(value) === Object.prototype) {
      for (const each of Object.values(value)) collect(each, found);
    }
    return found;
  }
  if (found.has(value)) return found;
  found.add(value);
  const {
    shape,
    element,
    innerType,
    in: input,
  } = value.def as {
    [Part in "element" | "innerType" | "in"]?: z.ZodType;
  } & { shape?: object };
  for (const part of [shape && { ...shape }, element, innerType, input]) collect(part, found);
  return found;
}

const schemas = modules.flatMap((module) => [...collect({ ...module })]);
const withExample = schemas.filter((schema) => schema.meta()?.example !== undefined);

test("every example matches its schema", () => {
  expect(withExample.length).toBeGreaterThan(150);
  for (const schema of withExample) {
    const { example } = schema.meta() as { example: unknown };
    // Parameters in an address are strings.
    const results = [example, String(example)].map((value) => schema.safeParse(value));
    const isValid = results.some(({ success }) => success);
    expect(isValid ? [] : results[0]?.error?.issues, JSON.stringify(example)).toEqual([]);
  }
});
