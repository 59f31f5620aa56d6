import { settings } from "#app/platform/settings.server.ts";
import { renderMarkdown } from "#app/questions/markdown.server.ts";

/** What administrators want new members to read and to agree to. Null if nothing. */
export function loadConditions(): { rulesHtml: string; privacyText: string; asksConsent: boolean } | null {
  const { rules, privacyText, guardianConsent } = settings;
  if (rules === "" && privacyText === "" && !guardianConsent) return null;
  return { rulesHtml: renderMarkdown(rules), privacyText, asksConsent: guardianConsent };
}
