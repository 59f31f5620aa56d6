import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { isFormPasswordEasy, minPasswordLength, withPasswordPolicy } from "../password-policy.server.ts";
import { authTexts } from "../texts.ts";
import type { Route } from "./+types/password.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { changePassword, findOwner } from "./password.server.ts";
import { PasswordForm, SetPassword } from "./password-form.tsx";
import { changePasswordFields, changePasswordSchema } from "./schema.server.ts";

export const handle = { title: "Password", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const owner = await findOwner(await requireViewer(args));
  return { ...owner, rules: withPasswordPolicy(getFieldRules(changePasswordFields)), minPasswordLength };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.passwordFailed };

const fields = Object.keys(changePasswordFields);

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "member", fields, texts }, async (form, viewer) => {
    form.isPasswordEasy = await isFormPasswordEasy(form.data);
    const change = form.parse(changePasswordSchema);
    const { isEasy } = await changePassword(viewer, change, getRequestContext(args.context), args.request);
    const text = isEasy ? authTexts.passwordEasy : "Every other device is logged out.";
    const done = await redirectWithFlash(args.context, "/account", {
      text: `Your password is changed. ${text}`,
      ...(isEasy && { link: { to: "/account/password", text: "Change it" } }),
    });
    // The page's socket belongs to the ended session, so load the page again to open a new one.
    done.headers.set("X-Remix-Reload-Document", "true");
    return done;
  });

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function Password({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Password">
      {loaderData.hasPassword ? <PasswordForm page={loaderData} /> : <SetPassword email={loaderData.email} />}
    </AccountPage>
  );
}
