import { z } from "zod";
import { api, call, json } from "../../http/api.server.ts";
import { storeImage } from "../../http/images.server.ts";
import { problem } from "../../http/problem.server.ts";
import { UploadRefused } from "../../http/upload.server.ts";
import { imageUpload, imageWords } from "../../schemas/resource.ts";

const route = api("/api/uploads", {
  POST: call({
    summary: "Store a picture of at most 10 MB for an event; an unused one is removed after a day",
    who: "user",
    multipart: imageUpload,
    answers: { 201: { description: "Where it is served", schema: z.object({ url: z.string() }) } },
    async run({ request, viewer }) {
      try {
        const url = `/files/images/${await storeImage(request, viewer)}`;
        return json({ url }, 201, { Location: url });
      } catch (error) {
        if (error instanceof UploadRefused) return error.problem();
        if (request.signal.aborted) return problem(400, imageWords.brokeOff);
        throw error;
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
