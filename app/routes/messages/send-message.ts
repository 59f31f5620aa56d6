import { responseTimeoutMs } from "../../chat/fetch-json.ts";
import type { Connection } from "../../realtime/connection.ts";
import type { Message } from "../../schemas/message.ts";
import { maxFrameBytes, messageTexts } from "../../schemas/message-rules.ts";
import type { PendingMessage } from "./conversation.ts";

export type SendOutcome =
  | { type: "saved"; message: Message }
  | { type: "failed"; error: string; delivered: boolean }
  | { type: "unreachable" }
  | { type: "loggedOut" };

type MessageInput = Omit<PendingMessage, "sentAt">;

/** Responses of a proxy in front of a server that is starting or stopping. */
const gatewayErrors = [502, 503, 504];

/** Sends a message by the socket while it is open and the message fits a frame, by POST otherwise. */
export function sendMessage(
  connection: Connection | null,
  { sentAt: _, ...input }: PendingMessage,
): Promise<SendOutcome> {
  const fitsFrame = new TextEncoder().encode(JSON.stringify(input)).length < maxFrameBytes - 100;
  return connection?.state === "open" && fitsFrame ? sendBySocket(connection, input) : sendByPost(input);
}

function sendBySocket(connection: Connection, input: MessageInput): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const finish = (outcome: SendOutcome) => {
      clearTimeout(timer);
      removeFrameListener();
      removeStateListener();
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      finish({ type: "unreachable" });
      connection.reconnect();
    }, responseTimeoutMs);
    const removeFrameListener = connection.onFrame((frame) => {
      if (frame.event === "message_saved" && frame.data.tempId === input.tempId) {
        finish({ type: "saved", message: frame.data.message });
      } else if (frame.event === "message_failed" && frame.data.tempId === input.tempId) {
        finish({ type: "failed", error: frame.data.error, delivered: frame.data.delivered });
      }
    });
    const removeStateListener = connection.onState((state) => {
      if (state !== "open") finish({ type: "unreachable" });
    });
    if (!connection.send("send_message", input)) finish({ type: "unreachable" });
  });
}

async function sendByPost(input: MessageInput): Promise<SendOutcome> {
  try {
    const response = await fetch("/api/messages/send", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (response.ok) return { type: "saved", message: await response.json() };
    if (response.status === 401) return { type: "loggedOut" };
    if (response.status === 429) return { type: "unreachable" };
    const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
    if (!isProblem && gatewayErrors.includes(response.status)) return { type: "unreachable" };
    const error: string = (isProblem && (await response.json()).detail) || messageTexts.sendFailed;
    return { type: "failed", error, delivered: error === messageTexts.sentNotSaved };
  } catch {
    return { type: "unreachable" };
  }
}
