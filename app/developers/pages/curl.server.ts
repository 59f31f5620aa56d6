/** The parts of a call that its command shows. */
interface Example {
  method: string;
  /** As OpenAPI writes it, `/api/jobs/{id}`. */
  path: string;
  operationId: string;
  needsToken: boolean;
  parameters: { in: string; name: string; schema: { enum?: unknown[]; examples?: unknown[] } }[];
  body: { type: string; example?: unknown } | null;
}

/** Names for files that a reader has. */
const fileNames: Record<string, string> = {
  setAvatar: "me.png",
  uploadImage: "poster.png",
  setJobLogo: "poster.png",
  uploadResource: "tides.pdf",
  applyForJob: "cv.pdf",
};

/** Writes a command for a Unix shell that makes a call, with the site in `$SITE` and a token in `$TOKEN`. */
export function writeCurl(example: Example): string {
  const { method, needsToken, body } = example;
  const options = [
    `${method === "GET" ? "" : `-X ${method} `}"$SITE${writeAddress(example)}"`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body?.type === "application/json" ? writeJson(body.example) : []),
    ...(body?.type === "multipart/form-data" ? writeForm(body.example, example.operationId) : []),
  ];
  return `curl ${options.join(" \\\n  ")}`;
}

/** One filter is enough to show how: what to search for, a choice from a list, or the only one. */
function writeAddress({ path, parameters }: Example): string {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const only = query.length === 1 ? query[0] : undefined;
  const filter =
    query.find(({ name }) => name === "search" || name === "q") ??
    query.find(({ schema }) => schema.enum) ??
    only;
  const search = filter ? `?${filter.name}=${encodeURIComponent(String(filter.schema.examples?.[0]))}` : "";
  const exampleOf = (name: string) => parameters.find((each) => each.name === name)?.schema.examples?.[0];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(exampleOf(name))) + search;
}

const writeJson = (value: unknown) => [
  '-H "Content-Type: application/json"',
  `-d '${JSON.stringify(value, null, 2).replaceAll("'", "'\\''")}'`,
];

/** A form has no absent values: such a field is left out. */
const writeForm = (fields: unknown, operationId: string) =>
  Object.entries(fields ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) =>
      /^(file|avatar|logo)$/.test(name) ? `-F "${name}=@${fileNames[operationId]}"` : `-F "${name}=${value}"`,
    );
