import { countUnread } from "#app/messages/bell.server.ts";
import { countNotices } from "#app/notices/publish.server.ts";
import { avatarUrl } from "#app/people/person.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { type HoleTexts, placeholders } from "#app/platform/cache/placeholders.server.ts";
import { letterOf } from "#app/ui/avatar.tsx";
import { describeBell, describeCount } from "./bell-texts.ts";

/** The header's texts about its reader. Only texts, so that a shared page can have a placeholder for each. */
export type HeaderTexts = Omit<HoleTexts, "nonce" | "requestId">;

export async function readHeaderTexts(viewer: Viewer | null): Promise<HeaderTexts> {
  if (!viewer)
    return { id: "", name: "", avatarUrl: "", letter: "", tone: "", notices: "0", ...describeBell(0) };
  // A page without counts is better than no page.
  const [unread, notices] = await Promise.all([
    countUnread(viewer.id, viewer.unread?.messages).catch(() => 0),
    viewer.unread?.notices ?? countNotices(viewer.id).catch(() => 0),
  ]);
  return {
    id: String(viewer.id),
    name: viewer.name,
    avatarUrl: viewer.avatarFile ? avatarUrl(viewer.avatarFile.replace(".", "-small.")) : "",
    ...letterOf(viewer.name),
    ...describeBell(unread),
    notices: describeCount(notices),
  };
}

export const headerHoles: HeaderTexts = placeholders;
