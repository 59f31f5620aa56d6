import type { Schema } from "../document.server.ts";

/** A JSON schema in the API's descriptions. */
export interface JsonSchema extends Schema {
  description?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  required?: string[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** One field in a list. `text` contains its limits and its meaning. */
export interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}

export const nameOf = (ref: string): string => ref.split("/").at(-1) ?? "";

/** Lists the fields of an object. Nested fields follow as `salary.currency` or `registrations[].userId`. */
export function listFields({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    describeField(name, schema, required.includes(name)),
    ...listInnerFields(name, schema),
  ]);
}

export const describeField = (name: string, schema: JsonSchema, isRequired: boolean): Field => ({
  name,
  type: describeType(schema),
  isRequired,
  text: [describeLimits(schema), schema.description].filter(Boolean).join(". "),
});

function listInnerFields(name: string, schema: JsonSchema): Field[] {
  const isObject = (each?: JsonSchema) => each?.properties !== undefined;
  const inner = [schema, ...(schema.anyOf ?? [])].find(isObject);
  const of = inner ?? (isObject(schema.items) ? schema.items : undefined);
  const prefix = inner ? name : `${name}[]`;
  return of ? listFields(of).map((field) => ({ ...field, name: `${prefix}.${field.name}` })) : [];
}

/** Describes a type in a few words: `string or null`, `Job[]`, `1, 2 or 3`. */
function describeType(schema: JsonSchema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return joinChoices(schema.anyOf.map(describeType));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return joinChoices(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.format === "binary") return "file";
  if (schema.format) return schema.format;
  if (schema.type === "array") return `${describeType(schema.items ?? {})}[]`;
  return joinChoices([schema.type ?? "anything"].flat());
}

const joinChoices = (choices: string[]) =>
  [choices.slice(0, -1).join(", "), choices.at(-1)].filter(Boolean).join(" or ");

/** Four-digit numbers such as years have no comma. */
const numbers = new Intl.NumberFormat("en", { useGrouping: "min2" });

function describeLimits(schema: JsonSchema): string {
  const { minimum, maximum, maxLength } = { ...schema.anyOf?.[0], ...schema };
  const texts: string[] = [];
  if (maxLength !== undefined) texts.push(`at most ${numbers.format(maxLength)} characters`);
  if (minimum !== undefined && maximum !== undefined)
    texts.push(`from ${numbers.format(minimum)} to ${numbers.format(maximum)}`);
  if (schema.default !== undefined && schema.default !== null)
    texts.push(`\`${schema.default}\` if it is missing`);
  const text = texts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
