import { parse, type SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { submitOr } from "../../ui/client-requests.ts";

/** What a job's forms show again after a submission that did not go through. */
export interface JobFormReply {
  result: SubmissionResult<string[]>;
  /** Whether the form was submitted without a session. */
  isLoggedOut: boolean;
  /** When the server replied, in its own milliseconds; null when it was out of reach. */
  repliedAt: number | null;
}

export const submitFailure = "Failed to submit job posting";
export const loggedOut = "You're logged out. Log in again, then come back and submit this once more.";

/** A form as it was submitted, with an error about all of it. */
export function replyWithError(form: FormData, text: string): SubmissionResult<string[]> {
  const submission = parse<Record<string, string>, string[]>(form, { resolve: (value) => ({ value }) });
  return submission.reply({ formErrors: [text] });
}

/** Submits a job's form in the browser. The form stays as it is when the server is out of reach or fails. */
export async function submitForm<T>(request: Request, serverAction: () => Promise<T>) {
  const form = await request.clone().formData();
  return submitOr(serverAction, (reason) => {
    const isLoggedOut = reason === "login";
    const result = replyWithError(form, isLoggedOut ? loggedOut : submitFailure);
    const reply: JobFormReply = { result, isLoggedOut, repliedAt: null };
    return data(reply, isLoggedOut ? 401 : 503);
  });
}
