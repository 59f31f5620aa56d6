import { z } from "zod";
import { connectionIntents } from "./connection-texts.ts";

/** The form that posts to `/connections`. */
export const connectionFormFields = ["intent", "userId", "redirectTo"] as const;
export const connectionFormSchema = z.object({
  intent: z.enum(connectionIntents),
  userId: z.string().max(200).default(""),
  redirectTo: z.string().default("/connections"),
});
