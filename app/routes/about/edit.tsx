import { Form, useNavigation } from "react-router";
import { requireAdmin } from "../../auth/session.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { hasSessionEnded, requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { getFieldRules } from "../../schemas/field-rules.ts";
import { aboutFields, aboutSchema } from "../../schemas/site-text.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/edit.ts";
import * as styles from "./about.css.ts";
import { loadAboutText, saveAboutText } from "./queries.server.ts";

export async function loader(args: Route.LoaderArgs) {
  if (!args.context.get(hasSessionEnded)) await requireAdmin(args);
  return { text: await loadAboutText(), rules: getFieldRules(aboutFields) };
}

const texts = {
  failed: "Your text wasn't saved. Please try again.",
  loggedOut: "You have been logged out. Log in again, then save.",
};

export async function action(args: Route.ActionArgs) {
  return submitForm(args, { fields: Object.keys(aboutFields), texts }, async (form) => {
    const { viewer } = await requireSender(args, texts.loggedOut);
    const { text } = form.parse(aboutSchema);
    if (!(await saveAboutText(viewer.id, text ?? "")))
      throw new HttpError(403, "This page is for administrators.");
    return redirectAndTell(args.context, "/about", { text: "Your text is saved." });
  });
}

export const clientAction = keepForm(texts);

export default function EditAbout({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields, formProps] = usePageForm({
    id: "about",
    lastResult: actionData?.failure,
    rules: loaderData.rules,
    defaultValue: { text: loaderData.text },
  });
  const isSubmitting = useNavigation().formAction === "/about/edit";
  return (
    <div className={styles.body}>
      <Title>How this works: your text</Title>
      <h1>How this works: your text</h1>
      <Form method="post" action="/about/edit" className={styles.form} {...formProps}>
        <ErrorSummary form={form} failure={actionData?.failure} />
        <TextArea
          field={fields.text}
          label="Text"
          hint="It stands at the top of the page. Web addresses become links. Leave it empty for no text."
          maxLength={8000}
        />
        <p className={styles.actions}>
          <Button loading={isSubmitting}>Save</Button>
          <ButtonLink to="/about" variant="outline">
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </div>
  );
}
