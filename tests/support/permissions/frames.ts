import type { ClientEvent, ServerEvent } from "../../../app/platform/realtime/frames.ts";

/**
 * A frame that a client might send, and its outcome for each role: `yes`, `no` (an error, or nothing), or `closed`.
 * `reaches` is the frame that Kabir must then receive.
 */
export type FrameRow = readonly [
  does: string,
  event: ClientEvent,
  outcomes: string,
  data: Record<string, unknown>,
  reaches?: ServerEvent,
];

const said = { senderId: "{self}", receiverId: "{kabir}", content: "Word {count}", isAnonymous: false };
const typing = { senderId: "{self}", receiverId: "{kabir}" };

const written: FrameRow[] = [
  ["log in with a wrong token", "authenticate", "closed no no no no no", { token: "quadrant_wrong" }],
  ["join their own room", "join", "closed yes yes yes yes yes", { userId: "{self}" }],
  ["join Kabir's room", "join", "closed no no no no no", { userId: "{kabir}" }],
  ["write in their own name", "send_message", "closed yes yes yes no no", said, "receive_message"],
  [
    "write in the owner's name",
    "send_message",
    "closed no yes no no no",
    { ...said, senderId: "{owner}" },
    "receive_message",
  ],
  [
    "write anonymously",
    "send_message",
    "closed yes yes yes no no",
    { ...said, isAnonymous: true },
    "receive_message",
  ],
  ["type in their own name", "typing", "closed yes yes yes no no", typing, "user_typing"],
  [
    "type in Kabir's name",
    "typing",
    "closed no no no no no",
    { ...typing, senderId: "{kabir}" },
    "user_typing",
  ],
  ["join the anonymous room", "join-room", "closed yes yes yes yes yes", { room: "anonymous-chat" }],
  ["join the room of a question", "join-room", "closed yes yes yes yes yes", { room: "question:1" }],
  ["join a room that is none", "join-room", "closed no no no no no", { room: "question:all" }],
  [
    "write in the anonymous room",
    "anonymous-message",
    "closed yes yes yes no no",
    { content: "Hello {count}" },
    "anonymous-message",
  ],
];

/** In frames a moderator is a member. */
export const frames = written.map(([does, name, outcomes, ...sent]): FrameRow => {
  const [guest = "", member = "", ...others] = outcomes.split(" ");
  return [does, name, [guest, member, member, ...others].join(" "), ...sent];
});

/**
 * The sockets that might receive a frame. The sender has two. The sender's first and the receiver's have joined the
 * anonymous room and a question's room.
 */
export const listeners = ["sender", "sender elsewhere", "receiver", "member", "admin"] as const;
export type Listener = (typeof listeners)[number];

/** The sockets that receive each of the server's frames. */
export const heard: Record<ServerEvent, readonly Listener[]> = {
  ready: [],
  ack: ["sender"],
  error: ["sender"],
  receive_message: ["sender elsewhere", "receiver"],
  message_saved: ["sender"],
  message_failed: ["sender"],
  message_edited: ["sender", "sender elsewhere", "receiver"],
  message_deleted: ["sender", "sender elsewhere", "receiver"],
  message_reacted: ["sender", "sender elsewhere", "receiver"],
  message_seen: ["sender", "sender elsewhere"],
  unread_messages: ["receiver"],
  "anonymous-message": ["sender", "receiver"],
  user_typing: ["receiver"],
  "question:answer": ["sender", "receiver"],
  notice: ["receiver"],
  "event:new": listeners,
  "event:update": listeners,
  "event:delete": listeners,
  "event:register": listeners,
  "event:unregister": listeners,
};
