import type { Viewer } from "../../auth/session.server.ts";
import { type HoleTexts, holes } from "../../cache/holes.server.ts";
import { countUnread } from "../../messaging/bell.server.ts";
import { avatarUrl } from "../../schemas/user.ts";
import { letterOf } from "../../ui/avatar.tsx";
import { describeBell } from "./bell.tsx";

/** What the header shows of its reader: texts only, so that a shared page can have a hole for each. */
export type HeaderTexts = Omit<HoleTexts, "nonce" | "requestId">;

/** Reads the header's texts. They are empty for a guest. */
export async function readHeaderTexts(viewer: Viewer | null): Promise<HeaderTexts> {
  if (!viewer) return { id: "", name: "", avatarUrl: "", letter: "", tone: "", ...describeBell(0) };
  return {
    id: String(viewer.id),
    name: viewer.name,
    avatarUrl: viewer.avatarFile ? avatarUrl(viewer.avatarFile.replace(".", "-small.")) : "",
    ...letterOf(viewer.name),
    // A page without its bell is better than no page.
    ...describeBell(await countUnread(viewer.id).catch(() => 0)),
  };
}

/** The holes in their places. */
export const headerHoles: HeaderTexts = holes;
