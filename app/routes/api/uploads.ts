import { and, eq } from "drizzle-orm";
import { db, images } from "#db/index.ts";
import { requireUnmuted } from "../../auth/guards.server.ts";
import { uploadEventImage } from "../../events/image.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { imageAddressSchema, imageUploadSchema } from "../../schemas/resource.ts";
import { call, type Paths } from "./call.server.ts";

function respondWithImage(file: string) {
  const url = `/files/images/${file}`;
  return { status: 201 as const, body: { url }, headers: { Location: url } };
}

export const uploadsPaths: Paths = {
  "/api/uploads": {
    POST: call({
      operationId: "uploadImage",
      summary: "Upload an image of at most 10 MB for an event; unused images are deleted after a day",
      description: "JPEG, PNG, GIF or WebP. It is stored as WebP without metadata.",
      auth: "user",
      limit: "upload",
      multipart: imageUploadSchema,
      responses: { 201: { description: "The address of the image", schema: imageAddressSchema } },
      async handler({ request, session, callKey }) {
        requireUnmuted(session.viewer);
        return respondWithImage(await uploadEventImage(request, session, callKey));
      },
      async repeat({ id, viewer }) {
        const [image] = await db
          .select({ file: images.file })
          .from(images)
          .where(and(eq(images.id, id), eq(images.userId, viewer.id)));
        if (!image) throw new HttpError(404);
        return respondWithImage(image.file);
      },
    }),
  },
};
