import { useNavigation } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/edit.ts";
import * as styles from "./about.css.ts";
import { aboutFields, aboutSchema, loadAboutText, saveAboutText } from "./about-text.server.ts";

export const handle = { title: "How this works: your text", failed: "Failed to load the text" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return { text: await loadAboutText(), rules: getFieldRules(aboutFields) };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = {
  failed: "Your text wasn't saved. Please try again.",
  loggedOut: "You have been logged out. Log in again, then save.",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields: Object.keys(aboutFields), texts }, async (form, viewer) => {
    const { text } = form.parse(aboutSchema);
    if (!(await saveAboutText(viewer.id, text ?? "")))
      throw new HttpError(403, "This page is for administrators.");
    return redirectWithFlash(args.context, "/about", { text: "Your text is saved." });
  });

export const clientAction = preserveForm(texts);

export default function EditAbout({ loaderData }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "about",
    rules: loaderData.rules,
    defaultValue: { text: loaderData.text },
  });
  const isSubmitting = useNavigation().formAction === "/about/edit";
  return (
    <div className={styles.body}>
      <Title heading>How this works: your text</Title>
      <PageForm form={form} action="/about/edit" className={styles.form}>
        <TextArea
          field={fields.text}
          label="Text"
          hint="It appears at the top of the page. Web addresses become links. Leave it empty to show no text."
        />
        <p className={row[3]}>
          <Button loading={isSubmitting}>Save</Button>
          <ButtonLink to="/about" variant="outline">
            Cancel
          </ButtonLink>
        </p>
      </PageForm>
    </div>
  );
}
