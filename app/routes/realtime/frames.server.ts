import type { Session } from "../../auth/session.server.ts";
import { log } from "../../log.server.ts";
import { broadcastTyping, sendMessage } from "../../messaging/messages.server.ts";
import { encodeFrame, hub, type Peer, sendFrame, userRoom } from "../../realtime/hub.server.ts";
import {
  type ClientData,
  type ClientEvent,
  clientFrames,
  type ServerFrame,
} from "../../realtime/protocol.ts";
import { messageTexts } from "../../schemas/message-rules.ts";

type FrameContext = { peer: Peer; session: Session };
type Handlers = { [E in ClientEvent]: (data: ClientData<E>, asked: FrameContext) => void | Promise<void> };

const reply = (peer: Peer, frame: ServerFrame) => sendFrame(peer, encodeFrame(frame));
const replyError = (peer: Peer, message: string) => reply(peer, { event: "error", data: { message } });

/** What each frame of a member does. */
const handlers: Handlers = {
  authenticate: (_, { peer }) => replyError(peer, "Already authenticated"),

  join({ userId }, { peer }) {
    if (userId !== String(peer.userId)) return replyError(peer, "Forbidden");
    hub.join(peer, userRoom(peer.userId));
  },

  async send_message(data, { peer, session }) {
    const sent = await sendMessage(session.viewer, data, peer);
    const { tempId } = data;
    reply(
      peer,
      sent.result === "stored"
        ? { event: "message_saved", data: { tempId, message: sent.message } }
        : {
            event: "message_failed",
            data: {
              tempId,
              error: sent.detail,
              delivered: sent.result === "failed" && sent.delivered,
            },
          },
    );
  },

  async typing({ senderId, receiverId, isAnonymous = false }, { peer }) {
    if (senderId !== String(peer.userId)) return replyError(peer, "Forbidden");
    await broadcastTyping(peer.userId, receiverId, isAnonymous);
  },

  "join-room": ({ room }, { peer }) => hub.join(peer, room),
};

/** Reads one frame and does what it asks. Whatever is in it, the socket stays. */
export async function handleFrame(peer: Peer, session: Session, text: string): Promise<void> {
  try {
    const frame = parseFrame(text);
    if (!frame) return replyError(peer, "Frames are JSON: an event and its data");
    const { event, data } = frame;
    if (!Object.hasOwn(clientFrames, event)) return replyError(peer, "Unknown event");
    const parsed = clientFrames[event as ClientEvent].safeParse(data);
    if (parsed.success) {
      const handle = handlers[event as ClientEvent] as (
        data: unknown,
        asked: FrameContext,
      ) => void | Promise<void>;
      return await handle(parsed.data, { peer, session });
    }
    const message = parsed.error.issues[0]?.message ?? "The frame could not be read";
    if (event !== "send_message") return replyError(peer, message);
    const tempId = (data as { tempId?: unknown } | null)?.tempId;
    reply(peer, {
      event: "message_failed",
      data: { tempId: typeof tempId === "string" ? tempId : null, error: message, delivered: false },
    });
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "a frame failed");
    replyError(peer, messageTexts.unanswered);
  }
}

function parseFrame(text: string): { event: string; data: unknown } | null {
  try {
    const frame = JSON.parse(text) as { event?: unknown; data?: unknown } | null;
    return typeof frame?.event === "string" ? { event: frame.event, data: frame.data } : null;
  } catch {
    return null;
  }
}
