import { z } from "zod";
import { storeAvatar } from "../../files/avatars.server.ts";
import { avatarUploadSchema } from "../../schemas/resource.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/users/avatar", {
  PUT: call({
    summary: "Upload your picture, at most 10 MB and 40 megapixels; it takes the place of the one before",
    auth: "user",
    act: "profile",
    multipart: avatarUploadSchema,
    responses: {
      200: { description: "The address of the picture", schema: z.object({ avatarUrl: z.string() }) },
    },
    handler: async ({ request, viewer }) => ({
      status: 200,
      body: { avatarUrl: `/files/avatars/${await storeAvatar(request, viewer)}` },
    }),
  }),
});
export const loader = route.loader;
export const action = route.action;
