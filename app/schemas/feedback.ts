import { z } from "zod";
import { optionalText, requiredText } from "./fields.ts";

/** What a visitor writes in the feedback dialog. Blank text is no error: it is no feedback. */
export const feedbackFields = {
  name: optionalText(80),
  text: requiredText("", 4000),
};
export const feedbackSchema = z.object(feedbackFields);
