import { z } from "zod";
import { userResponseSchema } from "../../schemas/user.ts";

/** What logging in or registering returns: the token goes into `Authorization: Bearer`. */
export const sessionResponseSchema = z
  .object({ token: z.string(), user: userResponseSchema })
  .meta({ id: "Session" });
