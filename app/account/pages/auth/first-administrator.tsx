import { data, Form, useNavigation } from "react-router";
import { getViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { logSecurityEvent } from "#app/platform/process/log.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import {
  hasAdministrator,
  isFirstAdministratorToken,
  makeFirstAdministrator,
} from "../../first-administrator.server.ts";
import { authTexts } from "../../texts.ts";
import { secretLinkHeaders } from "../secret-link.server.ts";
import type { Route } from "./+types/first-administrator.ts";
import * as styles from "./auth.css.ts";

export const handle = { title: "First administrator", failed: "Failed to load this page" };

/** The page for the link that a server without an administrator prints when it starts. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const viewer = await getViewer({ request, context });
  const isMade = request.method !== "POST" && (await hasAdministrator());
  const isValid = request.method === "POST" || (isFirstAdministratorToken(token) && !isMade);
  const returnTo = encodeURIComponent(url.pathname + url.search);
  const page = { token, isValid, isMade, name: viewer?.name ?? null, returnTo };
  return data(page, { status: isValid ? 200 : 410 });
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = {
  failed: "You could not be made the administrator",
  loggedOut: "You're logged out. Log in again, then open the link once more.",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields: ["token"], texts }, async (form, viewer) => {
    if (!isFirstAdministratorToken(form.text("token"))) throw new HttpError(410, authTexts.linkExpired);
    if (!(await makeFirstAdministrator(viewer.id))) throw new HttpError(409, authTexts.linkExpired);
    logSecurityEvent("role-changed", { memberId: viewer.id, isAdmin: true });
    return redirectWithFlash(args.context, "/admin", { text: "You are the administrator now." });
  });

export const clientAction = preserveForm(texts);

export const headers = secretLinkHeaders;

export default function FirstAdministrator({ loaderData, actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().formAction === "/first-administrator";
  const { token, isValid, isMade, name, returnTo } = loaderData;
  return (
    <div className={isValid ? styles.single : errorStyles.page}>
      {!isValid && <Scene name="chart" />}
      <Title heading>First administrator</Title>
      <FormAlert />
      {isMade && <p>This community already has an administrator, who can appoint others.</p>}
      {!isValid && !isMade && (
        <p>
          This link has been used or is too old. While there is no administrator, each start of the server
          prints a new one. After that, administrators appoint others.
        </p>
      )}
      {!isValid && (
        <ButtonLink to={name === null ? "/login" : "/"}>
          {name === null ? "Log in" : "Go to Today"}
        </ButtonLink>
      )}
      {isValid && name !== null && !actionData && (
        <>
          <p>
            This community has no administrator yet. You are logged in as <bdi>{name}</bdi>.
          </p>
          <Form method="post" action="/first-administrator">
            <input type="hidden" name="token" value={token} />
            <Button size="lg" fullWidth loading={isSubmitting}>
              Become the administrator
            </Button>
          </Form>
        </>
      )}
      {isValid && name === null && (
        <>
          <p>Sign up first, or log in: you then come back here.</p>
          <ButtonLink to={`/register?redirectTo=${returnTo}`}>Sign up</ButtonLink>
          <ButtonLink to={`/login?redirectTo=${returnTo}`} variant="outline">
            Log in
          </ButtonLink>
        </>
      )}
    </div>
  );
}
