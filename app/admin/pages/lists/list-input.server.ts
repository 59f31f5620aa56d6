import { z } from "zod";
import { optionalLine, requiredLine } from "#app/platform/schemas/fields.server.ts";
import type { ListName } from "./list-texts.ts";

const name = (max: number) => requiredLine("A name is required", max);

export const listFields = {
  categories: { name: name(60), description: optionalLine(200) },
  branches: { name: name(100) },
} satisfies Record<ListName, object>;

export const listSchemas = {
  categories: z.object(listFields.categories),
  branches: z.object(listFields.branches),
};
