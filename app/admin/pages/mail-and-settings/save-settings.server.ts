import { and, eq, sql } from "drizzle-orm";
import { areaNames, areas } from "#app/platform/areas.ts";
import { deleteReleasedFiles } from "#app/platform/files/sweep.server.ts";
import type { PostedForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import {
  defaultOf,
  type SettingName,
  type Settings,
  type SettingValue,
} from "#app/platform/settings.server.ts";
import { announceSettings } from "#app/platform/store/load-settings.server.ts";
import { auditEntries, db, siteSettings } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { settingLabels } from "./site-settings-texts.ts";

const maxAuditedLength = 60;

/**
 * Changes settings, and adds an entry to the audit trail for each that differs.
 * @param version the version that the administrator has read. Undefined overwrites what is there
 * @throws HttpError 409 if one of them has changed since, 403 for non-administrators
 */
export async function saveSettings(
  adminId: number,
  changes: Partial<Settings>,
  version: number | undefined,
): Promise<void> {
  const sent = (Object.entries(changes) as [SettingName, SettingValue][]).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
    usual: JSON.stringify(defaultOf(name)),
    text: describeChange(name, value),
  }));
  const list = sql`json_each(${JSON.stringify(sent)})`;
  const source = sql`${list} as sent left join site_settings on site_settings.name = sent.value ->> 'name'`;
  const isNewer =
    version === undefined
      ? sql`false`
      : sql`exists (select 1 from ${list} as other join site_settings as newer on newer.name = other.value ->> 'name'
          where newer.version > ${version} and newer.content is not (other.value ->> 'value'))`;
  const isChange = and(
    isActingAdmin(adminId),
    sql`coalesce(site_settings.content, sent.value ->> 'usual') is not (sent.value ->> 'value')`,
    sql`not ${isNewer}`,
  );
  const { logos, saved, stored } = await namedBatch({
    logos: db.select({ file: siteSettings.content }).from(siteSettings).where(eq(siteSettings.name, "logo")),
    entries: insertSelect(
      db,
      auditEntries,
      {
        adminId,
        action: "changed the setting",
        subject: sql`sent.value ->> 'text'`,
        createdAt: Date.now(),
      },
      source,
      isChange,
    ),
    saved: insertSelect(
      db,
      siteSettings,
      {
        name: sql`sent.value ->> 'name'`,
        content: sql`sent.value ->> 'value'`,
        version: sql`(select coalesce(max(version), 0) + 1 from site_settings)`,
      },
      source,
      isChange,
    )
      .onConflictDoUpdate({
        target: siteSettings.name,
        set: { content: sql`excluded.content`, version: sql`excluded.version` },
      })
      .returning({ name: siteSettings.name, version: siteSettings.version }),
    stored: db
      .select({
        isNewer: sql`${isNewer}`.mapWith(Boolean),
        isAdmin: isActingAdmin(adminId).mapWith(Boolean),
      })
      .from(sql`(select 1)`),
  });
  const [first] = saved;
  if (!first) {
    if (!stored[0]?.isAdmin) throw new HttpError(403);
    if (stored[0].isNewer) throw HttpError.withCode("changed-meanwhile");
    return;
  }
  await announceSettings(first.version);
  const [logo] = logos;
  if (logo?.file && saved.some(({ name }) => name === "logo")) await deleteReleasedFiles([String(logo.file)]);
}

function describeChange(name: SettingName, value: SettingValue): string {
  const label = settingLabels[name];
  if (typeof value === "object") return `${label}: ${describeAreas(value) || "none"}`;
  if (typeof value === "boolean") return `${label}: ${value ? "yes" : "no"}`;
  const isShown = name !== "logo" && value.length <= maxAuditedLength;
  return value === "" ? `${label}: none` : isShown ? `${label}: “${value}”` : label;
}

/** The stored settings and their version, for the form. */
export async function loadStoredSettings() {
  const rows = await db.select().from(siteSettings);
  const readValue = (name: SettingName) => rows.find((row) => row.name === name)?.content ?? defaultOf(name);
  return {
    version: String(Math.max(0, ...rows.map(({ version }) => version))),
    readValue,
  };
}

/** The values that somebody else has saved, for the fields of a form. */
export async function loadStoredFields(form: PostedForm) {
  const { version, readValue } = await loadStoredSettings();
  const names = (Object.keys(settingLabels) as SettingName[]).filter((name) => form.data.has(name));
  const values: [string, string][] = names.map((name) => [name, toFieldValue(readValue(name))]);
  if (!form.data.has("areas")) return { version, values: Object.fromEntries(values) };
  const off = readValue("offAreas") as readonly string[];
  const on = areaNames.filter((area) => !off.includes(area));
  return {
    version,
    values: { ...Object.fromEntries(values), areas: on.join(" ") },
    shown: { areas: describeAreas(on) || "nothing" },
  };
}

const describeAreas = (names: readonly string[]): string =>
  areaNames.flatMap((area) => (names.includes(area) ? areas[area].label : [])).join(", ");

export const toFieldValue = (value: SettingValue | string[]): string =>
  typeof value === "boolean" ? (value ? "on" : "") : typeof value === "object" ? value.join(" ") : value;
