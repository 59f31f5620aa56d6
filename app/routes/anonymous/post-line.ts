import { responseTimeoutMs } from "../../chat/fetch-json.ts";
import type { RoomLine } from "../../schemas/room.ts";
import { roomTexts } from "../../schemas/room-rules.ts";

/** Sends a line. Returns it as it was stored, or why it was not. */
export async function postLine(content: string): Promise<{ line: RoomLine } | { error: string }> {
  try {
    const response = await fetch("/api/anonymous-messages", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content }),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    const body = await response.json();
    if (response.ok) return { line: body };
    const detail = response.status === 401 ? roomTexts.loggedOut : body.detail;
    return { error: response.status >= 500 ? roomTexts.sendFailed : `${roomTexts.sendFailed}. ${detail}` };
  } catch {
    return { error: roomTexts.sendFailed };
  }
}
