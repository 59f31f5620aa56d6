import { HttpError } from "./problem.server.ts";

/** The most fields that a posted form may have. Ours have about thirty. */
const maxFields = 100;
/** What is kept of one value, in characters: more than any field accepts, so that its schema can say so. */
const maxValueLength = 20_000;

/**
 * Checks that a body is a form that is safe to parse: complete, and of few fields.
 * @throws HttpError 415, 413, 400
 */
export async function checkForm(contentType: string, body: Buffer): Promise<void> {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    if (hasMoreThan(maxFields, body, "&")) throw new HttpError(413);
    return;
  }
  if (!/^multipart\/form-data/i.test(contentType)) throw new HttpError(415);
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new HttpError(400);
  if (hasMoreThan(maxFields + 1, body, `--${boundary}`)) throw new HttpError(413);
  try {
    await new Response(new Uint8Array(body), { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw new HttpError(400);
  }
}

/** Stops counting at the limit, so that a body of separators costs nothing. */
function hasMoreThan(max: number, body: Buffer, separator: string): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    if (++count > max) return true;
  }
  return false;
}

/**
 * Reads a page's form. Only the named fields are handed on, one text each and cut at 20,000 characters: libraries that
 * build objects from the names of fields (`skills[9999999]`, `__intent__`) never see a name that a sender chose.
 */
export async function readForm(request: Request, names: readonly string[]): Promise<FormData> {
  const sent = await request.formData();
  const form = new FormData();
  for (const name of names) {
    const value = sent.get(name);
    if (typeof value === "string") form.set(name, value.slice(0, maxValueLength).toWellFormed());
  }
  return form;
}
