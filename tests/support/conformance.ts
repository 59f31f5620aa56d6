import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Document, NamedOperation, ResponseObject } from "./openapi.ts";
import type { Answer } from "./visitor.ts";

/** Errors that every call may return, documented as `default`. */
const defaultStatuses = [404, 405, 413, 414];
/** Headers that a success may have only if its call documents them. */
const describedHeaders = ["Link", "Location", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"];

/** @returns a function that lists an answer's deviations from the document */
export function createChecker(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "openapi" });
  const validatorOf = (pointer: string) => ajv.getSchema(`openapi#${pointer}`);

  return ({ path, method, operation }: NamedOperation, answer: Answer): string[] => {
    const { status, headers, body, text } = answer;
    const isDefault = !(status in operation.responses);
    if (isDefault && !defaultStatuses.includes(status)) return [`the status ${status} is not described`];
    const key = isDefault ? "default" : String(status);
    const named = operation.responses[key];
    const name = named?.$ref?.split("/").at(-1);
    const response = (name ? document.components.responses[name] : named) as ResponseObject;
    const pointer = name
      ? `/components/responses/${name}`
      : `/paths/${path.replaceAll("/", "~1")}/${method}/responses/${key}`;

    const found: string[] = [];
    for (const [header, { required }] of Object.entries(response.headers ?? {})) {
      const value = headers.get(header);
      if (required && value === null) found.push(`no header ${header}`);
    }
    for (const header of status < 300 ? describedHeaders : []) {
      if (headers.has(header) && !(header in (response.headers ?? {})))
        found.push(`the header ${header} is not described`);
    }
    const types = Object.keys(response.content ?? {});
    const [sent = null] = headers.get("Content-Type")?.split(";") ?? [];
    const type = types.find((each) => each === sent) ?? types[0] ?? null;
    if (sent !== type) found.push(`the type is ${sent} instead of ${type}`);
    if (type === null) return text === "" ? found : [...found, "a body that is not described"];
    const validate = validatorOf(`${pointer}/content/${type.replaceAll("/", "~1")}/schema`);
    if (!validate) return [...found, `no schema at ${pointer}`];
    if (!validate(body))
      found.push(`the body is not as described: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
    return found;
  };
}
