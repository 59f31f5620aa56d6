import { RemovalReason } from "#app/moderation/removal-reason.tsx";
import { removalSchema } from "#app/moderation/report-input.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash, undoDeletion } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { thankByForm } from "#app/thanks/thanks.server.ts";
import { isOfThanks, thanksFields } from "#app/thanks/thanks-act.tsx";
import { Back } from "#app/ui/back.tsx";
import { ConfirmDelete } from "#app/ui/confirm-delete.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { Actions, Facts, Rounds, Texts } from "../experience-item.tsx";
import { deleteExperience, requireExperience } from "../experiences.server.ts";
import { presentExperience } from "../present.server.ts";
import { experienceTexts } from "../texts.ts";
import type { Route } from "./+types/experience.ts";

export const handle = { title: "Experience", failed: experienceTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const experience = await requireExperience(toId(args.params.id), viewer);
  return {
    experience: presentExperience(experience),
    canDelete: experience.own || viewer.isAdmin,
    isOthers: !experience.own,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: experienceTexts.actFailed, loggedOut: experienceTexts.loggedOut };

const thank =
  ({ params, context }: Route.ActionArgs, isGiven: boolean) =>
  async (form: PostedForm, viewer: Viewer) => {
    const id = toId(params.id);
    const text = await thankByForm(form, viewer, { kind: "experience", id, isGiven });
    return redirectWithFlash(context, `/experiences/${params.id}`, { text, at: `experience-${id}` });
  };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["reason", ...thanksFields], texts },
    {
      thank: thank(args, true),
      "take-thanks-back": thank(args, false),
      async delete(form, viewer) {
        const id = toId(args.params.id);
        await deleteExperience(viewer, id, form.parse(removalSchema));
        // Its company may have no page without it.
        return redirectWithFlash(args.context, "/companies", {
          text: "The experience is deleted.",
          undo: undoDeletion("experience", id),
        });
      },
    },
  );

export const clientAction = preserveForm(texts);

export default function Experience({
  loaderData: { experience, canDelete, isOthers },
  actionData,
}: Route.ComponentProps) {
  return (
    <article className={`${narrow} ${stack[4]} ${padded}`}>
      <Title>{`${experience.role} at ${experience.company}`}</Title>
      <div>
        <Back to={experience.companyHref}>{experience.company}</Back>
        <h1 dir="auto">{experience.role}</h1>
      </div>
      <Facts experience={experience} />
      <Rounds experience={experience} />
      <Texts experience={experience} />
      <Actions experience={experience} />
      {!isOfThanks(actionData?.failure) && <FormAlert />}
      {canDelete && (
        <ConfirmDelete
          warning="It is gone for everyone. You can bring it back for seven days."
          label="Delete this experience"
        >
          {isOthers && <RemovalReason />}
        </ConfirmDelete>
      )}
    </article>
  );
}
