import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { AskOnce } from "#app/ui/ask-once.tsx";
import { Button } from "#app/ui/button.tsx";
import { Choices } from "#app/ui/forms/choices.tsx";
import { TextInput } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import { kindSentences } from "../texts.ts";
import * as styles from "./mentoring.css.ts";

interface FormProps {
  rules: FormRules<"text">;
}

/** The intent of the button that is being submitted. */
const usePressed = () => useNavigation().formData?.get("intent");

/** Accepts or declines a request. Declining sends one of the kind sentences, or the mentor's own words. */
export function AnswerForm({ name, rules }: FormProps & { name: string }) {
  const failure = useFailure();
  const [form, fields] = usePageForm({ id: "answer", rules });
  const pressed = usePressed();
  return (
    <PageForm form={form} className={stack[4]} heading={<h2>Your answer</h2>}>
      <UnlessMuted>
        <TextInput field={fields.text} label="In your own words" />
      </UnlessMuted>
      <Choices
        className={styles.choices}
        field={{ name: "sentence", initialValue: String(failure?.initialValue?.sentence ?? "0") }}
        legend={`If you decline without writing anything, ${name} reads`}
        choices={kindSentences.map((sentence, place) => [String(place), sentence] as const)}
        preset="0"
      />
      <div className={row[3]}>
        <Button name="intent" value="accept" loading={pressed === "accept"}>
          Accept
        </Button>
        <AskOnce opener="Decline…" question={`Decline ${name}'s request?`}>
          <Button name="intent" value="decline" variant="danger" loading={pressed === "decline"}>
            Decline
          </Button>
        </AskOnce>
      </div>
    </PageForm>
  );
}

/** Ends a mentoring with a line of thanks, or withdraws a pending request. */
export function EndForm({ name, isAsked, rules }: FormProps & { name: string; isAsked: boolean }) {
  const isEnding = usePressed() === "end";
  const [form, fields] = usePageForm({ id: "end", rules });
  return (
    <PageForm form={form} className={stack[4]} heading={!isAsked && <h2>End it</h2>}>
      {!isAsked && (
        <UnlessMuted>
          <TextInput field={fields.text} label="A line of thanks" hint="They read it here." />
        </UnlessMuted>
      )}
      {isAsked ? (
        <div>
          <Button name="intent" value="end" variant="outline" loading={isEnding}>
            Take your request back
          </Button>
        </div>
      ) : (
        <AskOnce opener="End mentoring…" question={`End the mentoring with ${name}?`}>
          <Button name="intent" value="end" variant="danger" loading={isEnding}>
            End mentoring
          </Button>
        </AskOnce>
      )}
    </PageForm>
  );
}
