import { ButtonLink } from "#app/ui/button.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { authTexts } from "../../texts.ts";
import { secretLinkHeaders } from "../secret-link.server.ts";
import type { Route } from "./+types/invitation.ts";
import { acceptNewPassword, loadNewPassword } from "./new-password.server.ts";
import { NewPasswordPage } from "./new-password-page.tsx";

const texts = { failed: authTexts.resetFailed };

export const loader = (args: Route.LoaderArgs) => loadNewPassword(args, "invitation");

export const action = (args: Route.ActionArgs) =>
  acceptNewPassword(args, {
    purpose: "invitation",
    done: "Your password is set. You are logged in.",
    texts,
  });

export const clientAction = preserveForm(texts);

export const headers = secretLinkHeaders;

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPasswordPage
      path="/invitation"
      loaderData={loaderData}
      actionData={actionData}
      heading="Welcome"
      lead="You have been invited. Choose the password that you'll log in with."
      label="Password"
      button="Set the password"
      expired={{
        heading: "This invitation has expired",
        text: "It works once. Your account is still there: get a new link to set its password.",
        link: <ButtonLink to="/forgot-password">Send me a new one</ButtonLink>,
      }}
    />
  );
}
