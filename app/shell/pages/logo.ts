import { respondFileMissing, serveFile } from "#app/platform/files/serve.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { logoPattern } from "#app/platform/settings.server.ts";
import type { Route } from "./+types/logo.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  const [, name = ""] = /^(.+)\.png$/.exec(params.name) ?? [];
  const response =
    logoPattern.test(name) &&
    (await serveFile(request, requestContext, {
      name,
      etag: `"${name}"`,
      headers: {
        "Content-Type": "image/png",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    }));
  return response || respondFileMissing(request, requestContext);
}
