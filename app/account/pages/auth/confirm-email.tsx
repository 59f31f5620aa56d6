import { ButtonLink } from "#app/ui/button.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { authTexts } from "../../texts.ts";
import { secretLinkHeaders } from "../secret-link.server.ts";
import type { Route } from "./+types/confirm-email.ts";
import { acceptNewPassword, loadNewPassword } from "./new-password.server.ts";
import { NewPasswordPage } from "./new-password-page.tsx";

const texts = { failed: authTexts.confirmationFailed };

export const loader = (args: Route.LoaderArgs) => loadNewPassword(args, "confirm-email");

/** Only a POST confirms an address, because mail scanners open links. */
export const action = (args: Route.ActionArgs) =>
  acceptNewPassword(args, {
    purpose: "confirm-email",
    done: "Your email address is confirmed. You can log in now.",
    texts,
  });

export const clientAction = preserveForm(texts);

export const headers = secretLinkHeaders;

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPasswordPage
      path="/confirm-email"
      loaderData={loaderData}
      actionData={actionData}
      heading="Confirm your address"
      lead="One more step: choose the password you will log in with. It replaces the one that was typed at the registration, in case somebody else used your address."
      button="Confirm my address"
      expired={{
        heading: "This link has expired",
        text: "It works once. A link for a new password confirms your address, too.",
        link: <ButtonLink to="/forgot-password">Send me a new one</ButtonLink>,
      }}
    />
  );
}
