import { requireSession, requireUnmuted, requireWriteAccess } from "#app/platform/auth/guards.server.ts";
import { addBytes, countArrived, isSum } from "#app/platform/files/parts.server.ts";
import { HttpError, problem } from "#app/platform/http/problem.server.ts";
import { uploadOptions } from "../resources.server.ts";
import type { Route } from "./+types/parts.ts";

/** One part plus the multipart framing. */
export const handle = { body: { maxBytes: 544 * 1024 } };

/** Returns how much of a file has arrived, by the SHA-256 of the whole file in hex. */
export async function loader(args: Route.LoaderArgs) {
  const { viewer } = await requireSession(args);
  const { sha256 } = args.params;
  return answer(async () => {
    if (!isSum(sha256)) throw new HttpError(404);
    return countArrived(viewer.id, sha256);
  });
}

/** Stores one part, which begins at byte `at`. The form then posts its texts with the file's SHA-256. */
export async function action(args: Route.ActionArgs) {
  const session = await requireSession(args);
  const { sha256 } = args.params;
  const part = (await args.request.formData()).get("part");
  return answer(async () => {
    if (!isSum(sha256)) throw new HttpError(404);
    if (!(part instanceof Blob)) throw new HttpError(400);
    requireUnmuted(session.viewer);
    await requireWriteAccess(session, uploadOptions);
    const bytes = new Uint8Array(await part.arrayBuffer());
    return addBytes(session.viewer.id, sha256, Number(args.url.searchParams.get("at")), bytes, uploadOptions);
  });
}

/** This address has no page, so its errors are problem documents for the form's script. */
async function answer(count: () => Promise<number>): Promise<Response> {
  try {
    return Response.json({ arrived: await count() }, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    if (error instanceof HttpError) return problem(error);
    throw error;
  }
}
