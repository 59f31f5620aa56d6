import type { PendingText } from "#app/messages/chat/line-reducer.ts";
import { Outbox, postText, type SendOutcome } from "#app/messages/chat/outbox.ts";
import type { Connection } from "#app/platform/realtime/connection.ts";
import type { RoomLine } from "../input.server.ts";
import { roomTexts } from "../rules.ts";

class RoomOutbox extends Outbox<PendingText, RoomLine> {
  /** The room's connection while its page is open. */
  connection: Connection | null = null;

  constructor() {
    super("room");
  }

  protected async send({ senderId, content, tempId, replyTo }: PendingText): Promise<SendOutcome<RoomLine>> {
    if (!this.connection) return { type: "unreachable" };
    // A line does not name its sender: a different member who logs in here must not become its author.
    if (this.connection.userId !== senderId) return { type: "failed", error: "", delivered: false };
    const sent = await postText<RoomLine>("/api/anonymous-messages", { content, replyTo }, tempId);
    return sent.type === "loggedOut"
      ? { type: "failed", error: roomTexts.loggedOut, delivered: false }
      : sent;
  }
}

/** The room's outbox. It outlives the page, but only sends while the page is open. */
export const outbox = new RoomOutbox();
