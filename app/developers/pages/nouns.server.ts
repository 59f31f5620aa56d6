import { getOpenApiDocument } from "../openapi.server.ts";
import { writeCurl } from "./curl.server.ts";
import { describeField, type Field, type JsonSchema, listFields, nameOf } from "./fields.server.ts";

/** The parts of the OpenAPI document used by the pages. */
interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Response> };
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: object[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}
interface Response {
  $ref?: string;
  description: string;
  content?: Content;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** One call on its noun's page. */
export interface CallReference {
  id: string;
  method: string;
  path: string;
  summary: string;
  text: string;
  isForMembers: boolean;
  parameters: (Field & { in: string })[];
  /** The fields of the body and its media type. */
  body: { type: string; fields: Field[] } | null;
  /** The call as a curl command. */
  command: string;
  /** `object` is the name of the object in the response. `example` is JSON, or null without a body. */
  answers: { status: string; text: string; object: string | null; example: string | null }[];
  errors: string[];
}
/** One noun of the API with its calls and the objects in their responses. */
export interface Noun {
  slug: string;
  name: string;
  text: string;
  calls: CallReference[];
  objects: { name: string; fields: Field[] }[];
}

let nouns: Noun[] | undefined;

/** Returns the nouns of the API in order. They are described once. */
export const getNouns = (): Noun[] => (nouns ??= describeNouns());

/** The common errors of calls, by status. */
export const getErrors = (): { status: string; text: string; example: string }[] => {
  const { paths, components } = getOpenApiDocument() as unknown as Document;
  const responses = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => Object.entries(operation.responses)),
  );
  const names = new Map(responses.flatMap(([status, { $ref }]) => ($ref ? [[status, nameOf($ref)]] : [])));
  return [...names]
    .filter(([status]) => /^4|^5/.test(status))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([status, name]) => {
      const { description, content } = components.responses[name] ?? { description: "" };
      return { status, text: description, example: writeExample(content) ?? "" };
    });
};

function describeNouns(): Noun[] {
  const { tags, paths, components } = getOpenApiDocument() as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const schemas = own.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).map(({ schema }) => schema),
      ),
    );
    return {
      slug: name.toLowerCase().replaceAll(" ", "-"),
      name,
      text: description,
      calls: own.map(({ path, method, operation }) =>
        describeCall(path, method, operation, components.schemas),
      ),
      objects: [...collectObjects(schemas, components.schemas)].map((object) => ({
        name: object,
        fields: listFields(components.schemas[object] ?? {}),
      })),
    };
  });
}

function describeCall(
  path: string,
  method: string,
  operation: Operation,
  schemas: Document["components"]["schemas"],
): CallReference {
  // Every GET accepts `If-None-Match`, so only the overview mentions it.
  const parameters = (operation.parameters ?? []).filter(({ name }) => name !== "If-None-Match");
  const needsToken = operation.security.every((each) => Object.keys(each).length > 0);
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const schema = content?.schema.$ref ? schemas[nameOf(content.schema.$ref)] : content?.schema;
  const responses = Object.entries(operation.responses);
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    text: operation.description ?? "",
    isForMembers: needsToken,
    parameters: parameters.map(({ name, in: place, required = false, description = "", schema }) => ({
      ...describeField(name, { ...schema, description }, required),
      in: place,
    })),
    body: type && schema ? { type, fields: listFields(schema) } : null,
    command: writeCurl({
      method,
      path,
      operationId: operation.operationId,
      needsToken,
      parameters,
      body: type ? { type, example: content?.example } : null,
    }),
    answers: responses
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { description, content = {} }]) => ({
        status,
        text: description,
        object: findObject(Object.values(content)[0]?.schema, schemas),
        example: writeExample(content),
      })),
    errors: responses.map(([status]) => status).filter((status) => /^4|^5/.test(status)),
  };
}

function writeExample(content: Content = {}): string | null {
  const [body] = Object.values(content);
  return body ? JSON.stringify(body.example, null, 2) : null;
}

/** An envelope has a `success` field beside the requested data. */
const isEnvelope = ({ properties = {} }: JsonSchema) => "success" in properties;

/** The name of the object in a response, whether in an array or in an envelope's `data`. */
function findObject(schema: JsonSchema | undefined, schemas: Record<string, JsonSchema>): string | null {
  if (!schema) return null;
  if (schema.items) return findObject(schema.items, schemas);
  if (!schema.$ref) return null;
  const target = schemas[nameOf(schema.$ref)];
  if (target && isEnvelope(target)) return findObject(target.properties?.data, schemas);
  return target?.properties ? nameOf(schema.$ref) : null;
}

/** The names of all objects that schemas refer to, directly or through other objects. */
function collectObjects(
  found: JsonSchema[],
  schemas: Record<string, JsonSchema>,
  names = new Set<string>(),
): Set<string> {
  for (const schema of found) {
    if (schema.$ref && !names.has(nameOf(schema.$ref))) {
      const target = schemas[nameOf(schema.$ref)] ?? {};
      if (target.properties && !isEnvelope(target)) names.add(nameOf(schema.$ref));
      collectObjects([target], schemas, names);
    }
    const inner = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
    collectObjects(
      inner.filter((each) => each !== undefined),
      schemas,
      names,
    );
  }
  return names;
}
