/** The parts of a call used in its command. */
interface Example {
  method: string;
  /** In OpenAPI's notation, `/api/jobs/{id}`. */
  path: string;
  operationId: string;
  needsToken: boolean;
  parameters: { in: string; name: string; schema: { enum?: unknown[]; examples?: unknown[] } }[];
  body: { type: string; example?: unknown } | null;
}

/** Example file names for uploads. */
const fileNames: Record<string, string> = {
  setAvatar: "me.png",
  uploadImage: "poster.png",
  setJobLogo: "poster.png",
  uploadResource: "tides.pdf",
  applyForJob: "cv.pdf",
};

/** Writes a Unix shell command for a call, with the site in `$SITE` and a token in `$TOKEN`. */
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

/** Shows a single filter: the search text, else one with a list of choices, else the only one. */
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

/** Forms cannot express null, so null fields are omitted. */
const writeForm = (fields: unknown, operationId: string) =>
  Object.entries(fields ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) =>
      /^(file|avatar|logo)$/.test(name) ? `-F "${name}=@${fileNames[operationId]}"` : `-F "${name}=${value}"`,
    );
