import type { Page } from "@playwright/test";
import sharp from "sharp";
import { dayIn } from "./time.ts";
import type { Visitor } from "./visitor.ts";

const [year, month] = dayIn(0).split("-").map(Number) as [number, number];
/** The batch that graduates next. */
const batchYear = month > 6 ? year + 1 : year;

/** A profile with every field of `PUT /api/users/{id}`. */
export const profile = {
  name: "Asha Rani Verma",
  phone: "+44 2079460000",
  birthday: "2004-02-29",
  gender: "Female",
  roll: "Q27-118",
  branch: "Electronics",
  location: "Kochi",
  cgpa: 8.41,
  company: "Northlight Robotics",
  position: "Firmware intern",
  skills: ["C", "Oscilloscope"],
  batchYear,
};

/** The same as fields of the profile's form. */
export const profileForm: Record<string, string> = {
  ...profile,
  cgpa: "8.41",
  batchYear: String(batchYear),
  skills: " C ,, Oscilloscope,",
  phoneTo: "members",
  rollTo: "nobody",
  cgpaTo: "connections",
  birthdayTo: "connections",
  genderTo: "nobody",
  locationTo: "members",
  allowAnonymous: "on",
};

/** Unfolds all groups of the profile's form. */
export async function openGroups(page: Page): Promise<void> {
  for (const name of ["You", "Study", "Work", "Asking", "Mentoring"]) {
    const group = page.locator(`#${name.toLowerCase()}`);
    if ((await group.getAttribute("open")) === null) await group.getByText(name, { exact: true }).click();
  }
}

/** @returns a JPEG of one colour */
export const picture = (width = 300, height = 200, background = "#A0522B"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const avatarForm = (bytes: Buffer, { field = "avatar", name = "me.jpg" }: Names): FormData => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
};

interface Names {
  field?: string;
  name?: string;
}

/** Uploads a picture through the API. */
export const sendAvatar = (visitor: Visitor, bytes: Buffer, names: Names = {}) =>
  visitor.call("PUT", "/api/users/avatar", avatarForm(bytes, names));

/** Uploads a picture on the page. */
export const postAvatar = (visitor: Visitor, bytes: Buffer, names: Names = {}) =>
  visitor.call("POST", "/profile", avatarForm(bytes, names));
