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

/** The settings in force. `version` is that of the newest change. */
export const settings: Readonly<Settings & { version: number }> = { ...defaults, version: 0 };

export const defaultOf = (name: SettingName): SettingValue => defaults[name];

interface SettingRow {
  name: string;
  content: string | boolean | string[];
  version: number;
}

/** Ignores rows that are older than what is in force. */
export function applySettings(rows: readonly SettingRow[]): void {
  const version = Math.max(0, ...rows.map((row) => row.version));
  if (version < settings.version) return;
  const stored = rows.filter(
    ({ name }) => Object.hasOwn(defaults, name) && !fixedSettings.includes(name as SettingName),
  );
  Object.assign(settings, defaults, Object.fromEntries(stored.map(({ name, content }) => [name, content])), {
    version,
  });
}
