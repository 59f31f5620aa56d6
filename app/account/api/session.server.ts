import { z } from "zod";
import { profileResponseSchema } from "#app/people/response.server.ts";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { authTexts } from "../texts.ts";

/** The response to a log-in or registration. Clients send the token back as `Authorization: Bearer`. */
export const sessionResponseSchema = z
  .object({
    token: answerText("quadrant_Zq3vT0c8mJ4yWb6nLs1xRk5dHg7pUe2fAo9iXjCtDlM"),
    user: profileResponseSchema,
  })
  .meta({ id: "Session" });

/** The response to a registration that still needs confirmation or an administrator's approval. */
export const pendingResponseSchema = z
  .object({ token: z.null(), user: z.null(), message: answerText(authTexts.awaitsApproval) })
  .meta({ id: "PendingRegistration" });

export const ownTokenSchema = z
  .object({
    userId: answerText("7").meta({ description: "Your own id" }),
    scopes: z
      .array(answerText("messages:write"))
      .nullable()
      .meta({ example: ["messages:write"], description: "Null: everything that you may do" }),
    readOnly: z.boolean().meta({ example: false, description: "Whether it can only read" }),
  })
  .meta({ id: "OwnToken" });
