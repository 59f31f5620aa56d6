import { getViewer } from "../../auth/guards.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { selectApplicationFile } from "../../jobs/applications.server.ts";
import { toId } from "../../schemas/fields.ts";
import type { Route } from "./+types/application.ts";
import { servePrivatePdf } from "./pdf.server.ts";

/** For the applicant and the poster of the job. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await getViewer({ request, context });
  const [found] = viewer ? await selectApplicationFile(viewer.id, toId(params.id)) : [];
  return servePrivatePdf(request, getRequestContext(context), found);
}
