import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Alert, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { db, feedback, write } from "#db/index.ts";
import type { Route } from "./+types/feedback.ts";
import * as styles from "./feedback.css.ts";
import { feedbackFields, feedbackSchema } from "./feedback-input.server.ts";

const texts = { failed: "Your feedback wasn't sent. Check your connection and try again." };

export const loader = () => ({ rules: getFieldRules(feedbackFields) });

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "anyone", fields: Object.keys(feedbackFields), texts }, async (form, viewer) => {
    const values = form.parse(feedbackSchema);
    limitAction("feedback", viewer?.id ?? addressKey(getRequestContext(args.context).address));
    await write(() => db.insert(feedback).values({ ...values, createdAt: Date.now() }));
    return redirectWithFlash(args.context, "/", { text: "Thank you for your feedback.", at: "feedback" });
  });

export const clientAction = preserveForm(texts);

export default function Feedback({ loaderData }: Route.ComponentProps) {
  const [form, fields] = usePageForm({
    id: "feedback-form",
    rules: loaderData.rules,
  });
  const text = useRef<HTMLTextAreaElement>(null);
  // Opening the dialog moves the focus to its first control, so the text field is focused afterwards.
  useEffect(() => text.current?.focus(), []);
  const isSubmitting = useNavigation().formAction === "/feedback";
  return (
    <Dialog className={styles.dialog} title="Your Feedback" closeTo="/#feedback">
      <Title description="Tell us what would make it better.">Your Feedback</Title>
      <PageForm form={form} action="/feedback" replace className={stack[4]}>
        {/* For guests, whose page has no React: app/device/scripts/guest.ts shows it if no response arrives. */}
        <div hidden data-failure>
          <Alert texts={[texts.failed]} />
        </div>
        <TextInput
          field={fields.name}
          label="Name"
          optional={false}
          placeholder="Your Name (optional)"
          autoComplete="name"
        />
        <TextArea
          field={fields.text}
          label="Feedback"
          placeholder="Enter your feedback..."
          ref={text}
          autoFocus
        />
        <Button size="lg" loading={isSubmitting}>
          Submit
        </Button>
      </PageForm>
    </Dialog>
  );
}
