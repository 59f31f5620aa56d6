import { z } from "zod";

// Fields of API responses. Their examples form the examples of whole responses in the OpenAPI document.

export const answerText = (example: string) => z.string().meta({ example });

export const answerTime = (example: string) => z.string().meta({ example, format: "date-time" });

export const answerDay = (example: string) => z.string().meta({ example, format: "date" });

export const answerCount = (example: number) => z.number().int().meta({ example });

export const personSchema = z
  .object({ id: answerText("12"), name: answerText("Rohan Pillai") })
  .meta({ id: "Person" });
