import { verifyCode, verifyCredentials } from "../../auth/credentials.server.ts";
import { createSession } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { authTexts } from "../../schemas/auth-texts.ts";
import { loginCallSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { sessionResponseSchema } from "./session.server.ts";
import { getOwnUser } from "./user.server.ts";

const route = endpoint("/api/users/login", {
  POST: call({
    operationId: "logIn",
    summary: "Log in and get a token",
    description:
      "A wrong email and a wrong password get the same 401. An account with a second factor needs `code` too: its 401 says so. 403 says why an account may not log in yet. Ten failures within 15 minutes for one account from one address are 429, as are 30 log-ins of an account in an hour and more than two that wait for an address.",
    auth: "anyone",
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
      return { status: 200, body: { token, user: await getOwnUser(credentials.userId) } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
