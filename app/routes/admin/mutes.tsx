import { and, desc, eq, isNotNull } from "drizzle-orm";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { insertAuditEntry } from "#db/audit.ts";
import { aliasMutes, db, users } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mutes.ts";
import * as styles from "./admin.css.ts";

const saveFailed = "That couldn't be saved. Please try again.";
/** The most of either kind. Unmuting some shows the others. */
const maxShown = 200;

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const found = await queryOrNull(args.context, () =>
    db.batch([
      db
        .select({ who: users.id, name: users.name, mutedAt: users.mutedAt })
        .from(users)
        .where(isNotNull(users.mutedAt))
        .orderBy(desc(users.mutedAt))
        .limit(maxShown),
      db
        .select({ who: aliasMutes.alias, name: aliasMutes.alias, mutedAt: aliasMutes.mutedAt })
        .from(aliasMutes)
        .orderBy(desc(aliasMutes.mutedAt))
        .limit(maxShown),
    ]),
  );
  if (!found) return data(null, 503);
  const [members, aliases] = found;
  return [...members, ...aliases].map((row) => ({
    who: String(row.who),
    name: row.name,
    since: formatDateTime(row.mutedAt ?? 0),
  }));
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, null);

/** An id of a member, or an alias. */
const unmuteSchema = z.object({ who: z.string().max(60) });

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  const form = unmuteSchema.safeParse(Object.fromEntries(await readForm(args.request, ["who"])));
  if (!form.success) throw data("This page does not have that button.", 400);
  const { who } = form.data;
  const userId = parseId(who);
  const done = await queryOrNull(args.context, async () => {
    const [member] =
      userId === null ? [] : await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
    return db.batch([
      userId === null
        ? db.delete(aliasMutes).where(eq(aliasMutes.alias, who))
        : db
            .update(users)
            .set({ mutedAt: null })
            .where(and(eq(users.id, userId), isNotNull(users.mutedAt))),
      insertAuditEntry(admin.id, "unmuted", member?.name ?? who),
    ]);
  });
  if (!done) return data({ error: saveFailed }, 503);
  throw redirect("/admin/mutes", 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () => data({ error: saveFailed }, 503));

/** Mutes last until an administrator lifts them. Nobody sees the owners of aliases. */
export default function Mutes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title>Muted</Title>
      <h1>Muted</h1>
      <p className={styles.quiet}>Mutes in the anonymous room end by themselves at midnight.</p>
      <Alert texts={actionData ? [actionData.error] : null} />
      {!loaderData && <LoadFailure text="Failed to load who is muted" />}
      {loaderData?.length === 0 && (
        <EmptyState title="Nobody is muted">
          <p>Whoever you mute after a report appears here.</p>
        </EmptyState>
      )}
      {loaderData && (
        <ul className={styles.list}>
          {loaderData.map(({ who, name, since }) => (
            <li key={who} className={styles.mute}>
              <div>
                <p>{name}</p>
                <p className={styles.quiet}>Since {since}</p>
              </div>
              <Form method="post">
                <Button variant="outline" size="sm" name="who" value={who} aria-label={`Unmute ${name}`}>
                  Unmute
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
