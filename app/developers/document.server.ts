import type { CreateDocumentOptions } from "zod-openapi";
import { env } from "#app/platform/env.server.ts";

// Shared by the descriptions of the API and of the socket.

export const license = { name: "MIT", identifier: "MIT" };

/** The browser's session cookie. */
export const sessionCookie = env.APP_URL?.startsWith("https:") ? "__Host-session" : "session";

/** Options for converting zod schemas to JSON schemas. */
export const schemaOptions: CreateDocumentOptions = {
  override({ jsonSchema }) {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // Zod drops the `examples` of transformed schemas, but not `example`, which OpenAPI 3.1 deprecates.
    if (!("example" in jsonSchema)) return;
    jsonSchema.examples = [jsonSchema.example];
    delete jsonSchema.example;
  },
};

/** The parts of a JSON schema used to compose examples. */
export interface Schema {
  $ref?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/**
 * Composes an example body from the examples of its fields. Fields without one are omitted.
 * @param components the schemas that `$ref` refers to
 */
export function composeExample(schema: Schema, components: Record<string, Schema>): unknown {
  if (schema.$ref) return composeExample(components[schema.$ref.split("/").at(-1) ?? ""] ?? {}, components);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf?.[0]) return composeExample(schema.anyOf[0], components);
  if (schema.type === "null") return null;
  if (schema.type === "array" && schema.items) return [composeExample(schema.items, components)];
  if (!schema.properties) return undefined;
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    name,
    composeExample(field, components),
  ]);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}
