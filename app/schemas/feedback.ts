import { z } from "zod";
import { optionalName, requiredText } from "./fields.ts";

/** The feedback dialog. Blank text has no error text: the dialog does not send it. */
export const feedbackFields = {
  name: optionalName(80),
  text: requiredText("", 4000),
};
export const feedbackSchema = z.object(feedbackFields);
