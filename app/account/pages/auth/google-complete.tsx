import { redirect, useNavigation } from "react-router";
import { requireGuest, startBrowserSession } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { Button } from "#app/ui/button.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { stack } from "#app/ui/styles/layout.css.ts";
import { requireConsent } from "../../credentials.server.ts";
import { googleAccountFields, googleAccountSchema, googleJoinSchema } from "../../input.server.ts";
import { findJoinLink, joinCodeOf } from "../../join-links.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/google-complete.ts";
import * as styles from "./auth.css.ts";
import { loadConditions } from "./conditions.server.ts";
import { Conditions } from "./conditions.tsx";
import { createGoogleAccount } from "./google-account.server.ts";
import { clearGoogleCookie, readGoogleCookie } from "./google-cookie.server.ts";
import { createGoogleRefusal } from "./google-refusal.server.ts";
import { BatchField, PhoneFields, SkillsField } from "./shared-fields.tsx";

async function requireIdentity({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  await requireGuest({ request, context });
  const identity = await readGoogleCookie(getRequestContext(context), request, "identity");
  if (!identity) throw redirect("/login?notice=google-failed", 303);
  // A link that has ended says so on its own page.
  const code = joinCodeOf(identity.redirectTo);
  const link = code === null ? null : await findJoinLink(code);
  if (link && !link.isUsable) throw redirect(identity.redirectTo, 303);
  return { identity, link };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, link } = await requireIdentity({ request, context });
  const conditions = loadConditions();
  return {
    ...(conditions && { conditions }),
    email: identity.email,
    firstName: identity.firstName,
    batchYear: link?.batchYear ?? null,
    rules: getFieldRules(googleAccountFields),
  };
}

const texts = { failed: authTexts.registrationFailed };

/** Creates the account. Nothing is stored for visitors who leave before this. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { identity, link } = await requireIdentity({ request, context });
  const redirectTo = link ? "/" : identity.redirectTo;
  const requestContext = getRequestContext(context);
  const refuse = createGoogleRefusal(requestContext, identity.redirectTo);
  const fields = [...Object.keys(googleAccountFields), "guardianConsent"];
  return submitForm(args, { auth: "anyone", fields, texts }, async (form) => {
    const account = form.parse(link ? googleJoinSchema : googleAccountSchema);
    requireConsent(account.guardianConsent);
    const userId = await createGoogleAccount(identity, account, redirectTo, refuse, link);
    await clearGoogleCookie(requestContext, "identity");
    if (userId === null) return refuse("approval");
    await startBrowserSession(requestContext, request, userId);
    return redirectWithFlash(context, redirectTo, {
      text: `Welcome, ${identity.firstName}! You are logged in.`,
    });
  });
}

export const clientAction = preserveForm(texts);

export default function GoogleComplete({ loaderData }: Route.ComponentProps) {
  const { email, firstName, batchYear, rules } = loaderData;
  const [form, fields] = usePageForm({ id: "google-complete", rules });
  const isSubmitting = useNavigation().formAction === "/auth/google/complete";
  return (
    <div className={styles.single}>
      <Title>Two more things</Title>
      <div>
        <h1>
          Two more things, <bdi>{firstName}</bdi>
        </h1>
        <p className={styles.lead}>You're logged in to Google as {email}.</p>
      </div>
      <PageForm form={form} className={stack[4]}>
        <PhoneFields fields={fields} />
        {batchYear === null && <BatchField field={fields.batchYear} />}
        <SkillsField field={fields.skills} />
        <Conditions conditions={loaderData.conditions} formId="google-complete" />
        <Button size="lg" fullWidth loading={isSubmitting}>
          Join the community
        </Button>
      </PageForm>
    </div>
  );
}
