import { and, eq } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isActiveNoIndex, isConnectionWith, visibleColumns } from "#db/scopes/users.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { updateProfile } from "../../people/profile.server.ts";
import { toId } from "../../schemas/fields.ts";
import { profileChangeSchema, toProfileChange } from "../../schemas/profile.ts";
import { userResponseSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { serializeUser } from "./user.server.ts";

const route = endpoint("/api/users/{id}", {
  GET: call({
    operationId: "getUser",
    summary: "Get a member",
    description: "Details that the member does not share with you are null. An alias is 404.",
    auth: "user",
    responses: {
      200: { description: "The member, with the details they share with you", schema: userResponseSchema },
    },
    async handler({ params, viewer }) {
      const { version, body } = await getUser(viewer, toId(params.id));
      // To others it would tell that something changes which they do not see.
      const canEdit = viewer.isAdmin || body.id === String(viewer.id);
      return { status: 200, body, ...(canEdit && { version }) };
    },
  }),

  PUT: call({
    operationId: "updateUser",
    summary: "Change fields of a profile (its owner and administrators)",
    description:
      "Fields that are not sent keep their values. `role`, `email` and `year` are ignored, so that a user may be sent back as it was read.",
    auth: "user",
    act: "profile",
    body: profileChangeSchema,
    errors: [412],
    responses: { 200: { description: "The changed member", schema: userResponseSchema } },
    async handler({ params, viewer, body, sent, ifMatch }) {
      const id = toId(params.id);
      await updateProfile(viewer, id, toProfileChange(body, sent), ifMatch);
      return { status: 200, ...(await getUser(viewer, id)) };
    },
  }),
});

async function getUser(viewer: Viewer, id: number) {
  const [row] = await db
    .select({ ...visibleColumns(viewer), version: users.version })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(and(eq(users.id, id), isActiveNoIndex));
  if (!row) throw new HttpError(404, "No such member.");
  return { version: row.version, body: serializeUser(row, viewer.id) };
}
export const loader = route.loader;
export const action = route.action;
