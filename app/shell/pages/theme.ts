import { redirect } from "react-router";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { readForm } from "#app/platform/http/request.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.server.ts";
import type { Route } from "./+types/theme.ts";

export const loader = () => redirect("/", 303);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["theme", "back"]);
  const theme = form.get("theme");
  const chosen = theme === "light" || theme === "dark";
  const secure = getRequestContext(context).isSecure ? "; Secure" : "";
  getRequestContext(context).cookies.push(
    `theme=${chosen ? theme : ""}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${chosen ? 31_536_000 : 0}${secure}`,
  );
  const text = chosen ? `The pages are ${theme} now.` : "The pages match your device now.";
  return redirectWithFlash(context, safeRedirect(String(form.get("back") ?? "/")), { text });
}
