import { z } from "zod";
import { email, requiredInteger, requiredText, textList } from "./fields.ts";

/** Specification, section 9. The first is the default. */
export const countryCodes = ["+91", "+1", "+44", "+61", "+971"] as const;
const codesLongestFirst = [...countryCodes].sort((a, b) => b.length - a.length);

/** The years of graduation that make sense: contract of the API, section "calls". */
export const earliestBatch = 1950;
export const latestBatch = () => new Date().getFullYear() + 6;

export const authTexts = {
  badLogin: "Invalid email or password. Please try again.",
  badRegistration: "Registration failed. Please try again.",
  emailTaken: "An account with this email already exists.",
  tooManyAttempts: "Too many attempts. Please wait a little and try again.",
  passwordsDiffer: "Passwords do not match",
  awaitsApproval: "Your account is waiting for an administrator to admit it.",
  awaitsConfirmation: "Please confirm your address first: open the link in the mail we sent you.",
  suspended: "This account is suspended.",
  linkDead: "This link has been used or is too old.",
} as const;

export const loginSchema = z
  .object({
    email: email("Email is required"),
    // Not trimmed: a password is what was typed.
    password: z
      .string({ error: "Password is required" })
      .min(1, "Password is required")
      .max(1000, "At most 1000 characters"),
  })
  .meta({ id: "Login" });

export const newPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .refine((text) => text === "" || text.length >= 6, "At least 6 characters")
  .max(1000, "At most 1000 characters");

export const forgotPasswordSchema = z.object({ email: email("Email is required") });

const passwordsMatch = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
const passwordMismatch = {
  path: ["confirmPassword"],
  error: authTexts.passwordsDiffer,
  // Said together with what is wrong elsewhere, not after it.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** A new password is typed twice; the link in the mail says whose it is. */
export const resetPasswordFields = {
  token: z.string({ error: authTexts.linkDead }).max(100, authTexts.linkDead),
  password: newPassword,
  confirmPassword: z.string().default(""),
};
export const resetPasswordSchema = z.object(resetPasswordFields).refine(passwordsMatch, passwordMismatch);

const registration = {
  firstName: requiredText("First name is required", 60),
  lastName: requiredText("Last name is required", 60),
  email: email("Email is required"),
  phone: requiredText("Phone is required", 30),
  countryCode: z
    .preprocess(
      (value) => (value === "" || value === null ? undefined : value),
      z.enum(countryCodes, { error: "Country code is not one of the list" }).default("+91"),
    )
    .meta({ override: { type: "string", enum: [...countryCodes], default: "+91" } }),
  password: newPassword,
  batchYear: z.lazy(() =>
    requiredInteger(
      "Batch year is required",
      `Batch year must be a year from ${earliestBatch} to ${latestBatch()}`,
      earliestBatch,
      latestBatch(),
    ),
  ),
  skills: textList(),
};

/** What a person who registers sends, at `/register` and to `POST /api/users/register`. */
export const registerSchema = z.object(registration).transform(withPhone).meta({ id: "Registration" });

/** The page's form asks for the password twice; the second one goes no further. */
export const registerFields = { ...registration, confirmPassword: z.string().default("") };
export const registerFormSchema = z
  .object(registerFields)
  .refine(passwordsMatch, passwordMismatch)
  .transform(withPhone);

/** What a first sign-in with Google leaves open. */
export const googleAccountFields = {
  phone: registration.phone,
  countryCode: registration.countryCode,
  batchYear: registration.batchYear,
  skills: registration.skills,
};
export const googleAccountSchema = z.object(googleAccountFields).transform(withPhone);

/**
 * A phone number as it is kept: its code, a space, the number. The code may be typed with the number, which then
 * goes before the chosen one.
 * @returns null when it is no phone number, or its code is none of ours
 */
export function normalizePhone(typed: string, countryCode: string): string | null {
  const plain = typed.replace(/[\s().-]/g, "");
  const code = plain.startsWith("+")
    ? codesLongestFirst.find((known) => plain.startsWith(known))
    : countryCode;
  const number = plain.startsWith("+") ? plain.slice(code?.length) : plain;
  return code && /^\d{4,14}$/.test(number) ? `${code} ${number}` : null;
}

function withPhone<T extends { phone: string; countryCode: string }>(form: T, context: z.RefinementCtx<T>) {
  const phone = normalizePhone(form.phone, form.countryCode);
  if (phone === null) {
    context.addIssue({ code: "custom", path: ["phone"], message: "Phone is invalid", input: form.phone });
    return z.NEVER;
  }
  return { ...form, phone };
}

/** A member as the API returns one to another. Hidden and absent details are null. */
export const userResponseSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    avatarUrl: z.string().nullable(),
    batchYear: z.number().int().nullable(),
    year: z.number().int().nullable().meta({ description: "Year of study, 1 to 4" }),
    branch: z.string().nullable(),
    skills: z.array(z.string()),
    role: z.enum(["student", "alumni", "admin"]),
    company: z.string().nullable(),
    position: z.string().nullable(),
    phone: z.string().nullable(),
    roll: z.string().nullable(),
    cgpa: z.number().nullable(),
    birthday: z.string().nullable(),
    gender: z.string().nullable(),
    location: z.string().nullable(),
    connection: z.enum(["none", "pending", "connected"]),
    connectionBy: z.enum(["me", "them"]).nullable(),
  })
  .meta({ id: "User" });
