import { z } from "zod";
import { answerCount, answerDay, answerText } from "#app/platform/schemas/answers.server.ts";
import { askWays } from "#db/vocabulary.ts";

const connectionState = {
  connection: z.enum(["none", "pending", "connected"]).meta({ example: "pending" }),
  connectionBy: z.enum(["me", "them"]).nullable().meta({ example: "me", description: "Who asked" }),
};
export const connectionStateSchema = z.object(connectionState).meta({ id: "Connection" });

export const userResponseSchema = z
  .object({
    id: answerText("7"),
    name: answerText("Asha Verma"),
    email: answerText("asha.verma@college.example"),
    avatarUrl: answerText("/files/avatars/4f1c2d7e-3a55-4a0e-9b1d-2f6a6f0c9e11.webp")
      .nullable()
      .meta({ description: "Relative" }),
    batchYear: answerCount(2027).nullable().meta({ description: "The year of graduation" }),
    year: answerCount(3).nullable().meta({ description: "Year of study, from 1" }),
    programme: answerText("B.Tech")
      .nullable()
      .meta({ description: "What they study; null counts as the first of the community's programmes" }),
    branch: answerText("Electronics").nullable(),
    skills: z.array(answerText("Python")),
    role: z.enum(["student", "alumni", "admin"]),
    company: answerText("Northlight Robotics").nullable(),
    position: answerText("Firmware intern").nullable(),
    phone: answerText("+91 9876543210").nullable(),
    roll: answerText("EC-23-017").nullable(),
    cgpa: z.number().nullable().meta({ example: 8.4 }),
    birthday: answerDay("2005-03-09").nullable(),
    gender: answerText("female").nullable(),
    location: answerText("Kochi").nullable(),
    connection: connectionState.connection.meta({ example: "none" }),
    connectionBy: connectionState.connectionBy.meta({ example: null }),
  })
  .meta({ id: "User" });

/** A single member. In a list, a member has only the fields of `User`. */
export const profileResponseSchema = userResponseSchema
  .extend({
    about: answerText("I build motor controllers.").meta({ description: "One sentence of their own" }),
    topics: z
      .array(answerText("firmware"))
      .meta({ description: "What they like to be asked about: at most five tags" }),
    askBy: z.array(z.enum(askWays)).meta({ example: ["message"], description: "How they like to be asked" }),
    notNowUntil: answerDay("2030-01-31")
      .nullable()
      .meta({ description: "The day from which they like to be asked again; null when they like it now" }),
    links: z.array(answerText("https://asha.example/motors")),
    positions: z
      .array(
        z.object({
          title: answerText("Firmware intern"),
          company: answerText("Northlight Robotics"),
          from: answerText("2025-05"),
          to: answerText("2025-07").nullable(),
        }),
      )
      .meta({ description: "The path from college to today; `to` is null for a current position" }),
    mentoring: z
      .object({
        places: answerCount(2).meta({ description: "How many they mentor at a time" }),
        note: answerText("An hour every other week, by call."),
        free: answerCount(1).meta({ description: "How many of the places are free" }),
      })
      .nullable()
      .meta({ description: "Null when they are not open to it" }),
    showsMentored: z
      .boolean()
      .meta({ example: false, description: "Whether their page says how many they have mentored" }),
  })
  .meta({ id: "Profile" });
