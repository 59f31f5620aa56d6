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
  return (await new Visitor(server.url).get("/api/openapi.json")).body as Document;
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
