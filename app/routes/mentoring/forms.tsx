import { useNavigation } from "react-router";
import { kindSentences } from "../../schemas/mentoring-texts.ts";
import { quiet, row, stack } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, TextInput } from "../../ui/field.tsx";
import type { FormFailure, FormRules } from "../../ui/form.tsx";
import { PageForm, usePageForm } from "../../ui/page-form.tsx";
import * as styles from "./mentoring.css.ts";

interface FormProps {
  rules: FormRules<"text">;
  failure: FormFailure | undefined;
}

/** The button that is being sent, by its intent. */
const usePressed = () => useNavigation().formData?.get("intent");

/** Accepts a request, or declines it with one of the kind sentences or with own words. */
export function AnswerForm({ name, rules, failure }: FormProps & { name: string }) {
  const [form, fields] = usePageForm({ id: "answer", failure, rules });
  const pressed = usePressed();
  const chosen = String(failure?.initialValue?.sentence ?? "0");
  return (
    <PageForm form={form} className={stack[4]} heading={<h2>Your answer</h2>}>
      <TextInput field={fields.text} label="In your own words" />
      <fieldset className={styles.choices}>
        <legend className={quiet}>
          If you decline without words of your own, <bdi>{name}</bdi> reads:
        </legend>
        {kindSentences.map((sentence, place) => (
          <Checkbox
            key={sentence}
            type="radio"
            name="sentence"
            value={place}
            defaultChecked={chosen === String(place)}
            label={sentence}
          />
        ))}
      </fieldset>
      <div className={row[3]}>
        <Button name="intent" value="accept" loading={pressed === "accept"}>
          Accept
        </Button>
        <Button name="intent" value="decline" variant="outline" loading={pressed === "decline"}>
          Decline
        </Button>
      </div>
    </PageForm>
  );
}

/** Ends what goes on with a line of thanks, or takes a request back that waits. */
export function EndForm({ isAsked, rules, failure }: FormProps & { isAsked: boolean }) {
  const [form, fields] = usePageForm({ id: "end", failure, rules });
  return (
    <PageForm form={form} className={stack[4]} heading={!isAsked && <h2>End it</h2>}>
      {!isAsked && <TextInput field={fields.text} label="A line of thanks" hint="They read it here." />}
      <div>
        <Button name="intent" value="end" variant="outline" loading={usePressed() === "end"}>
          {isAsked ? "Take your request back" : "End mentoring"}
        </Button>
      </div>
    </PageForm>
  );
}
