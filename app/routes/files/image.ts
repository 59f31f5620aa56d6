import { getRequestContext } from "../../http/request-context.server.ts";
import type { Route } from "./+types/image.ts";
import { respondFileMissing, serveFile } from "./serve.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const isImageName = /^[\w-]{1,60}\.webp$/.test(params.name);
  const requestContext = getRequestContext(context);
  // An older image has no small version.
  const names = isImageName ? new Set([params.name, params.name.replace("-small.webp", ".webp")]) : [];
  for (const name of names) {
    const response = await serveFile(request, requestContext, {
      name,
      etag: `"${name}"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
    if (response) return response;
  }
  return respondFileMissing(request, requestContext);
}
