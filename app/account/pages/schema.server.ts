import { z } from "zod";
import { timeOfDaySchema } from "#app/notices/input.server.ts";
import { type NoticeKindName, noticeKindNames } from "#app/notices/kinds.ts";
import { oneOf, reachableEmail, requiredLine } from "#app/platform/schemas/fields.server.ts";
import { noticeChoices, type Scope, scopeSubjects } from "#db/vocabulary.ts";
import {
  linkToken,
  loginCode,
  newPassword,
  passwordMismatch,
  passwordsMatch,
  repetition,
  typedPassword,
} from "../input.server.ts";

/** Says which of a page's passwords is missing. */
const named = (text: string, password: typeof typedPassword) =>
  z.string({ error: text }).min(1, text).pipe(password);

export const changePasswordFields = {
  currentPassword: named("Current password is required", typedPassword),
  password: named("New password is required", newPassword),
  confirmPassword: repetition,
};
export const changePasswordSchema = z.object(changePasswordFields).refine(passwordsMatch, passwordMismatch);

export const changeEmailFields = {
  email: reachableEmail("Email is required"),
  currentPassword: typedPassword,
};
export const changeEmailSchema = z.object(changeEmailFields);

/** The page that a link to a new address leads to. */
export const confirmNewEmailSchema = z.object({ token: linkToken });

/** The fate of a member's jobs, events and resources when the account is deleted. */
const posts = oneOf(["keep", "delete"], "Choose what happens to what you posted");

/** The member proves who they are by their password, or by a mailed link whose token the form has. */
export const deleteByPasswordFields = { posts, currentPassword: typedPassword };
export const deleteByPasswordSchema = z.object(deleteByPasswordFields);
export const deleteByLinkSchema = z.object({ posts, token: linkToken });

/** Turning the second factor on or off. */
export const secondFactorFields = { currentPassword: typedPassword, code: loginCode };
/** An account that only logs in through Google has no password to type. */
export const secondFactorSchema = (hasPassword: boolean) =>
  z.object({ ...secondFactorFields, currentPassword: hasPassword ? typedPassword : z.undefined() });

/** A token for a program. */
export const newTokenFields = {
  name: requiredLine("Name is required", 60),
  access: oneOf(["read", "write", "some"], "Choose what the token may do"),
};
const scopeChoice = z.enum(["none", "read", "write"], { error: "Choose from the list" }).optional();
export const newTokenSchema = z
  .object({
    ...newTokenFields,
    ...(Object.fromEntries(scopeSubjects.map((subject) => [subject, scopeChoice])) as Record<
      (typeof scopeSubjects)[number],
      typeof scopeChoice
    >),
  })
  .transform(({ name, access, ...choices }) => ({
    name,
    access,
    scopes:
      access === "some"
        ? scopeSubjects.flatMap((subject): Scope[] => {
            const choice = choices[subject];
            return choice === "read" || choice === "write" ? [`${subject}:${choice}`] : [];
          })
        : null,
  }))
  .refine(({ scopes }) => scopes?.length !== 0, {
    path: ["access"],
    error: "Choose something that the token may do",
  });

/** How a member wants to be told: a choice for each kind, and the times. */
export const noticeTimesFields = {
  digestHour: oneOf(
    Array.from({ length: 24 }, (_, hour) => String(hour)) as [string, ...string[]],
    "Choose an hour",
  ),
  quietFrom: timeOfDaySchema,
  quietTo: timeOfDaySchema,
};
const noticeChoice = z.enum(noticeChoices).optional();
export const noticeFormSchema = z.object({
  ...noticeTimesFields,
  allowAsking: z
    .string()
    .optional()
    .transform((text) => text === "on"),
  ...(Object.fromEntries(noticeKindNames.map((kind) => [kind, noticeChoice])) as Record<
    NoticeKindName,
    typeof noticeChoice
  >),
});
