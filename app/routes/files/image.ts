import { storedPath } from "../../files/storage.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import type { Route } from "./+types/image.ts";
import { fileUnavailable, serveFile } from "./serve.server.ts";

/** A picture that was made anew: of an event (`/files/images/{name}`) or a member (`/files/avatars/{name}`). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  // Names with 64 digits are those of resources' thumbnails, which have an address of their own.
  const isOurs = /^[\w-]{1,60}\.webp$/.test(params.name);
  const response =
    isOurs &&
    (await serveFile(request, {
      path: storedPath(params.name),
      etag: `"${params.name}"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    }));
  return response || fileUnavailable(request, getRequestContext(context));
}
