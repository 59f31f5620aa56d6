import { redirect } from "react-router";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { setCookie } from "#app/platform/http/cookies.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { emptyDevice } from "#app/platform/http/response.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import type { Route } from "./+types/scripts.ts";

const yearSeconds = 31_536_000;

export const loader = () => redirect("/", 303);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const isOff = form.get("scripts") === "off";
  setCookie(getRequestContext(context), "scripts", isOff ? "off" : "", isOff ? yearSeconds : 0);
  const text = isOff ? "This is the lite version: its pages have no scripts." : "This is the full version.";
  const response = await redirectWithFlash(context, safeRedirect(String(form.get("back") ?? "/")), { text });
  // The lite version has no service worker, so the device's data is cleared.
  if (isOff) emptyDevice(response.headers);
  return response;
}
