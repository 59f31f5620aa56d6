import { z } from "zod";
import { lineContent, publicLineSchema } from "#app/anonymous/input.server.ts";
import { roomName } from "#app/anonymous/rules.ts";
import { publicEventSchema } from "#app/events/input.server.ts";
import { answeredId, messageResponseSchema, sendSchema } from "#app/messages/input.server.ts";
import { answerText } from "#app/platform/schemas/answers.server.ts";

/** Every frame of the socket at `/realtime`, by direction. A frame is text: `{"event": string, "data": object}`. */

/** The limits of a socket. Sockets with too many frames per second, or too many sockets of one member, are closed. */
export const socketLimits = {
  authenticationMs: 10_000,
  maxFramesPerSecond: 20,
  maxSocketsPerUser: 10,
  /** When a socket joins one more, it leaves the question it joined first. */
  maxQuestionRooms: 20,
};

export const frameId = z.union([z.string().max(64), z.int()]);

const userId = z.string().max(40).meta({ example: "7" });

export const clientFrames = {
  /** The first frame of a program that connected without a cookie or `Authorization`. */
  authenticate: z.object({
    token: z.string().max(500).meta({ example: "quadrant_Zq3vT0c8mJ4yWb6nLs1xRk5dHg7pUe2fAo9iXjCtDlM" }),
  }),
  join: z.object({ userId }),
  send_message: sendSchema,
  typing: z.object({
    senderId: userId,
    receiverId: userId.meta({ example: "12" }),
    isAnonymous: z.boolean().optional().meta({ example: false }),
  }),
  "join-room": z.object({
    room: z.union([z.literal(roomName), z.string().regex(/^question:[1-9]\d{0,14}$/)], {
      error: "Unknown room",
    }),
  }),
  "anonymous-message": z.object({ content: lineContent, replyTo: answeredId }),
};

export const serverFrames = {
  ready: z.object({ userId: answerText("7") }),
  ack: z.object({
    id: frameId.meta({ example: "frame-1" }),
    ok: z.boolean().meta({ example: true }),
    code: z
      .string()
      .nullable()
      .meta({ example: null, description: "Why it was refused: `/developers/errors`" }),
    error: z.string().nullable().meta({ example: null, description: "The same as a sentence" }),
  }),
  error: z.object({ message: answerText("Forbidden") }),
  receive_message: messageResponseSchema,
  message_saved: z.object({ tempId: answerText("draft-1").nullable(), message: messageResponseSchema }),
  /** `delivered`: the receiver saw the message although storing it failed. */
  message_failed: z.object({
    tempId: answerText("draft-1").nullable(),
    error: answerText("Failed to send message"),
    delivered: z.boolean().meta({ example: false }),
  }),
  message_edited: messageResponseSchema,
  /** Sent for lines of the room as well, to sockets that joined it. */
  message_deleted: z.union([messageResponseSchema, publicLineSchema]),
  message_reacted: z.union([messageResponseSchema, publicLineSchema]),
  message_seen: z.object({ ids: z.array(answerText("1204")), by: answerText("12") }),
  unread_messages: z.object({ unread: z.number().int().meta({ example: 2 }) }),
  "anonymous-message": publicLineSchema,
  user_typing: z.object({
    senderId: answerText("12"),
    name: answerText("Rohan Pillai"),
    isAnonymous: z.boolean().meta({ example: false }),
  }),
  "question:answer": z.object({ questionId: answerText("93"), answerId: answerText("96") }),
  notice: z.object({ unread: z.number().int().meta({ example: 3 }) }),
  "event:new": publicEventSchema,
  "event:update": publicEventSchema,
  "event:delete": publicEventSchema,
  "event:register": publicEventSchema,
  "event:unregister": publicEventSchema,
};

declare module "#app/platform/realtime/frames.ts" {
  interface Frames {
    client: { [Event in keyof typeof clientFrames]: z.output<(typeof clientFrames)[Event]> };
    server: { [Event in keyof typeof serverFrames]: z.infer<(typeof serverFrames)[Event]> };
  }
}
