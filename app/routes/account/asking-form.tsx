import { Form, useNavigation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { ToldLine } from "../../ui/told.tsx";
import * as styles from "./account.css.ts";

/** Whether others may ask a member to answer their questions. Its action is `saveAsking`. */
export function AskingForm({ allowAsking, action }: { allowAsking: boolean; action: string }) {
  const isSaving = useNavigation().formData?.get("intent") === "asking";
  return (
    <section className={styles.section} id="asking">
      <h2>Questions</h2>
      <Form method="post" action={action} className={styles.part}>
        <div className={styles.choices}>
          <Checkbox label="Others may ask me" name="allowAsking" value="on" defaultChecked={allowAsking} />
        </div>
        <p className={styles.quiet}>
          When a question fits your skills its asker may choose you. You get an email, at most one in a week.
        </p>
        <ToldLine at="asking" />
        <Button variant="outline" name="intent" value="asking" loading={isSaving}>
          Save
        </Button>
      </Form>
    </section>
  );
}
