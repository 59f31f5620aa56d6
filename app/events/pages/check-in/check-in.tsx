import { sql } from "drizzle-orm";
import { useState } from "react";
import { Form } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { maxSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Back } from "#app/ui/back.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Alert, TextInput } from "#app/ui/forms/field.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { users } from "#db/index.ts";
import { checkIn, isNamed, selectAttendees } from "../../check-in.server.ts";
import { parseEventFilter } from "../../input.server.ts";
import { requireEditableEvent } from "../../organizing.server.ts";
import { eventTexts } from "../../texts.ts";
import { formatShortPeriod } from "../../times.ts";
import type { Route } from "./+types/check-in.ts";
import * as styles from "./check-in.css.ts";
import { useCheckIns } from "./check-in-queue.ts";

export const handle = { title: "Check-in", failed: eventTexts.loadFailed, offline: "own" };

/** The list shows this many. Search finds the others. */
const maxShown = 1_000;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await requireEditableEvent(viewer, toId(args.params.id));
  const { search } = parseEventFilter(args.url.searchParams);
  limitListSearch(viewer, getRequestContext(args.context), { search });
  const rows = await selectAttendees(event.id, await isNamed(event.id, search))
    .orderBy(sql`${users.name} collate nocase`, users.id)
    .limit(maxShown);
  return {
    id: args.params.id,
    viewerId: String(viewer.id),
    title: event.title,
    when: formatShortPeriod(event.startsAt, event.endsAt, env.TIME_ZONE),
    total: event.registrationCount,
    here: event.checkedInCount,
    search: search ?? "",
    isCut: rows.length === maxShown,
    rows: rows.map(({ id, name, checkedIn }) => ({ id: String(id), name, checkedIn })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: eventTexts.checkInFailed };

export function action(args: Route.ActionArgs) {
  const page = args.url.pathname + args.url.search;
  const mark = (checkedIn: boolean, text: string) => async (form: PostedForm, viewer: Viewer) => {
    const person = form.text("person");
    await checkIn(viewer, toId(args.params.id), toId(person), checkedIn);
    return redirectWithFlash(args.context, page, { text, at: `person-${person}` });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["person"], texts },
    { arrive: mark(true, "Checked in."), leave: mark(false, "Check-in undone.") },
  );
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The registered members and their check-ins. Works offline: changes are sent when the network is back. */
export default function CheckIn({ loaderData: page }: Route.ComponentProps) {
  const { rows, total, here, problem, mark } = useCheckIns(page);
  const [typed, setTyped] = useState(page.search);
  const shown = rows.filter(({ name }) => fold(name).includes(fold(typed.trim())));
  const waiting = rows.filter(({ isWaiting }) => isWaiting).length;
  return (
    <div className={`${narrow} ${styles.page}`}>
      <div>
        <Back to={`/events/${page.id}`}>
          <bdi>{page.title}</bdi>
        </Back>
        <Title heading>{handle.title}</Title>
        <p className={quiet}>{page.when}</p>
      </div>
      <p className={styles.count} role="status">
        <b>{here}</b> of {total} here
        {waiting > 0 && <span className={quiet}>{` · ${waiting} waiting for the network`}</span>}
      </p>
      <FormAlert />
      {problem && <Alert texts={[problem]} />}
      {total === 0 ? (
        <EmptyState scene="night" title="Nobody is registered yet">
          <p>People who register appear here, so that you can check them in at the door.</p>
        </EmptyState>
      ) : (
        <>
          <Form method="get" action={`/events/${page.id}/check-in`} role="search" className={styles.search}>
            <TextInput
              field={{
                id: "person-search",
                name: "search",
                key: page.search,
                initialValue: page.search,
                errors: undefined,
              }}
              label="Search"
              type="search"
              placeholder="A name"
              optional={false}
              maxLength={maxSearchLength}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button variant="outline">Find</Button>
          </Form>
          <ul className={styles.list}>
            {shown.map((row) => (
              <li key={row.id} id={`person-${row.id}`} className={styles.row}>
                <span className={styles.name}>
                  <span className={styles.lamp} data-lit={row.checkedIn || undefined} aria-hidden>
                    <Icon name="check" />
                  </span>
                  <bdi>{row.name}</bdi>
                  {row.isWaiting && <span className={quiet}>not sent yet</span>}
                </span>
                <Form
                  method="post"
                  preventScrollReset
                  onSubmit={(event) => {
                    event.preventDefault();
                    mark(row, !row.checkedIn);
                  }}
                >
                  <input type="hidden" name="person" value={row.id} />
                  <Button
                    variant={row.checkedIn ? "ghost" : "outline"}
                    name="intent"
                    value={row.checkedIn ? "leave" : "arrive"}
                    aria-label={`${row.checkedIn ? "Undo" : "Check in"}: ${row.name}`}
                  >
                    {row.checkedIn ? "Undo" : "Check in"}
                  </Button>
                </Form>
                <FlashLine at={`person-${row.id}`} />
              </li>
            ))}
          </ul>
          {shown.length === 0 && (
            <p className={quiet}>
              Nobody with this name is registered{page.isCut ? " in this part of the list. Press Find." : "."}
            </p>
          )}
          {page.isCut && <p className={quiet}>These are the first {maxShown}: search for the others.</p>}
          <p className={`${quiet} ${styles.offline}`}>
            Keep this page open at the door. It works without a connection, and sends your check-ins once you
            are back online.
          </p>
        </>
      )}
    </div>
  );
}
