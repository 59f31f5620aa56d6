import { settings } from "#app/platform/settings.server.ts";
import { renderMarkdown } from "#app/questions/markdown.server.ts";

/** What administrators want new members to read and to agree to. */
export const loadConditions = () => ({
  rulesHtml: renderMarkdown(settings.rules),
  privacyText: settings.privacyText,
  asksConsent: settings.guardianConsent,
});
