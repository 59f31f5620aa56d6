import { useNavigation } from "react-router";
import { muteMeanings, muteTitle, type ShownMute } from "#app/platform/auth/mute-texts.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./reports.css.ts";

interface AppealProps {
  /** The muted account: the member's id, or an alias of theirs. */
  mute: string;
  rules: FormRules<"reason">;
}

/** One of the reader's mutes, with a form to answer it unless an answer is already pending. */
export const MuteItem = ({
  mute,
  answer,
  form,
}: {
  mute: ShownMute;
  answer: { sent: string; isOpen: boolean } | null;
  form: AppealProps;
}) => (
  <section className={stack[4]}>
    <h2>{muteTitle(mute)}</h2>
    {mute.reason && <blockquote className={styles.reason}>{mute.reason}</blockquote>}
    <p className={quiet}>
      {muteMeanings[mute.covers]} {mute.until === null && "A moderator or administrator has to lift it."}
    </p>
    {answer && (
      <p className={quiet}>
        {answer.isOpen
          ? `Your answer of ${answer.sent} is waiting to be read. You'll get a notice.`
          : `A moderator or administrator read your answer of ${answer.sent}, and the mute stays.`}
      </p>
    )}
    {!answer?.isOpen && <AppealForm {...form} />}
  </section>
);

export function AppealForm({ mute, rules }: AppealProps) {
  const failure = useFailure();
  const isOwn = (failure?.initialValue?.mute ?? "") === mute;
  const [form, fields] = usePageForm({ id: `answer-${mute}`, failure: isOwn ? failure : null, rules });
  const isSending = useNavigation().formData?.get("mute") === mute;
  return (
    <PageForm form={form} className={stack[4]}>
      <input type="hidden" name="mute" value={mute} />
      <input type="hidden" name="readers" value="moderators" />
      <TextArea
        field={fields.reason}
        label="Your answer"
        hint="Administrators and moderators read it. They will lift the mute or keep it, and you'll get a notice."
      />
      <div>
        <Button loading={isSending}>Send answer</Button>
      </div>
    </PageForm>
  );
}
