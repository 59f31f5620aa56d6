import { z } from "zod";
import { optionalText, requiredText } from "./fields.ts";

/** The feedback dialog. Blank text has no error text: the dialog does not send it. */
export const feedbackFields = {
  name: optionalText(80),
  text: requiredText("", 4000),
};
export const feedbackSchema = z.object(feedbackFields);
