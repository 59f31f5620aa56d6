import { getSession, readBearerToken } from "#app/platform/auth/guards.server.ts";
import { findSession, hasScope } from "#app/platform/auth/sessions.server.ts";
import { servePrivatePdf } from "#app/platform/files/serve-pdf.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { selectApplicationFile } from "../applications.server.ts";
import type { Route } from "./+types/application-file.ts";

/** Serves the PDF to the applicant and the job's poster, and to their API tokens. Everybody else gets a 404. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const token = readBearerToken(request);
  const session = token ? await findSession(token, "token") : await getSession(requestContext, request);
  const mayRead = session && hasScope(session, "jobs:read");
  const [found] = mayRead ? await selectApplicationFile(session.viewer.id, toId(params.id)) : [];
  return servePrivatePdf(request, requestContext, found);
}
