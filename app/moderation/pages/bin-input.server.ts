import { z } from "zod";
import { binSubjects } from "#db/vocabulary.ts";

/** The item that a button in the bin refers to. */
export const binSchema = z.object({
  subject: z.enum(binSubjects),
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});
