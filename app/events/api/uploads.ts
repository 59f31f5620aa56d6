import { and, eq } from "drizzle-orm";
import { findUpload, type StoredAttachment, uploadAttachment } from "#app/messages/attachments.server.ts";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { imageAddressSchema, imageUploadSchema, uploadQuerySchema } from "#app/resources/input.server.ts";
import { db, images } from "#db/index.ts";
import { uploadEventImage } from "../image.server.ts";

function respondWithImage(file: string) {
  const url = `/files/images/${file}`;
  return { status: 201 as const, body: { url }, headers: { Location: url } };
}

const respondWithUpload = (upload: StoredAttachment) => ({
  status: 201 as const,
  body: upload,
  headers: { Location: upload.url },
});

const isForMessage = ({ url }: Request) => new URL(url).searchParams.get("for") === "message";

export const uploadsPaths: Paths = {
  "/api/uploads": {
    POST: call({
      operationId: "uploadImage",
      summary: "Upload an image for an event, or a file for a message, of at most 10 MB",
      description:
        "For an event JPEG, PNG, GIF or WebP. Pictures are stored as WebP without metadata. With `for=message` also the types of resources, and its `id` goes into `attachments` of one message; a token needs `messages:write` then. Unused files are deleted after a day.",
      auth: "user",
      counts: "upload",
      query: uploadQuerySchema,
      multipart: imageUploadSchema,
      responses: { 201: { description: "The address of the file", schema: imageAddressSchema } },
      async handler({ request, session, query, callKey }) {
        if (query.for) return respondWithUpload(await uploadAttachment(request, session, callKey));
        requireUnmuted(session.viewer);
        return respondWithImage(await uploadEventImage(request, session, callKey));
      },
      async repeat({ id, viewer, request }) {
        if (isForMessage(request)) {
          const upload = await findUpload(id, viewer);
          if (!upload) throw new HttpError(404);
          return respondWithUpload(upload);
        }
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
