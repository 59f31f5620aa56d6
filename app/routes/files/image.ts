import { stored } from "../../http/store.server.ts";
import { visitOf } from "../../http/visit.server.ts";
import type { Route } from "./+types/image.ts";
import { serve, unreachable } from "./serve.server.ts";

/** A picture that was made anew: of an event (`/files/images/{name}`) or a member (`/files/avatars/{name}`). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  // Names with 64 digits are those of resources' thumbnails, which have an address of their own.
  const isOurs = /^[\w-]{1,60}\.webp$/.test(params.name);
  const response =
    isOurs &&
    (await serve(request, {
      path: stored(params.name),
      etag: `"${params.name}"`,
      headers: {
        "Content-Type": "image/webp",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    }));
  return response || unreachable(request, visitOf(context));
}
