import { storeAvatar } from "../../people/avatar.server.ts";
import { avatarAddressSchema, avatarUploadSchema } from "../../schemas/resource.ts";
import { avatarUrl } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";

export const handle = { body: { hasFile: true } };

const route = endpoint("/api/users/avatar", {
  PUT: call({
    operationId: "setAvatar",
    summary: "Upload your picture, at most 10 MB and 40 megapixels; it takes the place of the one before",
    description: "JPEG, PNG, GIF or WebP. It is stored as a square without metadata.",
    auth: "user",
    act: "profile",
    multipart: avatarUploadSchema,
    responses: {
      200: { description: "The address of the picture", schema: avatarAddressSchema },
    },
    handler: async ({ request, session }) => ({
      status: 200,
      body: { avatarUrl: avatarUrl(await storeAvatar(request, session)) },
    }),
  }),
});
export const loader = route.loader;
export const action = route.action;
