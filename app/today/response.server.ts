import { z } from "zod";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { authorSchema } from "#app/questions/response.server.ts";
import { todayKinds } from "./rules.ts";

const actSchema = z.object({
  label: answerText("Accept"),
  method: z.enum(["GET", "POST"]).meta({ example: "POST", description: "`GET` leads to a page" }),
  url: answerText("/api/users/me/today/request-12"),
});

const cardSchema = z
  .object({
    id: answerText("request-12"),
    kind: z.enum(todayKinds).meta({ example: "request" }),
    text: answerText("Rohan Pillai wants to connect: Year 4 Mechanical"),
    url: answerText("/people/12"),
    act: actSchema.nullable(),
    person: authorSchema.nullable(),
  })
  .meta({ id: "TodayCard" });

export const todayResponseSchema = z
  .object({
    line: answerText("Thursday 26 November, three days to Night sky walk"),
    cards: z.array(cardSchema).meta({ description: "Seven at most, the one that has waited longest first" }),
  })
  .meta({ id: "Today" });
