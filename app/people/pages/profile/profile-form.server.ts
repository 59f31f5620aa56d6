import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getFieldErrors, getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { programmeOf } from "#app/platform/settings.server.ts";
import { upcoming } from "#app/platform/time/time.server.ts";
import { toFieldText } from "#app/ui/forms/field-text.ts";
import type { FormRules } from "#app/ui/forms/form.tsx";
import type { users } from "#db/index.ts";
import { askWays, privateFields } from "#db/vocabulary.ts";
import { type ProfileChange, toProfileChange } from "../../profile-change.ts";
import {
  linkField,
  maxLinks,
  maxPositions,
  type PositionField,
  positionFields,
  profileChangeSchema,
  profileFormFields,
  tooManyPositions,
} from "../../profile-input.server.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const linkNames = numbers(maxLinks).map((number) => `link${number}`);
const partNames = Object.keys(positionFields) as PositionField[];
const positionNumbers = numbers(maxPositions);
const nameOf = (number: number, part: PositionField) => `position${number}${part}`;

const plain = getFieldRules(profileFormFields);
const { link } = getFieldRules({ link: linkField });
const parts = getFieldRules(positionFields);

/** Browsers don't send unchecked boxes. */
const boxes = ["allowAnonymous", "mentors", "showsMentored", ...askWays.map((way) => `ask-${way}`)];

/** Rules by input name. Blank links and positions are dropped. */
export const profileRules: FormRules = {
  avatar: {},
  ...Object.fromEntries(boxes.map((name) => [name, {}])),
  ...plain,
  // Required only from members who are open to mentoring.
  mentoringPlaces: { ...plain.mentoringPlaces, missing: undefined, isRequired: false },
  ...Object.fromEntries(linkNames.map((name) => [name, link])),
  ...Object.fromEntries(
    positionNumbers.flatMap((number) => partNames.map((part) => [nameOf(number, part), parts[part]])),
  ),
};

export const profileNames = ["version", "positionRows", ...Object.keys(profileRules)];

type OwnRow = typeof users.$inferSelect & { topics: string | null };

/** A profile as form values, by input name. */
export function toFormValues(row: OwnRow): Record<string, string> {
  const stored = {
    ...row,
    topics: row.topics?.split(" "),
    notNowUntil: upcoming(row.notNowUntil),
    programme: row.programmeId && programmeOf(row.programmeId).name,
  };
  const texts = [...["version", "allowAnonymous", "showsMentored"], ...Object.keys(plain)].map((name) => [
    name,
    toFieldText(stored[name as keyof OwnRow]),
  ]);
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(linkNames.map((name, index) => [name, row.links[index] ?? ""])),
    ...toRows(row.positions.map(({ title, company, from, to }) => [title, company, from, to ?? ""])),
    ...Object.fromEntries(askWays.map((way) => [`ask-${way}`, row.askBy.includes(way) ? "on" : ""])),
    mentors: row.mentoringPlaces === null ? "" : "on",
  };
}

const toRows = (rows: string[][]): Record<string, string> => ({
  ...Object.fromEntries(
    rows.flatMap((row, index) => partNames.map((part, at) => [nameOf(index + 1, part), row[at] ?? ""])),
  ),
  positionRows: String(rows.length),
});

/** A community with one programme has no field for it. */
const sentNames = (form: PostedForm) =>
  Object.keys(plain).filter((name) => name !== "programme" || form.data.has(name));

/** Checks the form with the rules of the API call. @throws HttpError 422 with the errors by input name */
export function readProfile(form: PostedForm): ProfileChange {
  const isOn = (name: string) => form.text(name) === "on";
  const links = linkNames.filter((name) => form.text(name).trim() !== "");
  const positions = positionNumbers.filter((number) =>
    partNames.some((part) => form.text(nameOf(number, part)).trim() !== ""),
  );
  const parsed = profileChangeSchema.safeParse({
    ...Object.fromEntries(sentNames(form).map((name) => [name, form.text(name)])),
    links: links.map((name) => form.text(name)),
    positions: positions.map((number) =>
      Object.fromEntries(partNames.map((part) => [part.toLowerCase(), form.text(nameOf(number, part))])),
    ),
    askBy: askWays.filter((way) => isOn(`ask-${way}`)),
    mentoring: isOn("mentors")
      ? { places: form.text("mentoringPlaces"), note: form.text("mentoringNote") }
      : null,
    showsMentored: isOn("showsMentored"),
    allowAnonymous: isOn("allowAnonymous"),
    visibility: Object.fromEntries(privateFields.map((name) => [name, form.text(`${name}To`)])),
  });
  if (parsed.success) return toProfileChange(parsed.data, new Set(Object.keys(parsed.data)));
  const inputs: Record<string, (rest: string[]) => string | undefined> = {
    links: ([index]) => links[Number(index)],
    positions: ([index, part = ""]) => nameOf(positions[Number(index)] ?? 1, capitalize(part)),
    visibility: ([name]) => `${name}To`,
    mentoring: ([name = ""]) => `mentoring${capitalize(name)}`,
  };
  throw HttpError.forFields(
    Object.fromEntries(
      Object.entries(getFieldErrors(parsed.error)).map(([path, texts]) => {
        const [field = "", ...rest] = path.split(".");
        return [inputs[field]?.(rest) ?? field, texts];
      }),
    ),
  );
}

const capitalize = (text: string) => (text.slice(0, 1).toUpperCase() + text.slice(1)) as PositionField;

const blankRow = partNames.map(() => "");

/** How each button of the positions changes the form. Nothing is checked or stored. */
export const positionButtons = {
  "add-position": (form: PostedForm) => changeRows(form, (rows) => rows.push(blankRow)),
  ...Object.fromEntries(
    positionNumbers.flatMap((number) => [
      [
        `remove-position-${number}`,
        (form: PostedForm) => changeRows(form, (rows) => rows.splice(number - 1, 1)),
      ],
      [
        `raise-position-${number}`,
        (form: PostedForm) =>
          changeRows(form, (rows) => rows.splice(Math.max(0, number - 2), 0, ...rows.splice(number - 1, 1))),
      ],
    ]),
  ),
};

/** @throws HttpError 422 for an eleventh position */
function changeRows(form: PostedForm, change: (rows: string[][]) => unknown): Record<string, string> {
  const rows = positionNumbers
    .slice(0, Math.trunc(Number(form.text("positionRows"))) || 0)
    .map((number) => partNames.map((part) => form.text(nameOf(number, part))));
  change(rows);
  if (rows.length > maxPositions)
    throw HttpError.forFields({ [nameOf(maxPositions, "Title")]: [tooManyPositions] });
  const typed = profileNames
    .filter((name) => !/^position\d/.test(name))
    .map((name) => [name, form.text(name)]);
  return { ...Object.fromEntries(typed), ...toRows(rows) };
}
