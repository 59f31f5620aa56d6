import { z } from "zod";
import { userResponseSchema } from "../../schemas/user.ts";

/** The response to a log-in or registration. The token is sent back as `Authorization: Bearer`. */
export const sessionResponseSchema = z
  .object({ token: z.string(), user: userResponseSchema })
  .meta({ id: "Session" });
