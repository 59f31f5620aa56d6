import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { prose, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { eventMessageFields, eventMessageSchema } from "../input.server.ts";
import { messageRegistered, selectEventMessages } from "../message.server.ts";
import { requireEditableEvent } from "../organizing.server.ts";
import { eventTexts, maxMessages } from "../texts.ts";
import type { Route } from "./+types/message.ts";
import { EventDialog } from "./event-dialog.tsx";
import { presentMessage } from "./read-events.server.ts";

export const handle = { title: "Write to all", failed: eventTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params;
  const viewer = await requireViewer(args);
  const event = await requireEditableEvent(viewer, toId(id));
  const messages = (await selectEventMessages(event.id)).map(presentMessage);
  const rules = getFieldRules(eventMessageFields);
  return { id, rules, title: event.title, registered: event.registrationCount, messages };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: eventTexts.messageFailed, loggedOut: eventTexts.loggedOut };

export function action(args: Route.ActionArgs) {
  const { id } = args.params;
  return submitForm(
    args,
    { auth: "member", fields: Object.keys(eventMessageFields), texts },
    async (form, viewer) => {
      await messageRegistered(viewer, toId(id), form.parse(eventMessageSchema).text);
      return redirectWithFlash(args.context, `/events/${id}`, { text: "Your message has been sent." });
    },
  );
}

export const clientAction = preserveForm(texts);

export default function MessageEvent({ loaderData: page }: Route.ComponentProps) {
  const left = maxMessages - page.messages.length;
  return (
    <EventDialog title={handle.title}>
      <Title>{handle.title}</Title>
      <div className={stack[4]}>
        <p className={quiet}>
          <bdi>{page.title}</bdi>
        </p>
        {page.messages.map(({ id, text, author, at }) => (
          <blockquote key={id}>
            <p className={prose} dir="auto">
              {text}
            </p>
            <p className={quiet}>
              <bdi>{author}</bdi>, {at}
            </p>
          </blockquote>
        ))}
        {left > 0 && page.registered > 0 ? (
          <UnlessMuted>
            <MessageForm page={page} left={left} />
          </UnlessMuted>
        ) : (
          <>
            <FormAlert />
            <p>{left > 0 ? eventTexts.nobodyRegistered : eventTexts.messagesSent}</p>
            <BackToEvent id={page.id} />
          </>
        )}
      </div>
    </EventDialog>
  );
}

const BackToEvent = ({ id }: { id: string }) => (
  <ButtonLink to={`/events/${id}`} variant="outline" preventScrollReset>
    Back to the event
  </ButtonLink>
);

function MessageForm({
  page: { id, rules, registered },
  left,
}: {
  page: Route.ComponentProps["loaderData"];
  left: number;
}) {
  const [form, fields] = usePageForm({ id: "message", rules });
  const isSending = useNavigation().state === "submitting";
  const who =
    registered === 1
      ? "The person who is registered will read it"
      : `All ${registered} people who are registered will read it`;
  return (
    <PageForm form={form} action={`/events/${id}/message`} preventScrollReset className={stack[3]}>
      <TextArea
        field={fields.text}
        label="Message"
        rows={5}
        hint={`${who} here, in their notices and, if they chose to, by email. ${left === maxMessages ? "You can send two messages for an event" : "This is the second and last message for this event"}.`}
      />
      <div className={row[3]}>
        <Button loading={isSending}>Send</Button>
        <BackToEvent id={id} />
      </div>
    </PageForm>
  );
}
