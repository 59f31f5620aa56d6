import { log } from "../http/log.server.ts";
import type { Session } from "../http/session.server.ts";
import { messageWords } from "../schemas/message-rules.ts";
import { encode, hub, type Peer, roomOf, send } from "./hub.server.ts";
import { sendMessage, showTyping } from "./messages.server.ts";
import { type ClientData, type ClientEvent, clientFrames, type ServerFrame } from "./protocol.ts";

type Asked = { peer: Peer; session: Session };
type Handlers = { [E in ClientEvent]: (data: ClientData<E>, asked: Asked) => void | Promise<void> };

const reply = (peer: Peer, frame: ServerFrame) => send(peer, encode(frame));
const fail = (peer: Peer, message: string) => reply(peer, { event: "error", data: { message } });

/** What each frame of a member does. */
const handlers: Handlers = {
  authenticate: (_, { peer }) => fail(peer, "Already authenticated"),

  join({ userId }, { peer }) {
    if (userId !== String(peer.userId)) return fail(peer, "Forbidden");
    hub.join(peer, roomOf(peer.userId));
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
    if (senderId !== String(peer.userId)) return fail(peer, "Forbidden");
    await showTyping(peer.userId, receiverId, isAnonymous);
  },

  "join-room": ({ room }, { peer }) => hub.join(peer, room),
};

/** Reads one frame and does what it asks. Whatever is in it, the socket stays. */
export async function receive(peer: Peer, session: Session, text: string): Promise<void> {
  try {
    const frame = readFrame(text);
    if (!frame) return fail(peer, "Frames are JSON: an event and its data");
    const { event, data } = frame;
    if (!Object.hasOwn(clientFrames, event)) return fail(peer, "Unknown event");
    const parsed = clientFrames[event as ClientEvent].safeParse(data);
    if (parsed.success) {
      const handle = handlers[event as ClientEvent] as (data: unknown, asked: Asked) => void | Promise<void>;
      return await handle(parsed.data, { peer, session });
    }
    const message = parsed.error.issues[0]?.message ?? "The frame could not be read";
    if (event !== "send_message") return fail(peer, message);
    const tempId = (data as { tempId?: unknown } | null)?.tempId;
    reply(peer, {
      event: "message_failed",
      data: { tempId: typeof tempId === "string" ? tempId : null, error: message, delivered: false },
    });
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "a frame failed");
    fail(peer, messageWords.unanswered);
  }
}

function readFrame(text: string): { event: string; data: unknown } | null {
  try {
    const frame = JSON.parse(text) as { event?: unknown; data?: unknown } | null;
    return typeof frame?.event === "string" ? { event: frame.event, data: frame.data } : null;
  } catch {
    return null;
  }
}
