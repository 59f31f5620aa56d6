import { z } from "zod";
import { answerDay, answerText, answerTime, personSchema } from "#app/platform/schemas/answers.server.ts";
import { applicationMethods, currencies, salaryTypes } from "#db/vocabulary.ts";
import { opportunityLabels, workplaceLabels } from "./labels.ts";

export const countSchema = z.union([z.number().int(), z.literal("<5")]).meta({ example: 34 });

export const salarySchema = z
  .object({
    currency: z.enum(currencies),
    type: z.enum(salaryTypes).meta({ example: "per month" }),
    minAmount: z.number().nullable().meta({ example: 25_000 }),
    maxAmount: z.number().nullable().meta({ example: 40_000 }),
  })
  .nullable();

export const jobResponseSchema = z
  .object({
    id: answerText("41"),
    title: answerText("Firmware intern, motor control"),
    companyName: answerText("Northlight Robotics"),
    companyLogo: answerText("/files/images/6f0c1f7e-3a52-4c1b-9a51-1d3c6a0f2b7e.webp").nullable(),
    companyWebsite: answerText("https://northlight.example").nullable(),
    companyDescription: answerText("Small robots for narrow rooms.").nullable(),
    locations: z.array(z.string()).meta({ example: ["Pune", "Kochi"] }),
    industry: answerText("Manufacturing").nullable(),
    workplaceType: z.enum(Object.values(workplaceLabels)),
    opportunityType: z.enum(Object.values(opportunityLabels)).meta({ example: "Internship" }),
    salary: salarySchema,
    description: answerText("Write and test the control loops of small robots."),
    requiredSkills: z.array(z.string()).meta({ example: ["C", "oscilloscope"] }),
    minExperience: z.number().nullable().meta({ example: 0, description: "In years" }),
    maxExperience: z.number().nullable().meta({ example: 2, description: "In years" }),
    education: answerText("Any branch, third year or later").nullable(),
    deadline: answerDay("2030-12-31").nullable(),
    applicationMethod: z.enum(applicationMethods),
    applicationLink: answerText("https://northlight.example/apply").nullable(),
    applicationEmail: z.string().nullable().meta({ example: null }),
    postedAt: answerTime("2026-01-15T10:30:00.000Z"),
    isOpen: z.boolean().meta({
      example: true,
      description: "False once its poster closed it, and after the day of its deadline",
    }),
    postedBy: personSchema,
    counts: z.object({ opened: countSchema, applied: countSchema }).optional().meta({
      description:
        'For its poster, where one job is read: how many members opened the link and say that they applied; 1 to 4 are `"<5"`',
    }),
    referrers: z.array(personSchema).optional().meta({
      description: "For members, in the response for a single job: members who offer to refer somebody",
    }),
    contactName: answerText("Ila Rao")
      .nullable()
      .optional()
      .meta({ description: "The contact person is for logged-in users only" }),
    contactEmail: answerText("ila.rao@northlight.example").nullable().optional(),
    contactPhone: answerText("+91 98200 00000").nullable().optional(),
  })
  .meta({ id: "Job" });
