import { useNavigation } from "react-router";
import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { findShownAnonymousMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import { type ExperienceRow, editExperience, requireExperience } from "../experiences.server.ts";
import { experienceFields, experienceFormSchema } from "../input.server.ts";
import { experienceKindLabels, experienceTexts } from "../texts.ts";
import type { Route } from "./+types/edit.ts";
import { ExperienceFields, formFieldNames } from "./experience-form.tsx";

export const handle = { title: "Edit your experience", failed: experienceTexts.loadFailed };

async function requireOwn(viewer: Viewer, id: string): Promise<ExperienceRow> {
  const experience = await requireExperience(toId(id), viewer);
  if (!experience.own) throw HttpError.withCode("not-yours", experienceTexts.notYours);
  return experience;
}

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const experience = await requireOwn(viewer, args.params.id);
  const isAnonymous = experience.authorId === null;
  return {
    id: args.params.id,
    rules: getFieldRules(experienceFields),
    values: toValues(experience),
    isAnonymous,
    mute: isAnonymous ? await findShownAnonymousMute(viewer) : null,
  };
}

const toValues = (row: ExperienceRow): Record<string, string> & { version: string } => ({
  companyName: row.companyName,
  role: row.role,
  year: String(row.year ?? ""),
  kind: row.kind,
  rounds: row.rounds.join("\n"),
  questions: toFieldText(row.questions),
  advice: toFieldText(row.advice),
  offer: row.offer === null ? "" : row.offer ? "yes" : "no",
  stipendCurrency: row.stipendCurrency ?? "INR",
  stipendType: row.stipendType ?? "per month",
  stipendMin: String(row.stipendMin ?? ""),
  stipendMax: String(row.stipendMax ?? ""),
  version: String(row.version),
});

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: experienceTexts.editFailed, loggedOut: experienceTexts.loggedOut };

export const action = (args: Route.ActionArgs) => {
  const { id } = args.params;
  const readStored = async () => {
    const row = await requireOwn(await requireViewer(args), id);
    const { version, ...values } = toValues(row);
    return { version, values, shown: { kind: experienceKindLabels[row.kind] } };
  };
  const options = { auth: "member", fields: ["version", ...formFieldNames], texts, readStored } as const;
  return submitForm(args, options, async (form, viewer) => {
    const stored = await requireOwn(viewer, id);
    await editExperience(viewer, stored, form.parse(experienceFormSchema), form.versions);
    return redirectWithFlash(args.context, `/experiences/${id}`, { text: "Your changes are saved." });
  });
};

export const clientAction = preserveForm(texts);

export default function EditExperience({
  loaderData: { id, rules, values, isAnonymous, mute },
}: Route.ComponentProps) {
  const [form, fields] = usePageForm({ id: "experience", rules, defaultValue: values });
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <Title heading>{handle.title}</Title>
      <UnlessMuted mute={mute}>
        <PageForm form={form} className={stack[4]}>
          <ExperienceFields fields={fields} />
          <p className={quiet}>
            {isAnonymous ? `It stays anonymous. ${experienceTexts.fewPeople}` : "It stays under your name."}
          </p>
          <div className={row[3]}>
            <Button loading={isSending}>Save changes</Button>
            <ButtonLink to={`/experiences/${id}`} variant="outline">
              Cancel
            </ButtonLink>
          </div>
        </PageForm>
      </UnlessMuted>
    </div>
  );
}
