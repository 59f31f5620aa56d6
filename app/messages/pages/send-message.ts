import type { Connection } from "#app/platform/realtime/connection.ts";
import { responseTimeoutMs } from "../chat/fetch-json.ts";
import { type SendOutcome as ChatOutcome, postText } from "../chat/outbox.ts";
import type { Message } from "../input.server.ts";
import { maxFrameBytes } from "../rules.ts";
import type { PendingMessage } from "./conversation.ts";

type SendOutcome = ChatOutcome<Message>;
type MessageInput = Omit<PendingMessage, "sentAt" | "files"> & { attachments: string[] };

/**
 * Sends a message over the socket if it is open and the message fits a frame, otherwise by POST.
 * @param attachments the ids of its uploads
 */
export function transmitMessage(
  connection: Connection | null,
  { sentAt: _, files: __, ...message }: PendingMessage,
  attachments: string[] = [],
): Promise<SendOutcome> {
  const input = { ...message, attachments };
  const fitsFrame = new TextEncoder().encode(JSON.stringify(input)).length < maxFrameBytes - 100;
  return connection?.state === "open" && fitsFrame
    ? sendBySocket(connection, input)
    : postText("/api/messages/send", input, input.tempId);
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
