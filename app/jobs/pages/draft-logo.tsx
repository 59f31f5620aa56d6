import { UnlessMuted } from "#app/moderation/muted-band.tsx";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { hasFile, requireSender, submitForm } from "#app/platform/forms/submit.server.ts";
import { Back } from "#app/ui/back.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { narrow } from "#app/ui/styles/global.css.ts";
import { padded, stack } from "#app/ui/styles/layout.css.ts";
import { logoUrl } from "../input.server.ts";
import { removeDraftLogo, selectNextLogo, storeDraftLogo } from "../logo.server.ts";
import type { Route } from "./+types/draft-logo.ts";
import { offerCompany, selectDraft } from "./draft.server.ts";
import { logoFormTexts as texts } from "./job-form-texts.ts";
import { LogoForm } from "./logo-form.tsx";

export const handle = { title: "Company logo", failed: "Failed to load your draft", body: { hasFile: true } };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const [draft] = await selectDraft(viewer.id);
  const { companyName = "" } = { ...(await offerCompany(viewer.id)), ...draft?.fields };
  const [next] = await selectNextLogo(viewer.id, companyName);
  return {
    company: companyName || "the company",
    logo: next?.file ? logoUrl(next.file) : null,
    canRemove: next?.own != null,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const wizard = "/post-job?step=3";

export const action = (args: Route.ActionArgs) => {
  const lead = (text: string) => redirectWithFlash(args.context, wizard, { text });
  const options = { fields: ["logo"], texts, mayHaveFile: true };
  if (!hasFile(args.request)) {
    return submitForm(
      args,
      { ...options, auth: "member" },
      {
        remove: async (_, viewer) => {
          await removeDraftLogo(viewer);
          return lead("The logo is removed.");
        },
      },
    );
  }
  return submitForm(args, { ...options, auth: "anyone" }, async () => {
    const session = await requireSender(args, texts.loggedOut);
    await storeDraftLogo(args.request, session);
    return lead("The logo is saved. It will appear with the opportunity that you post.");
  });
};

export const clientAction = preserveForm(texts);

/** The logo of a member's job draft. */
export default function DraftLogo({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${stack[4]} ${padded}`}>
      <div>
        <Back to={wizard}>Back to the opportunity</Back>
        <Title heading>Company logo</Title>
      </div>
      <UnlessMuted>
        <LogoForm {...loaderData} />
      </UnlessMuted>
    </div>
  );
}
