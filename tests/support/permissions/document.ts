import { table } from "../markdown.ts";
import { frames, heard, listeners } from "./frames.ts";
import { subjects } from "./index.ts";
import { type Row, roles } from "./row.ts";

const words: Record<string, string> = {
  login: "log in",
  302: "redirect",
  303: "redirect",
  401: "log in",
  403: "no",
  404: "not found",
  405: "no",
  410: "expired",
  closed: "log in",
};
const say = (status = "") => words[status] ?? (status.startsWith("2") ? "yes" : status);

function describeRow([does, send, statuses, body]: Row): string[] {
  const intent = body?.intent === undefined ? "" : ` ${body.intent}`;
  const cells = statuses.split(" ").map(say);
  return [does, `\`${send}${intent}\``, ...cells, ...(cells.length < roles.length ? ["–"] : [])];
}

/** `build/docs/permissions.md`, from the rows that the tests send. */
export const describePermissions = () => `# Who may do what

Columns: a guest; a member; a moderator; the owner of the thing; an administrator; an owner muted by an administrator; a program with the
owner's read-only token, which opens no page. A word behind an address is the button that was pressed.

*log in*: logging in may allow it. *redirect*: the answer leads to another page, as it does after an accepted form. *not found*:
the answer is the same as for something that does not exist. A number: the role may do it, but the content of this request
is refused (409 conflict, 415 type, 422 fields).

${Object.entries(subjects)
  .map(([subject, rows]) => `## ${subject}\n\n${table(["does", "by", ...roles], rows.map(describeRow))}`)
  .join("\n\n")}

## Frames that clients send

${table(
  ["does", "by", ...roles],
  frames.map(([does, event, outcomes]) => [does, `\`${event}\``, ...outcomes.split(" ").map(say)]),
)}

## Frames that the server sends

A guest has no socket. The sender's first socket and the receiver's have joined the anonymous room and that of a question.

${table(
  ["event", ...listeners],
  Object.entries(heard).map(([event, hearers]) => [
    `\`${event}\``,
    ...listeners.map((listener) => (hearers.includes(listener) ? "yes" : "no")),
  ]),
)}
`;
