import { inArray } from "drizzle-orm";
import { Form, Link, useLocation } from "react-router";
import { personColumns, presentAlias, presentPerson } from "#app/people/person.server.ts";
import { Face } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { cutText, normalizeLine, parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { Marked } from "#app/search/marked.tsx";
import { Back } from "#app/ui/back.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { Title } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { quiet, small } from "#app/ui/styles/layout.css.ts";
import { db, users } from "#db/index.ts";
import { appendQuery, lineHash } from "../chat/address.ts";
import { anonymousName, isAlias } from "../rules.ts";
import { searchMessages } from "../search.server.ts";
import type { Route } from "./+types/find.ts";
import { conversationHref } from "./conversation.ts";
import * as styles from "./find.css.ts";

export const handle = { title: "Search in messages", failed: "Failed to search messages" };

const pageSize = 20;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer({ request, context, url });
  const sent = url.searchParams.get("q") ?? "";
  const q = cutText(normalizeLine(sent), maxNameSearchLength);
  if (!q) return { q, results: [], total: null, next: null, error: null };
  const before = parseId(url.searchParams.get("before")) ?? undefined;
  try {
    const { found, next } = await searchMessages(viewer.id, q, { before, limit: pageSize });
    const people = await loadPartners(found.map(({ partnerId }) => partnerId));
    const byConversation = Map.groupBy(found, ({ partnerId, isAnonymous }) =>
      conversationHref(partnerId, isAnonymous),
    );
    const results = [...byConversation].map(([conversation, messages]) => {
      const partnerId = messages[0]?.partnerId ?? "";
      return {
        conversation,
        partner: people.get(partnerId) ?? presentAlias(anonymousName, partnerId.charAt(5)),
        messages: messages.map(({ id, content, timestamp, senderId }) => ({
          id,
          content,
          time: formatDateTime(Date.parse(timestamp)),
          isOwn: senderId !== partnerId,
          href: appendQuery(conversation, `at=${id}`) + lineHash(id),
        })),
      };
    });
    const total = before === undefined ? describeTotal(found.length, next !== undefined) : null;
    return { q, results, total, next: next ?? null, error: null };
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 422 && error.status !== 429)) throw error;
    const text = Object.values(error.errors)[0]?.[0] ?? error.message;
    return { q, results: [], total: null, next: null, error: text };
  }
}

/** For example "3 messages", or "The newest 20 messages" if there are more. */
const describeTotal = (count: number, hasMore: boolean): string =>
  hasMore ? `The newest ${count} messages` : count === 1 ? "1 message" : `${count} messages`;

/** The partners by id. Those with an alias are missing. */
async function loadPartners(partnerIds: string[]) {
  const ids = partnerIds.filter((id) => !isAlias(id)).map(toId);
  const rows = await db.select(personColumns).from(users).where(inArray(users.id, ids));
  return new Map(rows.map((row) => [String(row.id), presentPerson(row)]));
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function FindMessages({
  loaderData: { q, results, total, next, error },
}: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <Title>{q ? `Messages: ${q}` : "Search in messages"}</Title>
      <div>
        <Back to="/messages?list">Messages</Back>
        <h1>Search in messages</h1>
      </div>
      <Form action={pathname} role="search">
        <SearchField
          key={q}
          name="q"
          label="Words in your conversations"
          placeholder="Words in your conversations"
          defaultValue={q}
          maxLength={maxNameSearchLength}
        />
      </Form>
      <Alert texts={error ? [error] : null} />
      {!q && <p className={quiet}>Finds messages that have all of your words, in any order.</p>}
      {q && !error && results.length === 0 && (
        <div role="status">
          <EmptyState title={`Nothing found for “${q}”`}>
            <p>Try fewer or shorter words, or another spelling.</p>
          </EmptyState>
        </div>
      )}
      {total && results.length > 0 && <p className={quiet}>{total}</p>}
      {results.length > 0 && (
        <ul className={styles.list}>
          {results.map(({ conversation, partner, messages }) => (
            <li key={conversation} className={styles.group}>
              <h2 className={styles.partner}>
                <Face person={partner} size="sm" />
                <bdi>{partner.name || "No Name"}</bdi>
              </h2>
              <ul className={styles.messages}>
                {messages.map(({ id, content, time, isOwn, href }) => (
                  <li key={id}>
                    <Link to={href} className={styles.row}>
                      <span className={styles.words} dir="auto">
                        {isOwn && "You: "}
                        <Marked text={shorten(content, q)} words={q.split(" ")} />
                      </span>
                      <span className={small}>{time}</span>
                    </Link>
                  </li>
                ))}
              </ul>
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
