import { redirect, useNavigation } from "react-router";
import { getViewer, startBrowserSession } from "#app/platform/auth/guards.server.ts";
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
import { providerAccountFields, providerAccountSchema, providerJoinSchema } from "../../input.server.ts";
import { findJoinLink, joinCodeOf } from "../../join-links.server.ts";
import { listProgrammeChoices } from "../../programmes.server.ts";
import { authTexts } from "../../texts.ts";
import type { Route } from "./+types/provider-complete.ts";
import * as styles from "./auth.css.ts";
import { loadConditions } from "./conditions.server.ts";
import { Conditions } from "./conditions.tsx";
import { canLinkAccount, createProviderAccount, linkProvenAccount } from "./provider-account.server.ts";
import { clearProviderCookie, readProviderCookie } from "./provider-cookie.server.ts";
import { createRefusal } from "./provider-refusal.server.ts";
import { requireProvider } from "./providers.server.ts";
import { BatchField, PhoneFields, ProgrammeField, SkillsField } from "./shared-fields.tsx";

async function requireIdentity({ request, context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const provider = requireProvider(params.provider);
  const requestContext = getRequestContext(context);
  const identity = await readProviderCookie(requestContext, request, provider.id, "identity");
  const viewer = await getViewer({ request, context });
  // Members come here only to link the account that they have just logged in to.
  if (viewer && (!identity || identity.isVerified)) throw redirect("/", 303);
  if (viewer && identity && !(await canLinkAccount(provider, identity, viewer))) {
    await clearProviderCookie(requestContext, provider.id, "identity");
    const text = `You logged in to another account than the one with ${identity.email}, so it was not linked with ${provider.name}.`;
    throw await redirectWithFlash(context, "/", { text });
  }
  if (!identity) throw redirect(`/login?notice=${provider.id}-failed`, 303);
  // The page of a join link says if the link has ended.
  const code = joinCodeOf(identity.redirectTo);
  const link = code === null ? null : await findJoinLink(code);
  if (!viewer && link && !link.isUsable) throw redirect(identity.redirectTo, 303);
  return { provider, identity, link, viewer, requestContext };
}

export async function loader(args: Route.LoaderArgs) {
  const { provider, identity, link, viewer } = await requireIdentity(args);
  return {
    conditions: loadConditions(),
    provider: provider.name,
    path: `/auth/${provider.id}/complete`,
    isLinking: viewer !== null,
    email: identity.email,
    firstName: identity.firstName,
    batchYear: link?.batchYear ?? null,
    programmes: link ? [] : listProgrammeChoices(),
    rules: getFieldRules(providerAccountFields),
  };
}

const texts = { failed: authTexts.registrationFailed };

/** Creates the account, or links it. Nothing is stored for visitors who leave before this. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const { provider, identity, link, viewer, requestContext } = await requireIdentity(args);
  const redirectTo = link ? "/" : identity.redirectTo;
  const refuse = createRefusal(provider, requestContext, identity.redirectTo);
  const fields = [...Object.keys(providerAccountFields), "guardianConsent"];
  return submitForm(args, { auth: "anyone", fields, texts }, async (form) => {
    if (viewer) {
      await clearProviderCookie(requestContext, provider.id, "identity");
      const isLinked = await linkProvenAccount(provider, identity, viewer);
      return redirectWithFlash(context, redirectTo, {
        text: isLinked
          ? `You can now log in with ${provider.name}.`
          : `Your account was not linked with ${provider.name}: one of the two is linked already.`,
      });
    }
    const account = form.parse(link ? providerJoinSchema : providerAccountSchema);
    requireConsent(account.guardianConsent);
    const userId = await createProviderAccount(provider, identity, account, redirectTo, refuse, link);
    await clearProviderCookie(requestContext, provider.id, "identity");
    if (userId === null) return refuse("approval");
    await startBrowserSession(requestContext, request, userId);
    return redirectWithFlash(context, redirectTo, {
      text: `Welcome, ${identity.firstName}! You are logged in.`,
    });
  });
}

export const clientAction = preserveForm(texts);

export default function ProviderComplete({ loaderData }: Route.ComponentProps) {
  const { provider, path, isLinking, email, firstName, batchYear, programmes, rules } = loaderData;
  const [form, fields] = usePageForm({ id: "provider-complete", rules });
  const isSubmitting = useNavigation().formAction === path;
  const [title, lead, button] = isLinking
    ? [
        `Link ${provider}`,
        `From now on you can also log in to ${email} with ${provider}.`,
        `Link ${provider}`,
      ]
    : ["Two more things", `You're logged in to ${provider} as ${email}.`, "Join the community"];
  return (
    <div className={styles.single}>
      <Title>{title}</Title>
      <div>
        <h1>
          {isLinking ? (
            title
          ) : (
            <>
              {title}, <bdi>{firstName}</bdi>
            </>
          )}
        </h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <PageForm form={form} className={stack[4]}>
        {!isLinking && (
          <>
            <PhoneFields fields={fields} />
            {batchYear === null && <BatchField field={fields.batchYear} />}
            {programmes.length > 0 && <ProgrammeField field={fields.programme} programmes={programmes} />}
            <SkillsField field={fields.skills} />
            <Conditions conditions={loaderData.conditions} formId="provider-complete" />
          </>
        )}
        <Button size="lg" fullWidth loading={isSubmitting}>
          {button}
        </Button>
      </PageForm>
    </div>
  );
}
