import { useNavigation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Select, TextArea } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, size, stack } from "#app/ui/styles/layout.css.ts";
import { hasEventId } from "#db/scopes/events.ts";
import type { RegistrationQuestion } from "#db/vocabulary.ts";
import { selectEvents } from "../events.server.ts";
import { changeAnswers, register } from "../participation.server.ts";
import { eventTexts, maxRegistrationAnswerLength } from "../texts.ts";
import type { Route } from "./+types/answers.ts";
import { EventDialog } from "./event-dialog.tsx";
import { describeRegistered } from "./participate.server.ts";
import { readOwnAnswers, requireShownEvent, toListItem } from "./read-events.server.ts";

export const handle = { title: "Questions", failed: eventTexts.loadFailed };

const fieldOf = ({ id }: RegistrationQuestion) => `answers.${id}` as const;

/** The organizers' questions, for members who are registering or already registered. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const event = await requireShownEvent(viewer, args.params.id);
  const { id, title, when, location, isPast, isRunning, isFull, isRegistered } = toListItem(
    event,
    Date.now(),
  );
  const answers = readOwnAnswers(event);
  return {
    id,
    title,
    when,
    location,
    state: isPast
      ? isRunning
        ? eventTexts.running
        : eventTexts.over
      : isFull && !isRegistered
        ? eventTexts.full
        : null,
    isRegistered,
    questions: event.questions.map((question) => ({ ...question, answer: answers[question.id] })),
    rules: Object.fromEntries(
      event.questions.map((question) => [
        fieldOf(question),
        {
          isRequired: question.required,
          ...(question.required && { missing: eventTexts.answerMissing }),
          maxLength: maxRegistrationAnswerLength,
        },
      ]),
    ),
  };
}

export { DialogFailed as ErrorBoundary } from "./event-dialog.tsx";

const texts = { failed: eventTexts.answerFailed, loggedOut: eventTexts.loggedOut };

export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  const [event] = await selectEvents(null).where(hasEventId(toId(id)));
  const questions = event?.questions ?? [];
  const fields = questions.map(fieldOf);
  return submitForm(
    args,
    { auth: "member", fields, texts },
    {
      async register(form, viewer) {
        const event = await register(viewer, toId(id), readAnswers(form.text.bind(form)));
        const page = `/events/${id}`;
        return redirectWithFlash(args.context, page, { ...describeRegistered(event, page), at: "seat" });
      },
      async save(form, viewer) {
        await changeAnswers(viewer, toId(id), readAnswers(form.text.bind(form)));
        return redirectWithFlash(args.context, `/events/${id}`, {
          text: "Your answers are saved.",
          at: "seat",
        });
      },
    },
  );

  function readAnswers(textOf: (name: string) => string) {
    return Object.fromEntries(questions.map((question) => [question.id, textOf(fieldOf(question))]));
  }
}

export const clientAction = preserveForm(texts);

export { leaveTyped as shouldRevalidate } from "./event-dialog.tsx";

export default function EventAnswers({ loaderData: page }: Route.ComponentProps) {
  const [form, fields] = usePageForm({ id: "answers", rules: page.rules });
  const isSending = useNavigation().formAction === `/events/${page.id}/answers`;
  return (
    <EventDialog title={page.isRegistered ? "Your answers" : "Register"} eventPath={`/events/${page.id}`}>
      <Title>{page.isRegistered ? "Your answers" : "Register"}</Title>
      <div className={stack[4]}>
        <div>
          <h2 className={size.large}>
            <bdi>{page.title}</bdi>
          </h2>
          <p className={quiet}>{page.when}</p>
          <p className={quiet}>
            <bdi>{page.location}</bdi>
          </p>
        </div>
        {page.state ? (
          <EmptyState title={page.state} scene="night" />
        ) : (
          <PageForm form={form} action={`/events/${page.id}/answers`} preventScrollReset className={stack[4]}>
            {page.questions.map((question) => {
              const field = fields[fieldOf(question)];
              return (
                field && (
                  <Answer
                    key={question.id}
                    question={question}
                    field={{ ...field, initialValue: field.initialValue ?? question.answer }}
                  />
                )
              );
            })}
            {page.questions.length > 0 && <p className={quiet}>{eventTexts.whoReads}</p>}
            <div>
              <Button name="intent" value={page.isRegistered ? "save" : "register"} loading={isSending}>
                {page.isRegistered ? "Save" : "Register"}
              </Button>
            </div>
          </PageForm>
        )}
      </div>
    </EventDialog>
  );
}

function Answer({
  question: { text, kind, choices },
  field,
}: {
  question: RegistrationQuestion;
  field: Field;
}) {
  if (kind === "text") return <TextArea field={field} label={text} rows={2} />;
  const options =
    kind === "choice"
      ? choices
      : ([
          ["yes", "Yes"],
          ["no", "No"],
        ] as const);
  return <Select field={field} label={text} options={options} placeholder="Choose one" />;
}
