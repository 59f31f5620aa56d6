import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { HttpError } from "../http/problem.server.ts";

/** A rejected form: what the page shows again, and the status and headers to send it with. */
export interface RejectedForm {
  status: number;
  headers: Record<string, string>;
  reply: SubmissionResult<string[]>;
}

const hideFields = ["password", "confirmPassword"];

/**
 * Parses a page's form and runs `verify` on it, through remix-auth's form strategy. Passwords are not sent back.
 * @returns what `verify` returns, or the form to show again after a parse error or an HttpError
 */
export async function handleAuthForm<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  verify: (form: z.output<Schema>) => Promise<Result>,
): Promise<{ accepted: Result } | { rejected: RejectedForm }> {
  const strategy = new FormStrategy<{ accepted: Result } | { rejected: RejectedForm }>(async ({ form }) => {
    const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
    if (submission.status !== "success") {
      return { rejected: { status: 422, headers: {}, reply: submission.reply({ hideFields }) } };
    }
    try {
      return { accepted: await verify(submission.value) };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, message, errors } = error;
      const formErrors = Object.keys(errors).length > 0 ? [] : [message];
      const reply = submission.reply({ hideFields, formErrors, fieldErrors: errors });
      return { rejected: { status, headers: error.headers(), reply } };
    }
  });
  return strategy.authenticate(request);
}
