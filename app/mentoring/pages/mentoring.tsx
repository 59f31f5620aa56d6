import { Form } from "react-router";
import { PersonLine } from "#app/people/person.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { undoTexts } from "#app/platform/forms/undo-texts.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, spread, stack } from "#app/ui/styles/layout.css.ts";
import { canUndoMentoring, changeMentoring, undoMentoring } from "../answer.server.ts";
import { type MentoringAct, mentoringLineFields, mentoringLineSchema } from "../input.server.ts";
import { requireMentoring } from "../list.server.ts";
import { kindSentences, mentoringTexts } from "../texts.ts";
import type { Route } from "./+types/mentoring.ts";
import { AnswerForm, EndForm } from "./forms.tsx";
import * as styles from "./mentoring.css.ts";
import { presentMentoring } from "./present.server.ts";

export const handle = { title: "Mentoring", failed: mentoringTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const mentoring = await requireMentoring(viewer.id, toId(args.params.id));
  return {
    ...presentMentoring(mentoring),
    canUndo: await canUndoMentoring(viewer, mentoring),
    rules: getFieldRules(mentoringLineFields),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: mentoringTexts.failed };

const doneTexts: Record<MentoringAct, string> = {
  accepted: "You are their mentor now. Write them a first message.",
  declined: "The request has been declined.",
  ended: "The mentoring has ended.",
};

export function action(args: Route.ActionArgs) {
  const change = (act: MentoringAct) => async (form: PostedForm, viewer: Viewer) => {
    const { text } = form.parse(mentoringLineSchema);
    const sentence = act === "declined" ? (kindSentences[Number(form.text("sentence"))] ?? null) : null;
    await changeMentoring(viewer, toId(args.params.id), act, text ?? sentence, {
      canUndo: act !== "accepted",
    });
    return redirectWithFlash(args.context, args.url.pathname, { text: doneTexts[act] });
  };
  return submitForm(
    args,
    { auth: "member", fields: ["text", "sentence"], texts },
    {
      accept: change("accepted"),
      decline: change("declined"),
      end: change("ended"),
      async undo(_, viewer) {
        await undoMentoring(viewer, toId(args.params.id));
        return redirectWithFlash(args.context, args.url.pathname, { text: undoTexts.done });
      },
    },
  );
}

export const clientAction = preserveForm(texts);

export default function Mentoring({ loaderData }: Route.ComponentProps) {
  const { person, topic, text, answer, thanks, state, isMentor, standing, partnerPath } = loaderData;
  const canAnswer = state === "asked" && isMentor;
  const canEnd = state === "accepted" || (state === "asked" && !isMentor);
  return (
    <div className={`${narrow} ${stack[5]} ${padded}`}>
      <Title>Mentoring</Title>
      <div>
        <Back to="/mentoring">Mentoring</Back>
        <h1>About {topic}</h1>
      </div>
      <div className={spread}>
        <PersonLine person={person} size="md" />
        <ButtonLink to={partnerPath} variant={state === "accepted" ? "primary" : "outline"}>
          {state === "accepted" ? "Open your conversation" : "Message"}
        </ButtonLink>
      </div>
      <p className={quiet}>{standing}</p>
      <Said by={isMentor ? "They asked" : "You asked"} text={text} />
      <Said by={isMentor ? "You answered" : "They answered"} text={answer} />
      <Said
        by={loaderData.isEndedByViewer ? "Your words at the end" : "Their words at the end"}
        text={thanks}
      />
      {!canAnswer && !canEnd && <FormAlert />}
      {loaderData.canUndo && (
        <Form method="post" className={row[3]} preventScrollReset>
          <span className={quiet}>{undoTexts.held}</span>
          <Button name="intent" value="undo" variant="outline">
            Undo
          </Button>
        </Form>
      )}
      {canAnswer && <AnswerForm name={person.name} rules={loaderData.rules} />}
      {canEnd && <EndForm name={person.name} isAsked={state === "asked"} rules={loaderData.rules} />}
    </div>
  );
}

function Said({ by, text }: { by: string; text: string | null }) {
  if (text === null) return null;
  return (
    <section className={stack[1]}>
      <h2 className={styles.by}>{by}</h2>
      <p className={styles.quote} dir="auto">
        {text}
      </p>
    </section>
  );
}
