import type { JsonSchema, NamedOperation, Operation } from "../../tests/support/openapi.ts";
import type { Random } from "./random.ts";
import { fields, json, text } from "./values.ts";

/** A call generated from the document. */
export interface GeneratedCall {
  path: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** Existing values, because the document's examples are invented. */
export interface Facts {
  /** Ids for a parameter of an address. */
  ids(path: string, parameter: string): readonly string[];
  /** Values for fields of a body. */
  fields: Record<string, unknown>;
}

const oddIds = [
  "0",
  "-1",
  "1.5",
  "007",
  "abc",
  "999999",
  "9".repeat(40),
  "anon_",
  "anon_nobody",
  "é",
  "a/b",
  "%",
];

/** The smallest image. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Parameter = NonNullable<Operation["parameters"]>[number];
type Schemas = Record<string, JsonSchema>;

/** A value at the edge of a schema, inside or just outside, or an unrelated one. */
function edge(random: Random, schema: JsonSchema): unknown {
  const { minimum = 0, maximum = 1_000, minLength = 0, maxLength = 200 } = schema;
  const isNumber = [schema.type].flat().some((type) => type === "integer" || type === "number");
  return random.pick<() => unknown>([
    () => (isNumber ? random.pick([minimum, maximum]) : "x".repeat(random.pick([minLength, maxLength]))),
    () =>
      isNumber
        ? random.pick([minimum - 1, maximum + 1, minimum + 0.5])
        : "x".repeat(random.pick([Math.max(0, minLength - 1), maxLength + 1])),
    () => (schema.enum ? random.pick(schema.enum) : (schema.examples?.[0] ?? null)),
    () => text(random).slice(0, 2_000),
    () => json(random, 2),
  ])();
}

function query(random: Random, parameters: readonly Parameter[]): string {
  const search = new URLSearchParams();
  for (const { in: place, name, schema } of parameters) {
    if (place !== "query" || random.isTrue(0.5)) continue;
    const values = random.isTrue(0.5)
      ? [schema.examples?.[0] ?? schema.default ?? ""].flat()
      : [edge(random, schema), ...random.several(2, () => edge(random, schema))];
    for (const value of values) {
      search.append(name, (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed());
    }
  }
  return search.size > 0 ? `?${search}`.slice(0, 7_000) : "";
}

/** The example of a body, with up to three fields removed, replaced or added. */
function changed(random: Random, example: object, schema: JsonSchema): Record<string, unknown> {
  const body: Record<string, unknown> = { ...example };
  const names = Object.keys(schema.properties ?? {});
  for (let left = random.below(4); left > 0 && names.length > 0; left--) {
    const name = random.pick(names);
    if (random.isTrue(0.3)) delete body[name];
    else body[name] = edge(random, schema.properties?.[name] ?? {});
  }
  if (random.isTrue(0.1)) body[text(random).slice(0, 100)] = json(random, 2);
  return body;
}

function form(random: Random, example: object, isWhole: boolean): FormData {
  const data = new FormData();
  const texts = Object.entries(example).filter(([, value]) => !String(value).startsWith("(the bytes"));
  const right = Object.fromEntries(texts);
  for (const [name, value] of isWhole ? texts : fields(random, right).slice(0, 30))
    data.append(name, String(value));
  const [file = "file"] = Object.keys(example).filter((name) => !(name in right));
  if (isWhole || random.isTrue(0.7)) {
    const isImage = isWhole && !("title" in example);
    const name = isWhole
      ? "notes.txt"
      : random.pick(["notes.txt", "a.png", "a.exe", text(random).slice(0, 300)]);
    const content = isImage ? new Uint8Array(pixel) : `Notes, ${random.next()}.`;
    data.append(file, new File([content], name.toWellFormed()));
  }
  return data;
}

/** Fills in an address, mostly with ids that exist. */
function address(random: Random, path: string, { ids }: Facts, isWhole: boolean): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = ids(path, name);
    const id = known.length > 0 && (isWhole || random.isTrue(0.8)) ? random.pick(known) : random.pick(oddIds);
    return encodeURIComponent(id);
  });
}

/**
 * Generates a call from its description: from its examples, or with parts that are at the edge of their schema, wrong,
 * missing or superfluous.
 */
export function createCall(
  random: Random,
  { path, method, operation }: NamedOperation,
  schemas: Schemas,
  facts: Facts,
): GeneratedCall {
  const isWhole = random.isTrue(0.3);
  const headers: Record<string, string> = {};
  const parameters = operation.parameters ?? [];
  if (parameters.some(({ name }) => name === "Idempotency-Key") && random.isTrue(0.3)) {
    headers["Idempotency-Key"] = random.pick(["a", "b", "x".repeat(64), "x".repeat(65), "two words"]);
  }
  if (parameters.some(({ name }) => name === "If-None-Match") && random.isTrue(0.2)) {
    headers["If-None-Match"] = random.pick(["*", 'W/"abc"', "abc", ","]);
  }
  const whole = address(random, path, facts, isWhole) + (isWhole ? "" : query(random, parameters));
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (!type || !content)
    return { path: whole, headers, body: method !== "get" && random.isTrue(0.05) ? "{" : undefined };
  const example = Object.fromEntries(
    Object.entries(content.example as object).map(([name, value]) => [name, facts.fields[name] ?? value]),
  );
  if (type === "multipart/form-data") return { path: whole, headers, body: form(random, example, isWhole) };
  const schema = schemas[content.schema.$ref?.split("/").at(-1) ?? ""] ?? {};
  const body = isWhole ? example : random.isTrue(0.1) ? json(random) : changed(random, example, schema);
  headers["Content-Type"] =
    isWhole || random.isTrue(0.95) ? type : random.pick(["text/plain", "", "application/xml"]);
  const sent = JSON.stringify(body);
  return { path: whole, headers, body: !isWhole && random.isTrue(0.03) ? sent.slice(1) : sent };
}
