import { frames, heard, listeners } from "./frames.ts";
import { subjects } from "./index.ts";
import { type Row, roles } from "./row.ts";

const words: Record<string, string> = {
  login: "log in",
  401: "log in",
  403: "no",
  404: "not found",
  405: "no",
  410: "expired",
  closed: "log in",
};
const say = (status = "") => words[status] ?? (/^[23]/.test(status) ? "yes" : status);

const table = (heads: readonly string[], lines: readonly string[][]) =>
  [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function describeRow([does, send, statuses, body]: Row): string[] {
  const intent = body?.intent === undefined ? "" : ` ${body.intent}`;
  const cells = statuses.split(" ").map(say);
  return [does, `\`${send}${intent}\``, ...cells, ...(cells.length < roles.length ? ["–"] : [])];
}

/** `docs/permissions.md`, from the rows that the tests run. */
export const describePermissions = () => `# Who may do what

Made from the rows that \`tests/integration/permissions.test.ts\` sends to a server; \`UPDATE=1 npx vitest run
tests/integration/permissions.test.ts\` writes it. Columns: a guest; a member; the owner of the thing; an administrator; an
owner muted by an administrator; a program with the owner's read-only token, which opens no page.

*log in*: after logging in it may be allowed. *not found*: the answer is the same as for something that does not exist. A
number: allowed, but what the row sends is refused for what it says (409 conflict, 415 type, 422 fields). A word behind an
address is the button that was pressed.

${Object.entries(subjects)
  .map(([subject, rows]) => `## ${subject}\n\n${table(["does", "by", ...roles], rows.map(describeRow))}`)
  .join("\n\n")}

## Frames that clients send

${table(
  ["does", "by", ...roles],
  frames.map(([does, event, outcomes]) => [does, `\`${event}\``, ...outcomes.split(" ").map(say)]),
)}

## Frames that the server sends

A guest has no socket. The sender's first socket and the receiver's have joined the anonymous room.

${table(
  ["event", ...listeners],
  Object.entries(heard).map(([event, hearers]) => [
    `\`${event}\``,
    ...listeners.map((listener) => (hearers.includes(listener) ? "yes" : "no")),
  ]),
)}
`;
