import { and, desc, eq, isNotNull } from "drizzle-orm";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { insertAuditEntry } from "#db/audit.ts";
import { aliasMutes, db, users } from "#db/index.ts";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mutes.ts";
import * as styles from "./admin.css.ts";

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
  if (!found) return null;
  const [members, aliases] = found;
  return [...members, ...aliases].map((row) => ({
    who: String(row.who),
    name: row.name,
    since: formatDateTime(row.mutedAt ?? 0),
  }));
}

export const clientLoader = withFallback(() => null);

/** An id of a member, or an alias. */
const unmuteSchema = z.object({ who: z.string().max(60) });

const texts = { failed: "That couldn't be saved. Please try again." };

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return submitForm(args, { fields: ["who"], texts }, async (form) => {
    const parsed = unmuteSchema.safeParse(Object.fromEntries(form.data));
    if (!parsed.success) throw data("This page does not have that button.", 400);
    const { who } = parsed.data;
    const userId = parseId(who);
    const [member] =
      userId === null ? [] : await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
    await db.batch([
      userId === null
        ? db.delete(aliasMutes).where(eq(aliasMutes.alias, who))
        : db
            .update(users)
            .set({ mutedAt: null })
            .where(and(eq(users.id, userId), isNotNull(users.mutedAt))),
      insertAuditEntry(admin.id, "unmuted", member?.name ?? who),
    ]);
    return redirect("/admin/mutes", 303);
  });
}

export const clientAction = keepForm(texts);

/** Mutes last until an administrator lifts them. Nobody sees the owners of aliases. */
export default function Mutes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title>Muted</Title>
      <h1>Muted</h1>
      <p className={styles.quiet}>Mutes in the anonymous room end by themselves at midnight.</p>
      <FormAlert failure={actionData?.failure} />
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
