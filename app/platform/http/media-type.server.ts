export interface MediaType {
  type: string;
  parameters: ReadonlyMap<string, string>;
}

const start = /^[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+/;
const parameter = /[ \t]*;[ \t]*(?:([!#$%&'*+.^`|~\w-]+)=(?:([!#$%&'*+.^`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?/y;

/** Parses a `Content-Type` (RFC 9110). Returns null for anything else, and for a repeated parameter. */
export function parseMediaType(header: string | null | undefined): MediaType | null {
  const text = header?.trim() ?? "";
  const type = start.exec(text)?.[0];
  if (type === undefined) return null;
  const parameters = new Map<string, string>();
  for (let at = type.length; at < text.length; at = parameter.lastIndex) {
    parameter.lastIndex = at;
    const [found, name, plain, quoted] = parameter.exec(text) ?? [];
    if (found === undefined || (name && parameters.has(name.toLowerCase()))) return null;
    if (name) parameters.set(name.toLowerCase(), plain ?? quoted?.replace(/\\(.)/g, "$1") ?? "");
  }
  return { type: type.toLowerCase(), parameters };
}

const boundaryCharacters = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** Returns the boundary of a multipart form, or null. Pass `multipartType(boundary)` to the parser of the body. */
export function readBoundary(header: string | null | undefined): string | null {
  const boundary = isMultipart(header) ? parseMediaType(header)?.parameters.get("boundary") : undefined;
  return boundary !== undefined && boundaryCharacters.test(boundary) ? boundary : null;
}

export const multipartType = (boundary: string) => `multipart/form-data; boundary="${boundary}"`;

export const isMultipart = (header: string | null | undefined): boolean =>
  parseMediaType(header)?.type === "multipart/form-data";
