import { z } from "zod";
import { optionalText } from "./fields.ts";

export const aboutFields = { text: optionalText(8000) };
export const aboutSchema = z.object(aboutFields);
