import { z } from "zod";
import { Refusal } from "../../http/auth.server.ts";
import { problem } from "../../http/problem.server.ts";
import { userOut } from "../../schemas/user.ts";

/** What a log-in or registration answers: the token goes into `Authorization: Bearer`. */
export const sessionOut = z.object({ token: z.string(), user: userOut }).meta({ id: "Session" });

/** A refusal as the API answers it. */
export function refusalProblem(error: unknown): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, errors, retryAfter } = error;
  return problem(status, message, {
    errors,
    headers: retryAfter ? { "Retry-After": String(retryAfter) } : {},
  });
}
