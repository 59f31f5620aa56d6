import { z } from "zod";
import { Refusal } from "../../auth/credentials.server.ts";
import { problem } from "../../http/problem.server.ts";
import { userResponseSchema } from "../../schemas/user.ts";

/** What a log-in or registration answers: the token goes into `Authorization: Bearer`. */
export const sessionResponseSchema = z
  .object({ token: z.string(), user: userResponseSchema })
  .meta({ id: "Session" });

/** A refusal as the API answers it. */
export function toProblem(error: unknown): Response {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, errors, retryAfter } = error;
  return problem(status, message, {
    errors,
    headers: retryAfter ? { "Retry-After": String(retryAfter) } : {},
  });
}
