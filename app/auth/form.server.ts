import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersFunction } from "react-router";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { HttpError } from "../http/problem.server.ts";
import { readForm } from "../http/request.server.ts";
import { getRequestContext } from "../http/request-context.server.ts";
import { log } from "../log.server.ts";
import { isFormPasswordEasy } from "./password-policy.server.ts";

/** A rejected form: what the page shows again, and the status and headers of that page. */
export interface RejectedForm {
  reply: SubmissionResult<string[]>;
  init: { status: number; headers: Record<string, string> };
  /** Whether the form asks for a new password, and the typed one is easy to guess. */
  isPasswordEasy: boolean;
}

type FormOutcome<Result> =
  | { accepted: Result; isPasswordEasy: RejectedForm["isPasswordEasy"] }
  | { rejected: RejectedForm };

const hideFields = ["password", "confirmPassword", "currentPassword", "code"];

/**
 * Parses a page's form and runs `handle` on it, through remix-auth's form strategy. Passwords are not sent back.
 * @param fields the fields that the form has, by name
 * @param failureText the form's error when something unexpected fails, such as the database
 * @returns what `handle` returns, or the form to show again with its errors
 */
export async function handleAuthForm<Schema extends z.ZodType, Result>(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { fields, schema, failureText }: { fields: object; schema: Schema; failureText: string },
  handle: (form: z.output<Schema>) => Promise<Result>,
): Promise<FormOutcome<Result>> {
  const strategy = new FormStrategy<FormOutcome<Result>>(async ({ form }) => {
    const isPasswordEasy = form.has("confirmPassword") && (await isFormPasswordEasy(form));
    const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
    if (submission.status !== "success") {
      const reply = submission.reply({ hideFields });
      return { rejected: { reply, init: { status: 422, headers: {} }, isPasswordEasy } };
    }
    try {
      return { accepted: await handle(submission.value), isPasswordEasy };
    } catch (error) {
      if (error instanceof Response) throw error;
      if (!(error instanceof HttpError)) {
        log.error({ requestId: getRequestContext(context).id, err: error }, "form failed");
      }
      const httpError = error instanceof HttpError ? error : new HttpError(503, failureText);
      const { status, message, errors } = httpError;
      const formErrors = Object.keys(errors).length > 0 ? [] : [message];
      const reply = submission.reply({ hideFields, formErrors, fieldErrors: errors });
      return { rejected: { reply, init: { status, headers: httpError.headers() }, isPasswordEasy } };
    }
  });
  // The strategy reads the body itself: it gets one with the known fields only.
  const body = await readForm(request, Object.keys(fields));
  return strategy.authenticate(new Request(request.url, { method: "POST", body }));
}

/** Sends a page with the headers of its rejected form, such as `Retry-After`. */
export const rejectedFormHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
