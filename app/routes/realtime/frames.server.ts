import { z } from "zod";
import { readOnlyText, type Session } from "../../auth/session.server.ts";
import { parseJson } from "../../http/body.server.ts";
import { log } from "../../log.server.ts";
import { sendMessage } from "../../messaging/messages.server.ts";
import { sendRoomLine } from "../../messaging/room.server.ts";
import { broadcastTyping } from "../../messaging/typing.server.ts";
import { type Client, encodeFrame, hub, sendFrame, userRoom } from "../../realtime/hub.server.ts";
import { type ClientEvent, clientFrames, type ServerFrame, socketLimits } from "../../realtime/protocol.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { questionRoom } from "../../schemas/question-texts.ts";

interface FrameContext {
  client: Client;
  session: Session;
}
type FrameHandler = (data: unknown, context: FrameContext) => void | Promise<void>;

const reply = (client: Client, frame: ServerFrame) => sendFrame(client, encodeFrame(frame));
const replyError = (client: Client, message: string) => reply(client, { event: "error", data: { message } });

/** Parses a frame's data before its handler runs. */
function handler<Schema extends z.ZodType>(
  schema: Schema,
  handle: (data: z.output<Schema>, context: FrameContext) => void | Promise<void>,
  reject = (client: Client, message: string, _data: unknown) => replyError(client, message),
): FrameHandler {
  return (data, context) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return handle(parsed.data, context);
    reject(context.client, parsed.error.issues[0]?.message ?? "The frame could not be read", data);
  };
}

const handlers: Record<ClientEvent, FrameHandler> = {
  authenticate: (_, { client }) => replyError(client, "Already authenticated"),

  join: handler(clientFrames.join, ({ userId }, { client }) => {
    if (userId !== String(client.userId)) return replyError(client, "Forbidden");
    hub.join(client, userRoom(client.userId));
  }),

  send_message: handler(
    clientFrames.send_message,
    async (data, { client, session }) => {
      const sent = await sendMessage(session.viewer, data, client);
      const { tempId } = data;
      if (sent.result === "stored") {
        return reply(client, { event: "message_saved", data: { tempId, message: sent.message } });
      }
      const delivered = sent.result === "failed" && sent.delivered;
      reply(client, { event: "message_failed", data: { tempId, error: sent.detail, delivered } });
    },
    (client, error, data) => {
      const tempId = z.object({ tempId: z.string() }).safeParse(data).data?.tempId ?? null;
      reply(client, { event: "message_failed", data: { tempId, error, delivered: false } });
    },
  ),

  typing: handler(clientFrames.typing, async ({ senderId, receiverId, isAnonymous }, { client }) => {
    if (senderId !== String(client.userId)) return replyError(client, "Forbidden");
    await broadcastTyping(client.userId, receiverId, isAnonymous);
  }),

  "join-room": handler(clientFrames["join-room"], ({ room }, { client }) => {
    hub.join(client, room);
    const [first = "", ...others] = client.rooms.filter((joined) => joined.startsWith(questionRoom("")));
    if (others.length >= socketLimits.maxQuestionRooms) hub.leave(client, first);
  }),

  "anonymous-message": handler(
    clientFrames["anonymous-message"],
    async ({ content }, { client, session }) => {
      const sent = await sendRoomLine(session, content);
      if (sent.result === "refused") replyError(client, sent.detail);
    },
  ),
};

/** What others would notice. A read-only token sends none of it. */
const writes: ClientEvent[] = ["send_message", "typing", "anonymous-message"];

/** Handles one frame. Whatever it contains, the socket stays open. */
export async function handleFrame(client: Client, session: Session, text: string): Promise<void> {
  try {
    const frame = parseFrame(text);
    if (!frame) return replyError(client, "Frames are JSON: an event and its data");
    if (!isClientEvent(frame.event)) return replyError(client, "Unknown event");
    if (session.isReadOnly && writes.includes(frame.event)) {
      if (frame.event !== "typing") replyError(client, readOnlyText);
      return;
    }
    await handlers[frame.event](frame.data, { client, session });
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "frame failed");
    replyError(client, messageTexts.unexpected);
  }
}

const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientFrames, event);

const frameSchema = z.object({ event: z.string(), data: z.unknown().optional() });

/** Returns null for anything that is not a frame. */
export function parseFrame(text: string): z.output<typeof frameSchema> | null {
  try {
    return frameSchema.safeParse(parseJson(text)).data ?? null;
  } catch {
    return null;
  }
}
