import { redirect } from "react-router";
import { moveSubscription, subscribe, unsubscribe } from "#app/notices/push.server.ts";
import { pushSubscriptionSchema } from "#app/notices/push-input.server.ts";
import { parsePushUrl } from "#app/notices/push-request.server.ts";
import { requireSession } from "#app/platform/auth/guards.server.ts";
import { readForm } from "#app/platform/http/request.server.ts";
import { consumeLimit } from "#app/platform/limits/rate-limit.server.ts";
import type { Route } from "./+types/push.ts";

export function loader() {
  throw redirect("/account/notices", 303);
}

/**
 * Starts, moves or ends pushes to this browser. Called by scripts. Responds with 204, 429, or 422 for an invalid
 * address.
 */
export async function action(args: Route.ActionArgs) {
  const { viewer, tokenHash } = await requireSession(args);
  const form = await readForm(args.request, ["intent", "endpoint", "p256dh", "auth", "oldEndpoint"]);
  const retryAfter = consumeLimit("noticeSettings", viewer.id);
  if (retryAfter > 0) return new Response(null, { status: 429, headers: { "Retry-After": `${retryAfter}` } });
  if (form.get("intent") === "end") {
    await unsubscribe(tokenHash);
    return new Response(null, { status: 204 });
  }
  const parsed = pushSubscriptionSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success || !parsePushUrl(parsed.data.endpoint)) return new Response(null, { status: 422 });
  const oldEndpoint = form.get("oldEndpoint");
  if (typeof oldEndpoint === "string") await moveSubscription(tokenHash, oldEndpoint, parsed.data);
  else await subscribe(viewer.id, tokenHash, parsed.data);
  return new Response(null, { status: 204 });
}
