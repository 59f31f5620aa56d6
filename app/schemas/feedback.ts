import { z } from "zod";
import { optionalText, requiredText } from "./fields.ts";

/** The feedback dialog. */
export const feedbackFields = {
  name: optionalText(80),
  text: requiredText("Write your feedback first", 4000),
};
export const feedbackSchema = z.object(feedbackFields);
