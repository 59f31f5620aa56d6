import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { cutText, toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Alert, Select, TextArea } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { askMentor, findMentor } from "../ask.server.ts";
import { mentoringFields, mentoringFormSchema } from "../input.server.ts";
import { mentoringTexts } from "../texts.ts";
import type { Route } from "./+types/new.ts";
import * as styles from "./mentoring.css.ts";

export const handle = { title: "Ask to be mentored", failed: mentoringTexts.loadFailed };

const mentorIdOf = (url: URL) => toId(url.searchParams.get("mentor"));

export async function loader(args: Route.LoaderArgs) {
  const { url } = args;
  const viewer = await requireViewer(args);
  const mentor = await findMentor(viewer, mentorIdOf(url));
  if (!mentor) throw new HttpError(404, mentoringTexts.unknown);
  return {
    rules: getFieldRules(mentoringFields),
    topic: cutText(url.searchParams.get("topic")?.toLowerCase() ?? "", 60),
    mentor,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: mentoringTexts.sendFailed, loggedOut: mentoringTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields: Object.keys(mentoringFields), texts }, async (form, viewer) => {
    const input = form.parse(mentoringFormSchema);
    const id = await askMentor(viewer, mentorIdOf(args.url), input);
    return redirectWithFlash(args.context, `/mentoring/${id}`, {
      text: "Your request is sent. They have two weeks to answer.",
    });
  });

export const clientAction = preserveForm(texts);

export default function AskMentor({ loaderData, actionData }: Route.ComponentProps) {
  const { mentor } = loaderData;
  return (
    <div className={`${narrow} ${stack[5]} ${padded}`}>
      <Title heading>Ask to be mentored</Title>
      <PersonLine person={mentor.person} size="md" />
      {mentor.refusal === null || actionData ? (
        <>
          {mentor.note && <p className={styles.quote}>{mentor.note}</p>}
          <UnlessMuted>
            <AskForm page={loaderData} />
          </UnlessMuted>
        </>
      ) : (
        <>
          <Alert kind="notice" texts={[mentor.refusal]} />
          <div className={row[2]}>
            <ButtonLink to="/qa-threads?mentoring=1" size="sm">
              Find a mentor
            </ButtonLink>
            <ButtonLink to="/mentoring" variant="outline" size="sm">
              Your mentoring
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}

function AskForm({ page: { mentor, rules, topic } }: { page: Route.ComponentProps["loaderData"] }) {
  const [form, fields] = usePageForm({
    id: "mentoring",
    rules,
    defaultValue: { topic: mentor?.topics.includes(topic) ? topic : "" },
  });
  const isSending = useNavigation().state === "submitting";
  return (
    <PageForm form={form} className={stack[4]}>
      <Select
        field={fields.topic}
        label="What would you like help with?"
        options={mentor?.topics ?? [fields.topic.initialValue ?? ""]}
        placeholder="Choose a topic"
      />
      <TextArea
        field={fields.text}
        label="Your request"
        rows={7}
        minLength={rules.text.minLength}
        hint="60 to 1,000 characters: who you are, what you are working towards, and how they could help."
      />
      <p className={quiet}>Only the two of you will know about it.</p>
      <div className={row[3]}>
        <Button loading={isSending}>Send request</Button>
        <ButtonLink to={mentor?.person.href ?? "/mentoring"} variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </PageForm>
  );
}
