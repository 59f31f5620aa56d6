import { z } from "zod";
import { publicEventSchema } from "../schemas/event.ts";
import { messageResponseSchema, sendSchema } from "../schemas/message.ts";
import { lineContent, publicLineSchema } from "../schemas/room.ts";
import { roomName } from "../schemas/room-rules.ts";

/** Every frame of the socket at `/realtime`, by direction. A frame is text: `{"event": string, "data": object}`. */

const userId = z.string().max(40);

/** What a client may send, by event. */
export const clientFrames = {
  /** The first frame of a program that sent neither cookie nor `Authorization`. */
  authenticate: z.object({ token: z.string().max(500) }),
  join: z.object({ userId }),
  send_message: sendSchema,
  typing: z.object({ senderId: userId, receiverId: userId, isAnonymous: z.boolean().optional() }),
  "join-room": z.object({ room: z.literal(roomName) }),
  "anonymous-message": z.object({ content: lineContent }),
};
export type ClientEvent = keyof typeof clientFrames;
export type ClientData<Event extends ClientEvent> = z.output<(typeof clientFrames)[Event]>;

/** What the server sends, by event. */
export const serverFrames = {
  error: z.object({ message: z.string() }),
  receive_message: messageResponseSchema,
  message_saved: z.object({ tempId: z.string().nullable(), message: messageResponseSchema }),
  /** `delivered`: the receiver saw the message although the database refused it. */
  message_failed: z.object({ tempId: z.string().nullable(), error: z.string(), delivered: z.boolean() }),
  /** The member `by` has read these messages. */
  message_seen: z.object({ ids: z.array(z.string()), by: z.string() }),
  "anonymous-message": publicLineSchema,
  user_typing: z.object({ senderId: z.string(), name: z.string(), isAnonymous: z.boolean() }),
  "event:new": publicEventSchema,
  "event:update": publicEventSchema,
  "event:delete": publicEventSchema,
  "event:register": publicEventSchema,
  "event:unregister": publicEventSchema,
};
export type ServerEvent = keyof typeof serverFrames;
export type ServerData<Event extends ServerEvent> = z.infer<(typeof serverFrames)[Event]>;
export type ServerFrame = { [E in ServerEvent]: { event: E; data: ServerData<E> } }[ServerEvent];
