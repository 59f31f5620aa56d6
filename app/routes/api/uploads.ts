import { requireUnmuted } from "../../auth/session.server.ts";
import { uploadEventImage } from "../../events/image.server.ts";
import { imageAddressSchema, imageUploadSchema } from "../../schemas/resource.ts";
import { call, endpoint } from "./endpoint.server.ts";

export const handle = { body: { hasFile: true } };

const route = endpoint("/api/uploads", {
  POST: call({
    operationId: "uploadImage",
    summary: "Upload an image of at most 10 MB for an event; unused images are deleted after a day",
    description: "JPEG, PNG, GIF or WebP. It is stored as WebP without metadata.",
    auth: "user",
    act: "upload",
    hasIdempotencyKey: true,
    multipart: imageUploadSchema,
    responses: { 201: { description: "The address of the image", schema: imageAddressSchema } },
    async handler({ request, session }) {
      requireUnmuted(session.viewer);
      const url = `/files/images/${await uploadEventImage(request, session)}`;
      return { status: 201, body: { url }, headers: { Location: url } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
