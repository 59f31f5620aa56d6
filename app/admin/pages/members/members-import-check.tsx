import { and, eq } from "drizzle-orm";
import { redirect, useNavigation } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { queryOrNull } from "#app/platform/http/request-log.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { withFallback } from "#app/ui/client/requests.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { Title } from "#app/ui/page.tsx";
import { db, memberImports, write } from "#db/index.ts";
import type { Route } from "./+types/members-import-check.ts";
import { checkImport, importGone, runImport } from "./import.server.ts";
import { counted, Report } from "./import-report.tsx";

const loadFailed = "The list couldn't be checked.";
const samplePeople = 5;

const isOwn = (viewer: Viewer, id: string | undefined) =>
  and(eq(memberImports.id, toId(id)), eq(memberImports.adminId, viewer.id));

/** The dry run: what the import would do, and which lines have problems. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const found = await queryOrNull(args.context, async () => {
    const [list] = await db.select().from(memberImports).where(isOwn(viewer, args.params.id));
    return { list, check: list && (await checkImport(list.content)) };
  });
  if (!found) return null;
  if (!found.list || !found.check) throw new HttpError(404, importGone);
  const { people, ...check } = found.check;
  return {
    ...check,
    id: found.list.id,
    fileName: found.list.fileName,
    count: people.length,
    people: people.slice(0, samplePeople).map(({ firstName, lastName, email, batchYear }) => ({
      name: `${firstName} ${lastName}`.trim(),
      email,
      batchYear,
    })),
  };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: "The invitations stopped halfway. Run the list again: nobody is invited twice." };

export function action(args: Route.ActionArgs) {
  const discard = (viewer: Viewer) =>
    write(() => db.delete(memberImports).where(isOwn(viewer, args.params.id)).returning());
  return submitForm(
    args,
    { auth: "admin", fields: [], texts },
    {
      async run(_, viewer) {
        const [list] = await db.select().from(memberImports).where(isOwn(viewer, args.params.id));
        if (!list) throw new HttpError(404, importGone);
        const invited = await runImport(viewer, list.fileName, list.content);
        await discard(viewer);
        const text =
          invited === 0
            ? "Everybody on the list has an account already."
            : `${counted(invited, "person is invited. The email is", "people are invited. Their emails are")} on the way.`;
        return redirectWithFlash(args.context, "/admin/members", { text });
      },
      async discard(_, viewer) {
        if ((await discard(viewer)).length === 0) throw new HttpError(404, importGone);
        return redirect("/admin/members/import", 303);
      },
    },
  );
}

export const clientAction = preserveForm(texts);

export default function CheckImport({ loaderData }: Route.ComponentProps) {
  const isRunning = useNavigation().formData?.get("intent") === "run";
  return (
    <>
      <Title heading>Check the list</Title>
      <FormAlert />
      {loaderData ? <Report check={loaderData} isRunning={isRunning} /> : <LoadFailure text={loadFailed} />}
    </>
  );
}
