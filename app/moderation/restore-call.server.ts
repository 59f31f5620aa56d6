import type { z } from "zod";
import { call } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { things } from "#db/things.ts";
import type { BinSubject } from "#db/vocabulary.ts";
import { restore } from "./bin.server.ts";
import { binTexts } from "./bin-texts.ts";

interface Restored<Body> {
  body: Body;
  version?: number;
}

/** The call that restores something from the bin. @param read the restored item as its caller sees it */
export const restoreCall = <Schema extends z.ZodType>(
  subject: BinSubject,
  schema: Schema,
  read: (id: number, viewer: Viewer) => Promise<Restored<z.output<Schema>>>,
) => ({
  POST: call({
    operationId: `restore${subject.charAt(0).toUpperCase()}${subject.slice(1)}`,
    summary: `Restore ${things[subject].a} that you deleted within the last seven days`,
    description:
      "Moderators and administrators restore what was removed, which its author can't: 403. An item that is not deleted stays as it is.",
    auth: "user",
    counts: "restoring",
    errors: [409],
    responses: { 200: { description: `The ${subject}`, schema } },
    async handler({ params, viewer }) {
      const id = parseId(params.id);
      if (id === null) throw new HttpError(404, binTexts.gone);
      await restore(viewer, subject, id);
      return { status: 200, ...(await read(id, viewer)) };
    },
  }),
});
