import { Form, Link, useLocation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { cutText, normalizeLine, parseId } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { item } from "#app/ui/list.css.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { appendQuery, lineHash } from "../chat/address.ts";
import { namePartners, searchMessages } from "../search.server.ts";
import type { Route } from "./+types/find.ts";
import { conversationHref } from "./conversation.ts";

export const handle = { title: "Search in messages", failed: "Failed to search messages" };

const pageSize = 20;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const sent = url.searchParams.get("q") ?? "";
  const q = cutText(normalizeLine(sent), maxNameSearchLength);
  if (!q) return { q, results: [], next: null, error: null };
  const before = parseId(url.searchParams.get("before")) ?? undefined;
  try {
    const { found, next } = await searchMessages(viewer.id, q, { before, limit: pageSize });
    const names = await namePartners(found.map(({ partnerId }) => partnerId));
    const results = found.map(({ id, content, timestamp, senderId, partnerId, isAnonymous }) => ({
      id,
      content,
      time: formatDateTime(Date.parse(timestamp)),
      who: senderId === partnerId ? (names.get(partnerId) ?? "") : "You",
      partner: names.get(partnerId) ?? "",
      href: appendQuery(conversationHref(partnerId, isAnonymous), `at=${id}`) + lineHash(id),
    }));
    return { q, results, next: next ?? null, error: null };
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 422 && error.status !== 429)) throw error;
    const text = Object.values(error.errors)[0]?.[0] ?? error.message;
    return { q, results: [], next: null, error: text };
  }
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function FindMessages({ loaderData: { q, results, next, error } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <div className={stack[4]}>
      <Title>{q ? `Messages: ${q}` : "Search in messages"}</Title>
      <div>
        <Back to="/messages?list">Messages</Back>
        <h1>Search in messages</h1>
      </div>
      <Form action={pathname} role="search" className={stack[3]}>
        <TextInput
          key={q}
          field={{ id: "q", name: "q", initialValue: q, errors: error ? [error] : undefined }}
          label="Words in your conversations"
          optional={false}
          type="search"
          maxLength={maxNameSearchLength}
          enterKeyHint="search"
        />
        <p className={row[3]}>
          <Button>Search</Button>
        </p>
      </Form>
      {q && !error && results.length === 0 && <p role="status">Nothing found for “{q}”.</p>}
      {results.length > 0 && (
        <ul>
          {results.map(({ id, content, time, who, partner, href }) => (
            <li key={id} className={item}>
              <Link to={href} dir="auto">
                {shorten(content, q)}
              </Link>
              <p className={quiet}>
                <bdi>{who}</bdi>, {who === "You" && <bdi>to {partner}, </bdi>}
                <span>{time}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <p>
          <Link
            to={`${pathname}?${new URLSearchParams({ q, before: String(next) })}`}
            className={buttonClass({ variant: "outline" })}
          >
            Older messages
          </Link>
        </p>
      )}
    </div>
  );
}

const shownLength = 200;

/** Cuts a long message to the part around the first word. */
function shorten(content: string, q: string): string {
  const [word = ""] = q.toLowerCase().split(" ");
  const at = Math.max(0, content.toLowerCase().indexOf(word) - shownLength / 2);
  // Drops half a surrogate pair at either end.
  const part = content.slice(at, at + shownLength).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${at > 0 ? "…" : ""}${part}${at + shownLength < content.length ? "…" : ""}`;
}
