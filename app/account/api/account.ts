import { z } from "zod";
import { storeAvatar } from "#app/people/avatar.server.ts";
import { avatarUrl } from "#app/people/person.server.ts";
import { profileResponseSchema } from "#app/people/response.server.ts";
import { requireOwnUser, requireOwnVersion } from "#app/people/user.server.ts";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { forgetBrowser } from "#app/platform/auth/session-cookies.server.ts";
import { createSession, endSession } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { avatarAddressSchema, avatarUploadSchema } from "#app/resources/input.server.ts";
import { registerAccount, verifyCode, verifyCredentials } from "../credentials.server.ts";
import { loginCallSchema, registerSchema } from "../input.server.ts";
import { authTexts } from "../texts.ts";

/** The response to a log-in or registration. Clients send the token back as `Authorization: Bearer`. */
const sessionResponseSchema = z
  .object({
    token: answerText("quadrant_Zq3vT0c8mJ4yWb6nLs1xRk5dHg7pUe2fAo9iXjCtDlM"),
    user: profileResponseSchema,
  })
  .meta({ id: "Session" });

/** The response to a registration that still needs confirmation or an administrator's approval. */
const pendingResponseSchema = z
  .object({ token: z.null(), user: z.null(), message: answerText(authTexts.awaitsApproval) })
  .meta({ id: "PendingRegistration" });

const ownTokenSchema = z
  .object({
    userId: answerText("7").meta({ description: "Your own id" }),
    scopes: z
      .array(answerText("messages:write"))
      .nullable()
      .meta({ example: ["messages:write"], description: "Null: everything that you may do" }),
    readOnly: z.boolean().meta({ example: false, description: "Whether it can only read" }),
  })
  .meta({ id: "OwnToken" });

export const accountPaths: Paths = {
  "/api/users/register": {
    POST: call({
      operationId: "registerUser",
      summary: "Register and get a token",
      auth: "anyone",
      counts: null,
      body: registerSchema,
      errors: [409, 429],
      responses: {
        201: { description: "Account created", schema: sessionResponseSchema },
        202: {
          description: "Account created, but not active until it is confirmed or approved",
          schema: pendingResponseSchema,
        },
      },
      async handler({ body, requestContext, request }) {
        const { userId, pendingReason } = await registerAccount(body, requestContext);
        if (pendingReason) return { status: 202, body: { token: null, user: null, message: pendingReason } };
        const token = await createSession(userId, "token", request);
        return { status: 201, body: { token, user: await requireOwnUser(userId) } };
      },
    }),
  },

  "/api/users/login": {
    POST: call({
      operationId: "logIn",
      summary: "Log in and get a token",
      description:
        "A wrong email and a wrong password get the same 401. An account with a second factor needs `code` too: its 401 says so. 403 says why an account may not log in yet. Ten failures within 15 minutes for one account from one address are 429, as are 30 log-ins of an account in an hour and more than two that wait for an address.",
      auth: "anyone",
      counts: null,
      body: loginCallSchema,
      errors: [429],
      responses: { 200: { description: "Logged in. No cookie is set", schema: sessionResponseSchema } },
      async handler({ body, requestContext, request }) {
        const { needsCode, ...verified } = await verifyCredentials(body, requestContext, request);
        if (needsCode && body.code === undefined)
          throw HttpError.withCode("second-factor-required", authTexts.codeNeeded);
        const credentials =
          needsCode && body.code !== undefined
            ? await verifyCode({ ...verified, email: body.email }, body.code, requestContext, request)
            : verified;
        requestContext.cookies = [];
        const token = await createSession(credentials, "token", request);
        return { status: 200, body: { token, user: await requireOwnUser(credentials.userId) } };
      },
    }),
  },

  "/api/users/logout": {
    POST: call({
      operationId: "logOut",
      summary: "Log out; the token stops working at once",
      description: "The open sockets of the session are closed.",
      auth: "user",
      counts: null,
      responses: { 204: { description: "Logged out" } },
      async handler({ session, requestContext }) {
        await endSession(session.tokenHash);
        if (session.kind === "browser") forgetBrowser(requestContext);
        return { status: 204 };
      },
    }),
  },

  "/api/users/me/token": {
    GET: call({
      operationId: "getOwnToken",
      summary: "Get your id, and what your token may do",
      description: "For every token, whatever its scopes. `scopes` is null where it has all.",
      auth: "user",
      responses: { 200: { description: "The token", schema: ownTokenSchema } },
      handler: async ({ viewer, session: { scopes, isReadOnly } }) => ({
        status: 200,
        body: { userId: String(viewer.id), scopes, readOnly: isReadOnly },
      }),
    }),
  },

  "/api/users/me": {
    GET: call({
      operationId: "getOwnUser",
      summary: "Get your own user",
      auth: "user",
      responses: { 200: { description: "The user", schema: profileResponseSchema } },
      handler: async ({ viewer }) => ({ status: 200, ...(await requireOwnVersion(viewer.id)) }),
    }),
  },

  "/api/users/avatar": {
    PUT: call({
      operationId: "setAvatar",
      summary: "Upload your picture, at most 10 MB and 40 megapixels; it takes the place of the one before",
      description: "JPEG, PNG, GIF or WebP. It is stored as a square without metadata.",
      auth: "user",
      counts: "profile",
      multipart: avatarUploadSchema,
      responses: {
        200: { description: "The address of the picture", schema: avatarAddressSchema },
      },
      handler: async ({ request, session }) => ({
        status: 200,
        body: { avatarUrl: avatarUrl(await storeAvatar(request, session)) },
      }),
    }),
  },
};
