import { getSession, readBearerToken } from "../../auth/guards.server.ts";
import { findSession, hasScope } from "../../auth/sessions.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { selectApplicationFile } from "../../jobs/applications.server.ts";
import { toId } from "../../schemas/fields.ts";
import type { Route } from "./+types/application.ts";
import { servePrivatePdf } from "./pdf.server.ts";

/** For the applicant and the poster of the job, and programs of theirs: to anybody else it is not there. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const token = readBearerToken(request);
  const session = token ? await findSession(token, "token") : await getSession(requestContext, request);
  const mayRead = session && hasScope(session, "jobs:read");
  const [found] = mayRead ? await selectApplicationFile(session.viewer.id, toId(params.id)) : [];
  return servePrivatePdf(request, requestContext, found);
}
