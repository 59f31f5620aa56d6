import { z } from "zod";
import { storeImage } from "../../files/images.server.ts";
import { UploadRefused } from "../../files/upload.server.ts";
import { problem } from "../../http/problem.server.ts";
import { imageTexts, imageUploadSchema } from "../../schemas/resource.ts";
import { call, endpoint, json } from "./endpoint.server.ts";

const route = endpoint("/api/uploads", {
  POST: call({
    summary: "Store a picture of at most 10 MB for an event; an unused one is removed after a day",
    auth: "user",
    multipart: imageUploadSchema,
    responses: { 201: { description: "Where it is served", schema: z.object({ url: z.string() }) } },
    async handler({ request, viewer }) {
      try {
        const url = `/files/images/${await storeImage(request, viewer)}`;
        return json({ url }, 201, { Location: url });
      } catch (error) {
        if (error instanceof UploadRefused) return error.problem();
        if (request.signal.aborted) return problem(400, imageTexts.brokeOff);
        throw error;
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
