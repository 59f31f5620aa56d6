import { data, Form, useNavigation } from "react-router";
import {
  hasAdministrator,
  isFirstAdministratorToken,
  makeFirstAdministrator,
} from "../../auth/first-administrator.server.ts";
import { getViewer } from "../../auth/guards.server.ts";
import { secretLinkHeaders } from "../../auth/secret-link.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { logSecurityEvent } from "../../process/log.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/first-administrator.ts";
import * as styles from "./auth.css.ts";

export const handle = { title: "First administrator", failed: "Failed to load this page" };

/** Opened by the link that a server without an administrator prints at its start. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const viewer = await getViewer({ request, context });
  const isMade = request.method !== "POST" && (await hasAdministrator());
  const isValid = request.method === "POST" || (isFirstAdministratorToken(token) && !isMade);
  const returnTo = encodeURIComponent(url.pathname + url.search);
  const page = { token, isValid, isMade, name: viewer?.name ?? null, returnTo };
  return data(page, { status: isValid ? 200 : 410 });
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = {
  failed: "You could not be made the administrator",
  loggedOut: "You're logged out. Log in again, then open the link once more.",
};

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", limit: null, fields: ["token"], texts }, async (form, viewer) => {
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
    <div className={styles.single}>
      <Title heading>First administrator</Title>
      <FormAlert />
      {isMade && <p>This community has an administrator now, who can make others.</p>}
      {!isValid && !isMade && (
        <p>
          This link has been used or is too old. While there is no administrator, each start of the server
          prints a new one. Afterwards, administrators make others.
        </p>
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
