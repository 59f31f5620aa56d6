import { sql } from "drizzle-orm";
import { useState } from "react";
import { Form } from "react-router";
import { users } from "#db/index.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import type { Viewer } from "../../auth/sessions.server.ts";
import { env } from "../../env.server.ts";
import { checkIn, isNamed, selectAttendees } from "../../events/check-in.server.ts";
import { findEditableEvent } from "../../events/organizing.server.ts";
import { formatShortPeriod } from "../../events/times.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { limitListSearch } from "../../limits/rate-limit.server.ts";
import { parseEventFilter } from "../../schemas/event.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { toId } from "../../schemas/fields.ts";
import { maxSearchLength } from "../../schemas/search-rules.ts";
import { narrow } from "../../styles/global.css.ts";
import { quiet } from "../../styles/layout.css.ts";
import { Back } from "../../ui/back.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { Alert, TextInput } from "../../ui/field.tsx";
import { FlashLine } from "../../ui/flash.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/check-in.ts";
import * as styles from "./check-in.css.ts";
import { useCheckIns } from "./check-in-queue.ts";

export const handle = { title: "Check-in", failed: eventTexts.loadFailed, keep: "own" };

/** So many stand in the list; the search finds the others. */
const maxShown = 1_000;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await findEditableEvent(viewer, toId(args.params.id));
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

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

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
    { auth: "member", limit: null, fields: ["person"], texts },
    { arrive: mark(true, "Checked in."), leave: mark(false, "The check-in is taken back.") },
  );
}

const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Who is registered, and who came. It works without a network, and sends what was done when that is back. */
export default function CheckIn({ loaderData: page }: Route.ComponentProps) {
  const { rows, total, here, problem, mark } = useCheckIns(page);
  const [typed, setTyped] = useState(page.search);
  const shown = rows.filter(({ name }) => fold(name).includes(fold(typed.trim())));
  const waiting = rows.filter(({ isWaiting }) => isWaiting).length;
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Back to={`/events/${page.id}`}>
        <bdi>{page.title}</bdi>
      </Back>
      <div>
        <Title heading>{handle.title}</Title>
        <p className={quiet}>{page.when}</p>
      </div>
      <p className={styles.count} role="status">
        <b>{here}</b> of {total} here
        {waiting > 0 && (
          <span className={quiet}>{` · ${waiting} ${waiting === 1 ? "waits" : "wait"} for the network`}</span>
        )}
      </p>
      <FormAlert />
      {problem && <Alert texts={[problem]} />}
      {total === 0 ? (
        <EmptyState scene="night" title="Nobody is registered yet">
          <p>Who registers stands here, to be checked in at the door.</p>
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
                  {row.isWaiting && <span className={quiet}>waits</span>}
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
              Nobody of this name is registered{page.isCut ? " among these. Press Find." : "."}
            </p>
          )}
          {page.isCut && <p className={quiet}>These are the first {maxShown}: search for the others.</p>}
          <p className={`${quiet} ${styles.offline}`}>
            Keep this page open at the door: without a network it goes on, and sends what you did when that is
            back.
          </p>
        </>
      )}
    </div>
  );
}
