import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateSource } from "oazapfts";
import type { TestServer } from "./server.ts";
import { Visitor } from "./visitor.ts";

/** The parts of a JSON schema that tests use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}
export interface Content {
  schema: JsonSchema;
  example?: unknown;
}
export interface ResponseObject {
  $ref?: string;
  description: string;
  headers?: Record<string, { required?: boolean; schema: JsonSchema }>;
  content?: Record<string, Content>;
}
export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  parameters?: {
    in: "path" | "query" | "header";
    name: string;
    description: string;
    required?: boolean;
    schema: JsonSchema;
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, ResponseObject>;
  security: object[];
}
/** The parts of the OpenAPI document that tests use. */
export interface Document {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, ResponseObject> };
}

export async function readDocument(server: TestServer): Promise<Document> {
  return (await new Visitor(server.url).get("/api/openapi.json")).body as unknown as Document;
}

export interface NamedOperation {
  /** Such as `GET /api/jobs`. */
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

export const listOperations = (document: Document): NamedOperation[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  );

export function findOperation(document: Document, id: string): NamedOperation {
  const found = listOperations(document).find(({ operation }) => operation.operationId === id);
  if (!found) throw new Error(`the document has no ${id}`);
  return found;
}

/** Adds the schemas that a schema refers to, and those that these refer to. */
function collectSchemas(
  { components: { schemas } }: Document,
  schema: unknown,
  found: Document["components"]["schemas"],
) {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    const referred = schemas[name];
    if (!referred || found[name]) continue;
    found[name] = referred;
    collectSchemas({ components: { schemas } } as Document, referred, found);
  }
  return found;
}

/** @returns `api-types.ts`: the type of each call's success by method and path, with `{}` for each parameter */
export async function generateApiTypes(document: Document): Promise<string> {
  const properties = Object.fromEntries(
    listOperations(document).map(({ method, path, operation: { responses } }) => {
      const schemas = Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith("2") ? (content?.["application/json"]?.schema ?? []) : [],
      );
      const key = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`;
      return [key, schemas.length > 0 ? { anyOf: schemas } : { type: "string", enum: [""] }];
    }),
  );
  const used = collectSchemas(document, properties, { Problem: document.components.schemas.Problem ?? {} });
  const schemas = {
    ...used,
    Responses: { type: "object", properties, required: Object.keys(properties) },
  };
  const folder = mkdtempSync(join(tmpdir(), "quadrant-types-"));
  const file = join(folder, "openapi.json");
  writeFileSync(
    file,
    JSON.stringify({ openapi: document.openapi, info: {}, paths: {}, components: { schemas } }),
  );
  const source = await generateSource(file, { allSchemas: true, useUnknown: true });
  rmSync(folder, { recursive: true });
  return `// Generated from the OpenAPI document: npx vitest run tests/integration/openapi.test.ts -u\n\n${source.slice(source.indexOf("export type"))}`;
}
