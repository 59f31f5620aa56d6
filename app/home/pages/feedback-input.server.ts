import { z } from "zod";
import { optionalName, requiredText } from "#app/platform/schemas/fields.server.ts";

export const feedbackFields = {
  name: optionalName(80),
  text: requiredText("Write your feedback first", 4000),
};
export const feedbackSchema = z.object(feedbackFields);
