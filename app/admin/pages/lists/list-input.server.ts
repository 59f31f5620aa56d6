import { z } from "zod";
import { optionalLine, requiredInteger, requiredLine } from "#app/platform/schemas/fields.server.ts";
import type { ListName } from "./list-texts.ts";

const name = (max: number) => requiredLine("A name is required", max);

export const listFields = {
  programmes: {
    name: name(60),
    years: requiredInteger("Years are required", "Years must be a whole number from 1 to 6", 1, 6),
  },
  categories: { name: name(60), description: optionalLine(200) },
  branches: { name: name(100) },
} satisfies Record<ListName, object>;

export const listSchemas = {
  programmes: z.object(listFields.programmes),
  categories: z.object(listFields.categories),
  branches: z.object(listFields.branches),
};
