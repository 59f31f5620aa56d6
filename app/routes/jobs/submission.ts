import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { submitOr } from "../../client/requests.ts";
import { formFailure } from "../../ui/form.tsx";

/** The reply to a submission that was rejected or that failed. */
export interface JobFormReply {
  result: SubmissionResult<string[]>;
  /** Whether the form was submitted without a session. */
  isLoggedOut: boolean;
  /** When the server replied, in its own milliseconds; null when it was out of reach. */
  repliedAt: number | null;
}

export const submitFailure = "Failed to submit job posting";
export const loggedOut = "You're logged out. Log in again, then come back and submit this once more.";

/** Submits a job's form in the browser. The form stays as it is when the server is out of reach or fails. */
export const submitForm = <T>(serverAction: () => Promise<T>) =>
  submitOr(serverAction, (reason) => {
    const isLoggedOut = reason === "login";
    const result = formFailure(isLoggedOut ? loggedOut : submitFailure);
    const reply: JobFormReply = { result, isLoggedOut, repliedAt: null };
    return data(reply, isLoggedOut ? 401 : 503);
  });
