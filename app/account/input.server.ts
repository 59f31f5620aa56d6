import { z } from "zod";
import {
  codeRequiredIf,
  integerUpTo,
  nameRequiredIf,
  normalizeCode,
  optionalLine,
  reachableEmail,
  requiredLine,
  requiredName,
  textList,
  typedEmail,
} from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { countryCodes } from "./country-codes.ts";
import { appCodeDigits, authTexts, recoveryCodeDigits } from "./texts.ts";

/** The range of graduation years (contract of the API, section "calls"). */
export const earliestBatch = 1950;
export const latestBatch = () => Number(today().slice(0, 4)) + 6;

/** Hashing normalizes the password, so its length is limited. */
const maxPasswordLength = 1000;
const passwordTooLong = `At most ${maxPasswordLength} characters`;

/** Not trimmed, because a password is exactly what was typed. */
export const typedPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(maxPasswordLength, passwordTooLong);

export const loginSchema = z
  .object({
    email: typedEmail("Email is required").meta({ example: "asha.verma@college.example" }),
    password: typedPassword.meta({ example: "tide copper lantern" }),
  })
  .meta({ id: "Login" });

/** An app's code or a recovery code, with spaces and hyphens ignored. */
export const loginCode = z
  .string({ error: authTexts.codeMissing })
  .max(60, { error: authTexts.codeInvalid, abort: true })
  .overwrite((text) => normalizeCode(text).replace(/[\s\p{Pd}]/gu, ""))
  .min(1, { error: authTexts.codeMissing, abort: true })
  .refine(
    (text) => /^\d+$/.test(text) && (text.length === appCodeDigits || text.length === recoveryCodeDigits),
    authTexts.codeInvalid,
  );

export const loginCodeSchema = z.object({ code: loginCode });

export const loginCallSchema = loginSchema
  .extend({
    code: loginCode
      .optional()
      .meta({ description: "For an account with a second factor: the code of its app, or a recovery code" }),
  })
  .meta({ id: "Login" });

export const newPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .refine((text) => text === "" || text.length >= 6, "At least 6 characters")
  .max(maxPasswordLength, passwordTooLong);

export const repetition = z.string().max(maxPasswordLength, passwordTooLong).default("");

export const forgotPasswordSchema = z.object({ email: typedEmail("Email is required") });

export const passwordsMatch = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
export const passwordMismatch = {
  path: ["confirmPassword"],
  error: authTexts.passwordsDiffer,
  // Without this, zod reports the mismatch only after every field is valid.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

export const linkToken = z.string({ error: authTexts.linkExpired }).max(100, authTexts.linkExpired);

export const resetPasswordFields = {
  token: linkToken,
  password: newPassword,
  confirmPassword: repetition,
};
export const resetPasswordSchema = z.object(resetPasswordFields).refine(passwordsMatch, passwordMismatch);

export const batchYear = integerUpTo("Batch year is required", () => ({
  invalid: `Batch year must be a year from ${earliestBatch} to ${latestBatch()}`,
  min: earliestBatch,
  max: latestBatch(),
})).meta({ example: 2027, description: "The year of graduation" });
/** @returns its id */
export const programme = optionalLine(60)
  .transform((name, context) => {
    if (name === null) return null;
    const found = settings.programmes.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found) return found.id;
    context.addIssue({ code: "custom", message: "Choose one of the programmes", input: name });
    return z.NEVER;
  })
  .meta({ example: "B.Tech", description: "One of the community's programmes" });
export const skills = textList().meta({ example: ["Python", "sketching"] });

const registration = {
  firstName: requiredName("First name is required", 60).meta({ example: "Asha" }),
  lastName: nameRequiredIf(() => settings.lastNameRequired, "Last name is required", 60).meta({
    example: "Verma",
  }),
  email: reachableEmail("Email is required").meta({ example: "asha.verma@college.example" }),
  // `withPhone` also checks the country code, but runs only after every field is valid.
  phone: codeRequiredIf(() => settings.phoneRequired, "Phone is required", 30)
    .refine((text) => text === "" || /^\+?\d{4,17}$/.test(stripPhone(text)), "Phone is invalid")
    .meta({
      example: "98765 43210",
      description: "With or without its country code",
    }),
  countryCode: z
    .preprocess(
      (value) => (value === "" || value === null ? undefined : value),
      z.enum(countryCodes, { error: "Choose a country code from the list" }).default("+91"),
    )
    .meta({ override: { type: "string", enum: [...countryCodes], default: "+91" } }),
  password: newPassword.meta({ example: "tide copper lantern" }),
  batchYear,
  programme,
  skills,
};

const guardianConsent = z
  .preprocess(
    (value) => (value === "on" ? true : (value ?? undefined)),
    z.boolean({ error: authTexts.consentMissing }).optional(),
  )
  .optional()
  .meta({
    override: { type: "boolean" },
    example: true,
    description: "True, where the community asks whether you are 18, or a parent or guardian agrees",
  });

export const registerSchema = z
  .object({ ...registration, guardianConsent })
  .transform(withPhone)
  .meta({ id: "Registration" });

const { batchYear: _, programme: __, ...withoutBatch } = registration;

/** A registration by a join link, which has the batch and the programme. */
export const joinFields = { ...withoutBatch, confirmPassword: repetition };
export const joinSchema = z
  .object({ ...joinFields, guardianConsent })
  .refine(passwordsMatch, passwordMismatch)
  .transform(withPhone);

export const registerFields = { ...registration, confirmPassword: repetition };
export const registerFormSchema = z
  .object({ ...registerFields, guardianConsent })
  .refine(passwordsMatch, passwordMismatch)
  .transform(withPhone);

export const providerAccountFields = {
  phone: registration.phone,
  countryCode: registration.countryCode,
  batchYear: registration.batchYear,
  programme: registration.programme,
  skills: registration.skills,
};
const { batchYear: ___, programme: ____, ...providerJoinFields } = providerAccountFields;
export const providerJoinSchema = z.object({ ...providerJoinFields, guardianConsent }).transform(withPhone);
export const providerAccountSchema = z
  .object({ ...providerAccountFields, guardianConsent })
  .transform(withPhone);

const stripPhone = (typed: string) => normalizeCode(typed).replace(/[\s().\p{Pd}]/gu, "");

/** A country code typed with the number takes precedence. Returns null for an invalid number or an unlisted code. */
export function normalizePhone(typed: string, countryCode: string): string | null {
  const plain = stripPhone(typed).replace(/^00/, "+");
  const code = plain.startsWith("+")
    ? countryCodes.find((candidate) => plain.startsWith(candidate))
    : countryCode;
  const typedNumber = plain.startsWith("+") ? plain.slice(code?.length) : plain;
  // India's numbers have ten digits. People prefix them with 0 or repeat the country code.
  const number = code === "+91" ? typedNumber.replace(/^(?:0|91)(?=\d{10}$)/, "") : typedNumber;
  return code && /^\d{4,14}$/.test(number) ? `${code} ${number}` : null;
}

function withPhone<T extends { phone: string; countryCode: string }>(form: T, context: z.RefinementCtx<T>) {
  const phone = form.phone === "" ? null : normalizePhone(form.phone, form.countryCode);
  if (phone === null && form.phone !== "") {
    context.addIssue({ code: "custom", path: ["phone"], message: "Phone is invalid", input: form.phone });
    return z.NEVER;
  }
  return { ...form, phone };
}

/** An administrator's deletion of a member. The audit trail keeps the reason. */
export const eraseMemberSchema = z.object({
  reason: requiredLine("Say why, for the audit trail", 200),
  posts: z.literal("delete").optional(),
});
