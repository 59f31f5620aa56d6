import { z } from "zod";
import { timeOfDaySchema } from "#app/notices/input.server.ts";
import {
  type NoticeGroup,
  type NoticeKindName,
  noticeGroupNames,
  noticeKindNames,
} from "#app/notices/kinds.ts";
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

/** Adds an error that says which of a page's passwords is missing. */
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

/** The page that confirms a new address. */
export const confirmNewEmailSchema = z.object({ token: linkToken });

/** Whether a member's jobs, events and resources are deleted with the account. */
const posts = oneOf(["keep", "delete"], "Choose what happens to what you posted");

/** The member confirms with their password, or with the token of a mailed link. */
export const deleteByPasswordFields = { posts, currentPassword: typedPassword };
export const deleteByPasswordSchema = z.object(deleteByPasswordFields);
export const deleteByLinkSchema = z.object({ posts, token: linkToken });

/** Turning the second factor on or off. */
export const secondFactorFields = { currentPassword: typedPassword, code: loginCode };
/** Accounts that log in only through a provider have no password. */
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

/** A member's notice settings: a choice for each kind, and the times. */
const noticeTimesFields = {
  digestHour: oneOf(
    Array.from({ length: 24 }, (_, hour) => String(hour)) as [string, ...string[]],
    "Choose an hour",
  ),
  quietFrom: timeOfDaySchema,
  quietTo: timeOfDaySchema,
};
const noticeChoice = z.enum(noticeChoices).optional();
/** A choice for all kinds of a group. Empty where they differ. */
const groupChoice = z.enum([...noticeChoices, ""]).optional();
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
  ...(Object.fromEntries(
    noticeGroupNames.flatMap((group) => [
      [`group-${group}`, groupChoice],
      [`was-${group}`, groupChoice],
    ]),
  ) as Record<`${"group" | "was"}-${NoticeGroup}`, typeof groupChoice>),
});
