import { inArray } from "drizzle-orm";
import { Form } from "react-router";
import { FoundMembers } from "#app/people/found-members.tsx";
import { listByName, readName } from "#app/people/member-filter.server.ts";
import { personColumns, presentPerson } from "#app/people/person.server.ts";
import { PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { endWithTitle, redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { AskOnce } from "#app/ui/ask-once.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { FlashLine } from "#app/ui/flash.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { quiet, size, small, stack } from "#app/ui/styles/layout.css.ts";
import { db, users } from "#db/index.ts";
import { addOrganizer, askToOrganize, removeOrganizer } from "../co-organizers.server.ts";
import { organizersOf } from "../events.server.ts";
import { eventTexts, maxCoOrganizers } from "../texts.ts";
import type { Route } from "./+types/organizers.ts";
import { EventDialog } from "./event-dialog.tsx";
import * as styles from "./organizers.css.ts";
import { OrganizingAnswer } from "./organizing-answer.tsx";
import { requireShownEvent } from "./read-events.server.ts";

export const handle = { title: "Organizers", failed: eventTexts.loadFailed };

/** For the organizers and members who were invited to become one. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await requireShownEvent(viewer, args.params.id);
  const organizers = organizersOf(event);
  const own = organizers.find(({ id }) => id === String(viewer.id));
  if (!event.canEdit && !own) throw HttpError.withCode("not-yours", eventTexts.notYours);
  const people = await db
    .select(personColumns)
    .from(users)
    .where(
      inArray(
        users.id,
        organizers.map(({ id }) => toId(id)),
      ),
    );
  const name = readName(args.url);
  const isFull = organizers.length > maxCoOrganizers;
  return {
    id: args.params.id,
    title: event.title,
    filter: { name },
    found:
      name && event.canEdit && !isFull
        ? await listByName(viewer, name, [...organizers.map(({ id }) => toId(id)), viewer.id])
        : null,
    canEdit: event.canEdit,
    own: own?.state ?? null,
    isFull,
    organizers: organizers.flatMap(({ id, state }) => {
      const found = people.find((person) => String(person.id) === id);
      return found ? [{ id, state, isOwn: id === String(viewer.id), person: presentPerson(found) }] : [];
    }),
  };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: "That did not work. Please try again.", loggedOut: eventTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const id = toId(args.params.id);
  const page = `/events/${id}`;
  return submitForm(
    args,
    {
      auth: "member",
      fields: ["person", "member"],
      texts: { failed: texts.failed },
    },
    {
      async ask(form, viewer) {
        await askToOrganize(viewer, id, toId(form.text("member")));
        const text = "They have been asked. Once they accept, they can do everything here that you can.";
        return redirectWithFlash(args.context, `${page}/organizers`, { text });
      },
      async accept(_, viewer) {
        const { title } = await addOrganizer(viewer, id, viewer.id);
        return redirectWithFlash(args.context, page, { text: `You now organize ${endWithTitle(title)}` });
      },
      async remove(form, viewer) {
        await removeOrganizer(viewer, id, toId(form.text("person")));
        return redirectWithFlash(args.context, `${page}/organizers`, {
          text: "They no longer organize this event.",
        });
      },
      async leave(_, viewer) {
        const { title } = await removeOrganizer(viewer, id, viewer.id);
        return redirectWithFlash(args.context, page, { text: `You don't organize ${endWithTitle(title)}` });
      },
    },
  );
}

export const clientAction = preserveForm(texts);

const states = {
  organizer: "Organizer",
  "co-organizer": "Co\u2011organizer",
  asked: "Asked, no answer yet",
} as const;

export default function Organizers({ loaderData: page }: Route.ComponentProps) {
  const action = `/events/${page.id}/organizers`;
  const search = useFilterForm(page.filter);
  return (
    <EventDialog title={handle.title}>
      <Title>{handle.title}</Title>
      <div className={stack[4]}>
        <p className={quiet}>
          <bdi>{page.title}</bdi>
        </p>
        <FlashLine />
        <FormAlert />
        <ul className={styles.people}>
          {page.organizers.map(({ id, state, isOwn, person }) => (
            <li key={id}>
              <PersonLine
                person={{ ...person, line: [states[state], person.line].filter(Boolean).join(" · ") }}
              />
              {page.canEdit && state !== "organizer" && !isOwn && (
                <Form method="post" action={action} preventScrollReset>
                  <input type="hidden" name="person" value={id} />
                  <AskOnce
                    opener="Remove…"
                    label={`Remove ${person.name}…`}
                    question={`Remove ${person.name} from the organizers?`}
                    variant="link"
                    size="sm"
                  >
                    <Button
                      size="sm"
                      variant="danger"
                      name="intent"
                      value="remove"
                      aria-label={`Remove ${person.name}`}
                    >
                      Remove
                    </Button>
                  </AskOnce>
                </Form>
              )}
            </li>
          ))}
        </ul>
        {page.own !== null && page.own !== "organizer" && (
          <OrganizingAnswer id={page.id} isAsked={page.own === "asked"} />
        )}
        {page.canEdit && (
          <section className={styles.ask} aria-labelledby="ask-others">
            <h2 id="ask-others" className={size.body}>
              Ask a member to organize with you
            </h2>
            {page.isFull ? (
              <p className={quiet}>{eventTexts.organizersFull}</p>
            ) : (
              <Form action={action} role="search" className={stack[1]} {...search}>
                <SearchField
                  name="name"
                  label="Name of a member"
                  placeholder="Type a name"
                  defaultValue={page.filter.name}
                  maxLength={maxNameSearchLength}
                  aria-describedby="ask-limit"
                />
                <p className={small} id="ask-limit">
                  You can add up to {maxCoOrganizers}. They can do everything here that you can.
                </p>
              </Form>
            )}
            <div role="status">{page.found?.length === 0 && <p>Nobody else here has this name.</p>}</div>
            {page.found && page.found.length > 0 && (
              <FoundMembers
                found={page.found}
                action={action}
                intent="ask"
                verb="Ask"
                className={styles.people}
              />
            )}
          </section>
        )}
        <p>
          <ButtonLink to={`/events/${page.id}`} variant="outline" preventScrollReset>
            Back to the event
          </ButtonLink>
        </p>
      </div>
    </EventDialog>
  );
}
