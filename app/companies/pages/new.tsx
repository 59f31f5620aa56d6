import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { cutText } from "#app/platform/schemas/fields.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { shareExperience } from "../experiences.server.ts";
import { experienceFields, experienceFormSchema } from "../input.server.ts";
import { companyHref, experienceRules, experienceTexts } from "../texts.ts";
import type { Route } from "./+types/new.ts";
import * as styles from "./companies.css.ts";
import { ExperienceFields, formFieldNames } from "./experience-form.tsx";

export const handle = { title: "Share how it went", failed: experienceTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { searchParams } = args.url;
  const company = cutText(searchParams.get("company") ?? "", experienceRules.company);
  return {
    rules: getFieldRules(experienceFields),
    values: {
      companyName: company,
      role: cutText(searchParams.get("role") ?? "", experienceRules.role),
      stipendCurrency: "INR",
      stipendType: "per month",
    },
    backTo: company ? companyHref(company) : "/companies",
    anonymousMute: await findShownAnonymousMute(viewer),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: experienceTexts.shareFailed, loggedOut: experienceTexts.loggedOut };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: [...formFieldNames, "isAnonymous"], texts },
    async (form, viewer) => {
      const id = await shareExperience(viewer, form.parse(experienceFormSchema));
      return redirectWithFlash(args.context, `/experiences/${id}`, { text: "Your experience is shared." });
    },
  );

export const clientAction = preserveForm(texts);

export default function NewExperience({
  loaderData: { rules, values, backTo, anonymousMute },
}: Route.ComponentProps) {
  const [form, fields] = usePageForm({ id: "experience", rules, defaultValue: values });
  const failure = useFailure();
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <div>
        <Back to={backTo}>{backTo === "/companies" ? "Companies" : values.companyName}</Back>
        <Title heading>{handle.title}</Title>
        <p className={styles.lead}>Only members read it.</p>
      </div>
      <UnlessMuted>
        <PageForm form={form} className={stack[4]}>
          <ExperienceFields fields={fields} />
          <UnlessMuted mute={anonymousMute}>
            <div>
              <Checkbox
                name="isAnonymous"
                defaultChecked={failure?.initialValue?.isAnonymous === "on"}
                label="Share anonymously"
              />
              <p className={quiet}>
                Others then read “Anonymous student” or “Anonymous alum” in place of your name. It can't be
                changed later. <span className={styles.ifAnonymous}>{experienceTexts.fewPeople}</span>
              </p>
            </div>
          </UnlessMuted>
          <div className={row[3]}>
            <Button loading={isSending}>Share</Button>
            <ButtonLink to={backTo} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </PageForm>
      </UnlessMuted>
    </div>
  );
}
