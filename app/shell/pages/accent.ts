import { HttpError } from "#app/platform/http/problem.server.ts";
import { accentStyles, lightContrast, minContrast } from "#app/ui/styles/accent.ts";
import type { Route } from "./+types/accent.ts";

/** The stylesheet for an administrator's colour. Its name is the colour, so it can be stored for long. */
export function loader({ params }: Route.LoaderArgs) {
  const [, digits] = /^([0-9a-f]{6})\.css$/.exec(params.name) ?? [];
  if (!digits || lightContrast(`#${digits}`) < minContrast) throw new HttpError(404);
  return new Response(accentStyles(`#${digits}`), {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=2592000" },
  });
}
