import { redirect } from "react-router";
import { requireSession } from "#app/platform/auth/guards.server.ts";
import { keepOnDevice } from "#app/platform/auth/session-cookies.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { readForm } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { emptyDevice } from "#app/platform/http/response.server.ts";
import type { Route } from "./+types/device.ts";

export const loader = () => redirect("/account", 303);

const doneTexts = {
  keep: "Your own pages will be kept on this device.",
  stop: "Your own pages are no longer kept on this device.",
  clear: "This device is cleared.",
};

/** Turns storing the member's own pages in this browser on or off, or clears everything it stored: docs/offline.md. */
export async function action(args: Route.ActionArgs) {
  const requestContext = getRequestContext(args.context);
  const session = await requireSession(args);
  const intent = String((await readForm(args.request, ["intent"])).get("intent"));
  const choice = intent === "keep" || intent === "clear" ? intent : "stop";
  keepOnDevice(requestContext, choice === "keep" ? session : null);
  const response = await redirectWithFlash(args.context, "/account", {
    text: doneTexts[choice],
    at: "device",
  });
  if (choice === "clear") emptyDevice(response.headers);
  return response;
}
