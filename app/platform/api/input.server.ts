import type { z } from "zod";
import { parseJson } from "../http/body.server.ts";
import { parseMediaType } from "../http/media-type.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { getFieldErrors } from "../schemas/field-rules.server.ts";

/** @throws HttpError 422 that names the fields */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw HttpError.forFields(getFieldErrors(result.error));
}

export async function readJson(request: Request): Promise<object> {
  const sentType = request.headers.get("Content-Type");
  const text = await request.text();
  if (text === "" && !sentType) return {};
  if (parseMediaType(sentType)?.type !== "application/json") {
    throw new HttpError(415, "Send JSON, with the content type application/json.");
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw HttpError.withCode("invalid-json", "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw HttpError.withCode("invalid-json", "The body must be a JSON object.");
  }
  return value;
}

/** Serializes a JSON body independent of whitespace and key order. */
export const sortNames = (body: object): string =>
  JSON.stringify(body, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

export function readQuery(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
