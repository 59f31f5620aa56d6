import { z } from "zod";
import { optionalText } from "#app/platform/schemas/fields.server.ts";

export const aboutFields = { text: optionalText(8000) };
export const aboutSchema = z.object(aboutFields);
