import { z } from "zod";
import type { FieldRules } from "#app/ui/forms/form.tsx";
import { settings } from "../settings.server.ts";
import { today } from "../time/time.server.ts";

/** Invalid for every field with a format: not an email, link, number or known option. */
const invalidSample = "?";

/** Rebuilt daily and after a change of the settings, because bounds such as the latest batch year depend on them. */
const known = new WeakMap<object, { period: string; rules: Record<string, FieldRules> }>();

/** The rules of a form's fields for `usePageForm`, so that Zod is not sent to the browser. */
export function getFieldRules<Name extends string>(shape: Record<Name, z.ZodType>): Record<Name, FieldRules> {
  const period = `${today()} ${settings.version}`;
  const earlier = known.get(shape);
  if (earlier?.period === period) return earlier.rules as Record<Name, FieldRules>;
  const entries = Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, readRules(schema)]);
  const rules = Object.fromEntries(entries);
  known.set(shape, { period, rules });
  return rules;
}

function readRules(schema: z.ZodType): FieldRules {
  const findError = (value: string) => schema.safeParse(value).error?.issues[0]?.message;
  const { minLength = 0, maxLength, minimum: min, maximum: max } = readBounds(schema);
  const missing = findError("");
  return {
    missing,
    invalid: findError(invalidSample),
    isRequired: missing !== undefined,
    ...(minLength > 1 && { minLength }),
    maxLength,
    min,
    max,
  };
}

interface Bounds {
  type?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Bounds[];
}

/** As the OpenAPI document has them. */
function readBounds(schema: z.ZodType): Bounds {
  const json = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) =>
      void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.override),
  }) as Bounds;
  return json.anyOf?.find(({ type }) => type !== "null") ?? json;
}

/** Returns the errors by field. Names of nested fields are joined by dots. */
export function getFieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
