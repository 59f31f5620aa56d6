import type { RoomLine } from "../../schemas/room.ts";
import { roomTexts } from "../../schemas/room-rules.ts";

const path = "/api/anonymous-messages";
/** How long the server may take to respond. */
const responseTimeoutMs = 10_000;

/** Reads lines of the room, oldest first. Returns null when that fails. */
export async function fetchLines(query: string): Promise<RoomLine[] | null> {
  try {
    const response = await fetch(`${path}?${query}`, { signal: AbortSignal.timeout(responseTimeoutMs) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Sends a line. Returns it as it was stored, or why it was not. */
export async function postLine(content: string): Promise<{ line: RoomLine } | { error: string }> {
  try {
    const response = await fetch(path, {
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
