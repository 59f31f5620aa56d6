import { z } from "zod";
import { type Area, anonymousMessages, areaNames } from "#app/platform/areas.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { optionalCode, optionalName, optionalText } from "#app/platform/schemas/fields.server.ts";
import { isCostlyMarkdown, tooManyMarks } from "#app/platform/schemas/markdown-rules.ts";
import { defaultOf, fixedSettings, type Settings } from "#app/platform/settings.server.ts";
import { lightContrast, minContrast } from "#app/ui/styles/accent.ts";
import { switches } from "./site-settings-texts.ts";

const accent = optionalCode(20).superRefine((text, context) => {
  if (text === null) return;
  const fail = (message: string) => context.addIssue({ code: "custom", message });
  if (!/^#[0-9a-f]{6}$/i.test(text)) return fail("Must be a colour such as #15527A");
  const ratio = lightContrast(text);
  if (ratio >= minContrast) return;
  // Rounded down, so that 4.49 is not shown as 4.5.
  const shown = Math.floor(10 * ratio) / 10;
  fail(
    `This colour has a contrast of ${shown}:1 on the light pages. Text needs ${minContrast}:1, so choose a darker one.`,
  );
});

export const settingFields = {
  siteName: optionalName(40),
  collegeName: optionalName(120),
  accent,
  welcome: optionalText(2000),
  rules: optionalText(8000).refine((text) => text === null || !isCostlyMarkdown(text), tooManyMarks),
  contacts: optionalText(1000),
  privacyText: optionalText(2000),
  anonymousMessages: z.enum(anonymousMessages),
};
const textNames = Object.keys(settingFields) as (keyof typeof settingFields)[];

/** What a form of the page may send. */
export const sentFields = [...textNames, ...switches, "areas", "version"];

/**
 * Reads the settings that a form has, except those set in the environment. The check boxes are in the form of
 * `privacyText`, and browsers do not send unchecked ones. `areas` lists those that are on. @throws HttpError 422
 */
export function readSettings(form: PostedForm): Partial<Settings> {
  const sent = textNames.filter((name) => form.data.has(name) && !fixedSettings.includes(name));
  const shape = Object.fromEntries(sent.map((name) => [name, settingFields[name]]));
  const texts = Object.entries(form.parse(z.object(shape))).map(([name, text]) => [
    name,
    name === "accent" ? (text ?? "").toLowerCase() : (text ?? defaultOf(name as keyof Settings)),
  ]);
  const boxes = switches.filter((name) => form.data.has(name) || form.data.has("privacyText"));
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(boxes.map((name) => [name, /^(on|yes|true|1)$/i.test(form.text(name))])),
    ...(form.data.has("areas") && { offAreas: readOffAreas(form) }),
  };
}

/** The form has an empty `areas` as well, so that it can switch all of them off. @throws HttpError 422 */
function readOffAreas(form: PostedForm): Area[] {
  const sent = form.data.getAll("areas").filter((name) => name !== "");
  if (sent.some((name) => !areaNames.some((area) => area === name)))
    throw HttpError.forFields({ areas: ["There is no such area. Load the page again."] });
  return areaNames.filter((area) => !sent.includes(area));
}
