import { ButtonLink } from "#app/ui/button.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { authTexts } from "../../texts.ts";
import { secretLinkHeaders } from "../secret-link.server.ts";
import type { Route } from "./+types/reset-password.ts";
import { acceptNewPassword, loadNewPassword } from "./new-password.server.ts";
import { NewPasswordPage } from "./new-password-page.tsx";

const texts = { failed: authTexts.resetFailed };

export const loader = (args: Route.LoaderArgs) => loadNewPassword(args, "reset-password");

export const action = (args: Route.ActionArgs) =>
  acceptNewPassword(args, {
    purpose: "reset-password",
    done: "Your password was changed. Please log in with the new one.",
    texts,
  });

export const clientAction = preserveForm(texts);

export const headers = secretLinkHeaders;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPasswordPage
      path="/reset-password"
      loaderData={loaderData}
      actionData={actionData}
      heading="Choose a new password"
      lead="You'll be logged out on every device. Then log in with the new password."
      label="New password"
      button="Set the new password"
      expired={{
        heading: "This link has expired",
        text: "It works once, within 30 minutes.",
        link: <ButtonLink to="/forgot-password">Send me a new one</ButtonLink>,
      }}
    />
  );
}
