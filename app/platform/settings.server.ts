import type { Area, anonymousMessages } from "./areas.ts";
import { env } from "./env.server.ts";

/** What administrators change on `/admin/settings`, and its default. Texts may be empty. */
const defaults = {
  siteName: env.SITE_NAME,
  collegeName: env.COLLEGE_NAME ?? "",
  /** `#rrggbb` in lower case. */
  accent: "",
  /** The name of the stored PNG: `logoPattern`. */
  logo: "",
  welcome: "",
  /** Markdown. */
  rules: "",
  contacts: "",
  privacyText: "",
  lastNameRequired: true,
  phoneRequired: true,
  guardianConsent: false,
  /** Whether the overview no longer shows a new community's steps. */
  stepsHidden: false,
  /** Areas are on unless they are listed here, in the order of the table. */
  offAreas: [] as readonly Area[],
  anonymousMessages: "on" as (typeof anonymousMessages)[number],
};
export type Settings = typeof defaults;
export type SettingName = keyof Settings;
export type SettingValue = Settings[SettingName];

/** A stored logo's name, which contains its size in pixels. */
export const logoPattern = /^[0-9a-f-]{36}-(\d{1,3})x(\d{1,3})$/;

/** @returns a stored logo's address and size in pixels */
export function describeLogo(name: string): { url: string; width: number; height: number } {
  const [, width, height] = logoPattern.exec(name) ?? [];
  return { url: `/files/logo/${name}.png`, width: Number(width), height: Number(height) };
}

/** The settings with a variable in the environment, which takes precedence. */
export const fixedSettings: readonly SettingName[] = [
  ...(process.env.SITE_NAME ? (["siteName"] as const) : []),
  ...(process.env.COLLEGE_NAME ? (["collegeName"] as const) : []),
];

export interface Programme {
  id: number;
  name: string;
  years: number;
  isHidden: boolean;
}

/** Notes have at least this many years, even if all programmes are shorter. */
const minResourceYears = 4;
const usual: Programme = { id: 0, name: "B.Tech", years: 4, isHidden: false };

interface InForce extends Settings {
  /** The version of the newest change. */
  version: number;
  /** In the administrators' order, at least one. */
  programmes: readonly Programme[];
  /** The highest year of study for which notes can be uploaded. */
  resourceYears: number;
  /** The last year of study that has notes, if it is later. */
  maxResourceYear: number;
}

/** The settings in force. */
export const settings: Readonly<InForce> = {
  ...defaults,
  version: 0,
  programmes: [usual],
  resourceYears: minResourceYears,
  maxResourceYear: minResourceYears,
};

/** A member's programme. Those without one count as in the first. */
export const programmeOf = (id: number | null): Programme =>
  settings.programmes.find((programme) => programme.id === id) ?? settings.programmes[0] ?? usual;

export const defaultOf = (name: SettingName): SettingValue => defaults[name];

interface SettingRow {
  name: string;
  content: string | boolean | string[];
  version: number;
}

/** The name of the row of `site_settings` whose version counts the changes of the programmes. */
export const programmesChanged = "programmesChanged";

/** What this process read from the database. */
interface Stored {
  rows: readonly SettingRow[];
  programmes: readonly Programme[];
  /** The last year of study that has notes, or 0. */
  maxYear: number;
}

/** Ignores what is older than what is in force. */
export function applySettings({ rows, programmes, maxYear }: Stored): void {
  const version = Math.max(0, ...rows.map((row) => row.version));
  if (version < settings.version) return;
  const stored = rows.filter(
    ({ name }) => Object.hasOwn(defaults, name) && !fixedSettings.includes(name as SettingName),
  );
  const resourceYears = Math.max(minResourceYears, ...programmes.map(({ years }) => years));
  Object.assign(settings, defaults, Object.fromEntries(stored.map(({ name, content }) => [name, content])), {
    version,
    programmes: programmes.length > 0 ? programmes : [usual],
    resourceYears,
    maxResourceYear: Math.max(resourceYears, maxYear),
  } satisfies Partial<InForce>);
}
