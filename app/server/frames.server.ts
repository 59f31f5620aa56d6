import { z } from "zod";
import { sendRoomLine } from "#app/anonymous/room.server.ts";
import { clientFrames, frameId, socketLimits } from "#app/developers/protocol.server.ts";
import { MessageNotStored, sendMessage } from "#app/messages/messages.server.ts";
import { messageTexts } from "#app/messages/rules.ts";
import { broadcastTyping } from "#app/messages/typing.server.ts";
import {
  hasScope,
  missingScopeText,
  readOnlyText,
  type Session,
} from "#app/platform/auth/sessions.server.ts";
import { areaOff, isFrameOn } from "#app/platform/http/area-switch.server.ts";
import { parseJson } from "#app/platform/http/body.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import type { ProblemCode } from "#app/platform/http/problem-codes.ts";
import { log } from "#app/platform/process/log.server.ts";
import type { ClientEvent, ServerFrame } from "#app/platform/realtime/frames.ts";
import { type Client, encodeFrame, hub, sendFrame } from "#app/platform/realtime/hub.server.ts";
import { questionRoom } from "#app/questions/texts.ts";
import type { Scope } from "#db/vocabulary.ts";

interface FrameContext {
  client: Client;
  session: Session;
  /** Why the frame was refused, or null. */
  refusal: Refusal | null;
}
interface Refusal {
  code: ProblemCode;
  error: string;
}
export type FrameId = z.output<typeof frameId>;
type FrameHandler = (data: unknown, context: FrameContext) => void | Promise<void>;

const reply = (client: Client, frame: ServerFrame) => sendFrame(client, encodeFrame(frame));

function refuse(context: FrameContext, code: ProblemCode, error: string): void {
  context.refusal = { code, error };
  reply(context.client, { event: "error", data: { message: error } });
}

export const acknowledge = (client: Client, id: FrameId, refusal: Refusal | null = null): void =>
  reply(client, {
    event: "ack",
    data: { id, ok: refusal === null, code: refusal?.code ?? null, error: refusal?.error ?? null },
  });

/** @param reject answers a frame whose data is invalid or whose `handle` throws an HttpError */
function handler<Schema extends z.ZodType>(
  schema: Schema,
  handle: (data: z.output<Schema>, context: FrameContext) => void | Promise<void>,
  reject = (context: FrameContext, { code, message }: HttpError, _data: unknown) =>
    refuse(context, code, message),
): FrameHandler {
  return async (data, context) => {
    try {
      const parsed = schema.safeParse(data);
      if (!parsed.success)
        throw new HttpError(422, parsed.error.issues[0]?.message ?? "The frame could not be read");
      await handle(parsed.data, context);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      reject(context, error, data);
    }
  };
}

const handlers: Record<ClientEvent, FrameHandler> = {
  authenticate: (_, context) => refuse(context, "conflict", "Already authenticated"),

  join: handler(clientFrames.join, ({ userId }, context) => {
    // Members join their own room by logging in.
    if (userId !== String(context.client.userId)) throw HttpError.withCode("not-allowed", "Forbidden");
  }),

  send_message: handler(
    clientFrames.send_message,
    async (data, { client, session }) => {
      const { message } = await sendMessage(session, data, client);
      reply(client, { event: "message_saved", data: { tempId: data.tempId, message } });
    },
    (context, failure, data) => {
      const { code, message: error } = failure;
      context.refusal = { code, error };
      const tempId = z.object({ tempId: z.string() }).safeParse(data).data?.tempId ?? null;
      const delivered = failure instanceof MessageNotStored && failure.isDelivered;
      reply(context.client, { event: "message_failed", data: { tempId, error, delivered } });
    },
  ),

  typing: handler(clientFrames.typing, async ({ senderId, receiverId, isAnonymous }, context) => {
    if (senderId !== String(context.client.userId)) throw HttpError.withCode("not-allowed", "Forbidden");
    await broadcastTyping(context.session, receiverId, isAnonymous);
  }),

  "join-room": handler(clientFrames["join-room"], ({ room }, { client }) => {
    hub.join(client, room);
    const [first = "", ...others] = client.rooms.filter((joined) => joined.startsWith(questionRoom("")));
    if (others.length >= socketLimits.maxQuestionRooms) hub.leave(client, first);
  }),

  "anonymous-message": handler(clientFrames["anonymous-message"], async ({ content, replyTo }, context) => {
    await sendRoomLine(context.session, content, replyTo);
  }),
};

/** The scope that a token needs to send a frame. Read-only tokens cannot send frames that others would notice. */
const scopes: Partial<Record<ClientEvent, Scope>> = {
  send_message: "messages:write",
  typing: "messages:write",
  "join-room": "room:read",
  "anonymous-message": "room:write",
};

const roomOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "room" in data && typeof data.room === "string"
    ? data.room
    : "";

function findRefusal({ session }: FrameContext, event: ClientEvent, data: unknown): Refusal | null {
  if (!isFrameOn(event, roomOf(data))) {
    const { code, message } = areaOff();
    return { code, error: message };
  }
  const scope =
    event === "join-room" && roomOf(data).startsWith(questionRoom("")) ? "questions:read" : scopes[event];
  if (!scope) return null;
  if (session.isReadOnly && scope.endsWith(":write")) return { code: "read-only-token", error: readOnlyText };
  return hasScope(session, scope) ? null : { code: "insufficient-scope", error: missingScopeText(scope) };
}

/** Handles one frame, and acknowledges it if it has an id. The socket stays open whatever it contains. */
export async function handleFrame(client: Client, session: Session, text: string): Promise<void> {
  const context: FrameContext = { client, session, refusal: null };
  const frame = parseFrame(text);
  try {
    await answerFrame(frame, context);
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "frame failed");
    refuse(context, "internal-error", messageTexts.unexpected);
  }
  if (frame?.id !== undefined) acknowledge(client, frame.id, context.refusal);
}

async function answerFrame(frame: ReturnType<typeof parseFrame>, context: FrameContext): Promise<void> {
  if (!frame) return refuse(context, "malformed-request", "Frames are JSON: an event and its data");
  const { event, data } = frame;
  if (!isClientEvent(event)) return refuse(context, "not-found", "Unknown event");
  const refusal = findRefusal(context, event, data);
  if (!refusal) return handlers[event](data, context);
  // `typing` expects no response.
  if (event === "typing") context.refusal = refusal;
  else refuse(context, refusal.code, refusal.error);
}

const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientFrames, event);

const frameSchema = z.object({
  event: z.string(),
  data: z.unknown().optional(),
  id: frameId.optional().catch(undefined),
});

export function parseFrame(text: string): z.output<typeof frameSchema> | null {
  try {
    return frameSchema.safeParse(parseJson(text)).data ?? null;
  } catch {
    return null;
  }
}
