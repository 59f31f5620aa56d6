import { z } from "zod";
import { audiences, type PrivateField, privateFields } from "#db/vocabulary.ts";
import {
  optionalDay,
  optionalLine,
  optionalName,
  optionalNumber,
  requiredLine,
  requiredName,
} from "./fields.ts";
import { batchYear, normalizePhone, skills } from "./user.ts";

const invalidBirthday = "Birthday must be a date in the past, such as 2004-12-31";

/** Strictly before today in UTC: then it is in the future in no time zone. */
const isPast = (day: string) => day >= "1900-01-01" && day < new Date().toISOString().slice(0, 10);

const details = {
  name: requiredName("Name is required", 121).meta({ example: "Asha Verma" }),
  phone: requiredLine("Phone is required", 30)
    .transform((text, context) => {
      const phone = normalizePhone(text, "+91");
      if (phone !== null) return phone;
      context.addIssue({ code: "custom", message: "Phone is invalid", input: text });
      return z.NEVER;
    })
    .meta({ example: "+91 98765 43210" }),
  birthday: optionalDay(invalidBirthday)
    .refine((day) => day === null || isPast(day), invalidBirthday)
    .meta({ example: "2005-03-09" }),
  gender: optionalLine(40).meta({ example: "female" }),
  roll: optionalLine(40).meta({ example: "EC-23-017" }),
  branch: optionalLine(100).meta({ example: "Electronics" }),
  location: optionalLine(100).meta({ example: "Kochi" }),
  cgpa: optionalNumber("CGPA must be a number from 0 to 10", 0, 10)
    .transform((cgpa) => (cgpa === null ? null : Math.round(cgpa * 100) / 100))
    .meta({ example: 8.4 }),
  company: optionalName(120).meta({ example: "Northlight Robotics" }),
  position: optionalName(120).meta({ example: "Firmware intern" }),
  skills,
  batchYear,
};

export const profileDetails = Object.keys(details) as (keyof typeof details)[];

const audience = z.enum(audiences, { error: "Must be nobody, connections or members" });
const byPrivateField = <Value>(of: (name: PrivateField) => [string, Value]) =>
  Object.fromEntries(privateFields.map(of));

/** The body of `PUT /api/users/{id}`. Fields that cannot be changed here are ignored, so that a user may be sent back. */
export const profileChangeSchema = z
  .object({
    ...details,
    visibility: z
      .object(byPrivateField((name) => [name, audience]) as Record<PrivateField, typeof audience>, {
        error: "Must be an object of fields and who sees them",
      })
      .partial()
      .meta({ example: { phone: "connections" }, description: "Who sees which detail" }),
    allowAnonymous: z.boolean({ error: "Must be true or false" }).meta({
      example: true,
      description: "Whether members may write to you without showing who they are",
    }),
  })
  .partial()
  .meta({
    id: "ProfileChange",
    example: { branch: "Electronics", location: "Kochi", visibility: { phone: "connections" } },
  });

type AudienceColumn = `${PrivateField}To`;

/** The fields of the profile's form. A checkbox that is not checked is not sent. */
export const profileFormFields = {
  ...details,
  ...(byPrivateField((name) => [`${name}To`, audience]) as Record<AudienceColumn, typeof audience>),
  allowAnonymous: z
    .string()
    .optional()
    .transform((text) => text === "on"),
};
export const profileFormSchema = z.object(profileFormFields);
export type ProfileField = keyof typeof profileFormFields;

export type ProfileChange = Partial<z.output<typeof profileFormSchema>>;

/** @param sent the names that the body had: the other fields keep their values, though parsing gave them some */
export function toProfileChange(
  { visibility = {}, ...fields }: z.output<typeof profileChangeSchema>,
  sent: ReadonlySet<string>,
): ProfileChange {
  const audiencesByColumn = Object.entries(visibility).map(([name, to]) => [`${name}To`, to]);
  return Object.fromEntries([
    ...Object.entries(fields).filter(([name]) => sent.has(name)),
    ...audiencesByColumn,
  ]);
}
