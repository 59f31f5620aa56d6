import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useEffect, useRef } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { db, feedback } from "#db/index.ts";
import { submitOr } from "../../client/requests.ts";
import { defaultDetail } from "../../http/problem.server.ts";
import { addressKey, consumeAct } from "../../http/rate-limit.server.ts";
import { readForm } from "../../http/request.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { feedbackFields, feedbackSchema } from "../../schemas/feedback.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Alert, TextArea, TextInput } from "../../ui/field.tsx";
import { usePageForm } from "../../ui/form.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/feedback.ts";
import * as styles from "./feedback.css.ts";

const failureText = "Your feedback wasn't sent. Check your connection and try again.";

export const loader = () => ({ errorTexts: getFieldErrorTexts(feedbackFields) });

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request, Object.keys(feedbackFields)), {
    schema: feedbackSchema,
    disableAutoCoercion: true,
  });
  if (submission.status !== "success") return data(submission.reply(), 422);
  const retryAfter = consumeAct("feedback", addressKey(getRequestContext(context).address));
  if (retryAfter > 0) {
    const reply = submission.reply({ formErrors: [defaultDetail(429)] });
    return data(reply, { status: 429, headers: { "Retry-After": String(retryAfter) } });
  }
  try {
    await db.insert(feedback).values({ ...submission.value, createdAt: Date.now() });
  } catch (error) {
    log.error({ requestId: getRequestContext(context).id, err: error }, "feedback could not be stored");
    return data(submission.reply({ formErrors: [failureText] }), 503);
  }
  return redirect("/?feedback=sent#feedback", 303);
}

/** Keeps what was typed when the server is out of reach. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = await request.clone().formData();
  const submission = parse<unknown, string[]>(typed, { resolve: (value) => ({ value }) });
  return submitOr(serverAction, () => data(submission.reply({ formErrors: [failureText] }), 503));
}

/** A 429 has `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Feedback({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields, formProps] = usePageForm({
    id: "feedback-form",
    lastResult: actionData,
    errorTexts: loaderData.errorTexts,
  });
  const text = useRef<HTMLTextAreaElement>(null);
  // Opening the dialog focuses its first control, after React has focused this one.
  useEffect(() => text.current?.focus(), []);
  const isSubmitting = useNavigation().formAction === "/feedback";
  return (
    <Dialog title="Your Feedback" closeTo="/#feedback">
      <Title description="Tell us what would make it better.">Your Feedback</Title>
      <Form method="post" action="/feedback" replace className={styles.form} {...formProps}>
        <ErrorSummary form={form} />
        {/* For guests, whose page has no React: public/guest.js shows it when nothing comes back. */}
        <div hidden data-failure>
          <Alert texts={[failureText]} />
        </div>
        <TextInput
          field={fields.name}
          label="Name"
          placeholder="Your Name (optional)"
          autoComplete="name"
          maxLength={80}
        />
        <TextArea
          field={fields.text}
          label="Feedback"
          placeholder="Enter your feedback..."
          maxLength={4000}
          required
          ref={text}
          autoFocus
        />
        <Button size="lg" loading={isSubmitting}>
          Submit
        </Button>
      </Form>
    </Dialog>
  );
}
