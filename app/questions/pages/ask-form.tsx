import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { Face, type Person } from "#app/people/person.tsx";
import type { ShownMute } from "#app/platform/auth/mute-texts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SharedContentOffer } from "#app/ui/client/shared-content.tsx";
import { box } from "#app/ui/forms/field.css.ts";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { useDraftSaving } from "#app/ui/forms/use-draft-saving.ts";
import { Prose } from "#app/ui/prose.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import { QuestionFields } from "./question-fields.tsx";
import { TagList } from "./question-row.tsx";
import * as styles from "./questions.css.ts";
import { SimilarList, type SimilarQuestion, SimilarWhileTyping } from "./similar.tsx";

/** One for each member who is offered. */
export const askFields = ["ask1", "ask2", "ask3"];

/** @param page `loadedAt` in milliseconds since the epoch, by the server's clock */
export function AskForm({
  page: { rules, draft, loadedAt, helper, anonymousMute },
}: {
  page: {
    rules: FormRules<"title" | "body" | "tags">;
    draft: Record<string, string>;
    loadedAt: number;
    /** The id of the member whose page linked here, or empty. */
    helper: string;
    anonymousMute: ShownMute | null;
  };
}) {
  const failure = useFailure();
  const [typed, setTyped] = useState("");
  const [form, fields] = usePageForm({ id: "question", rules, defaultValue: draft });
  const { hint, onInput } = useDraftSaving("/questions/new", failure ? failure.repliedAt : loadedAt);
  const sending = useNavigation().formData?.get("intent");
  const isAnonymous = (failure?.initialValue?.isAnonymous ?? draft.isAnonymous) === "on";
  return (
    <PageForm form={form} action="/questions/new" className={stack[4]} onInput={onInput}>
      <SharedContentOffer />
      <input type="hidden" name="helper" value={String(failure?.initialValue?.helper ?? helper)} />
      <QuestionFields fields={fields} onTitle={setTyped} />
      <SimilarWhileTyping title={typed} />
      <UnlessMuted mute={anonymousMute}>
        <div>
          <Checkbox name="isAnonymous" defaultChecked={isAnonymous} label="Ask anonymously" />
          <p className={quiet}>
            Others then read “Anonymous student” or “Anonymous alum” in place of your name, also on your own
            answers and comments there. It can't be changed later.
          </p>
        </div>
      </UnlessMuted>
      <p className={quiet}>{hint}</p>
      <div className={styles.buttons}>
        <Button name="intent" value="next" loading={sending === "next"}>
          Check and ask
        </Button>
        <Button name="intent" value="save" variant="link" formNoValidate loading={sending === "save"}>
          Finish later
        </Button>
      </div>
    </PageForm>
  );
}

interface Check {
  title: string;
  html: string;
  tags: string[];
  isAnonymous: boolean;
  similar: SimilarQuestion[];
  /** The id of the helper who is preselected, or empty. */
  chosen: string;
  /** As many as there are fields. */
  helpers: { id: string; person: Person; knows: string }[];
}

/** The last step before a question is published. */
export function CheckStep({ check }: { check: Check }) {
  const isSending = useNavigation().formData?.get("intent") === "ask";
  const { similar, chosen, helpers } = check;
  return (
    <>
      <FormAlert />
      <section className={styles.preview} aria-label="Preview">
        <h2 dir="auto">{check.title}</h2>
        <p className={quiet}>{check.isAnonymous ? "Asked anonymously" : "Asked with your name"}</p>
        <Prose className={styles.prose} html={check.html} />
        <TagList tags={check.tags} />
      </section>
      {similar.length > 0 && (
        <SimilarList questions={similar}>
          <p className={quiet}>If one of them answers your question, you can discard it below.</p>
        </SimilarList>
      )}
      <Form method="post" action="/questions/new?step=check" className={stack[4]}>
        {helpers.length > 0 && (
          <fieldset className={styles.helpers}>
            <legend>Who could answer? Everyone you choose gets an email at once.</legend>
            {helpers.map(({ id, person, knows }, index) => (
              <label key={id} className={styles.helper}>
                <input
                  type="checkbox"
                  name={askFields[index]}
                  value={id}
                  defaultChecked={id === chosen}
                  className={box}
                />
                <Face person={person} size="md" />
                <span>
                  <b dir="auto">{person.name}</b>
                  <br />
                  <span className={quiet} dir="auto">
                    {knows}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <div className={styles.buttons}>
          <Button name="intent" value="ask" loading={isSending}>
            Ask this question
          </Button>
          <ButtonLink to="/questions/new" variant="outline">
            Back to the text
          </ButtonLink>
          {similar.length > 0 && (
            <Button name="intent" value="discard" variant="ghost">
              Discard my question
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
