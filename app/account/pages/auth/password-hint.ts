import { redirect } from "react-router";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { readForm } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { isFormPasswordEasy } from "../../password-policy.server.ts";
import type { Route } from "./+types/password-hint.ts";

/** A whole hostel may share one IP address, and each pause in typing sends a request. */
const addressLimit = new RateLimit(1_000, 15 * 60);

export function loader() {
  throw redirect("/", 303);
}

export async function action({ request, context }: Route.ActionArgs) {
  const retryAfter = addressLimit.consume(addressKey(getRequestContext(context).address));
  if (retryAfter > 0) {
    const error = new HttpError(429, undefined, { retryAfter });
    return new Response(error.message, { status: error.status, headers: error.headers() });
  }
  const form = await readForm(request, ["password", "firstName", "lastName", "email"]);
  const isEasy = await isFormPasswordEasy(form);
  return Response.json({ isEasy }, { headers: { "Cache-Control": "no-store" } });
}
