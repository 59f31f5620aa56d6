import { z } from "zod";
import { answerCount, answerText, answerTime } from "./answers.ts";
import { optionalLine, parseId, requiredLine, requiredText } from "./fields.ts";
import { isAlias, maxMessageLength, messageTexts } from "./message-rules.ts";
import { cursor, idCursor, idInList, queryLimit, queryText } from "./query-fields.ts";

export const parsePartnerId = (text: unknown): number | string | null =>
  typeof text === "string" && text.length <= 40 && isAlias(text) ? text : parseId(text);

export const messageContent = requiredText(messageTexts.blank, maxMessageLength).meta({
  example: "Are you free on Friday?",
});

/** `POST /api/messages/send` and the frame `send_message`. `tempId` is the sender's own id for it. */
export const sendSchema = z
  .object({
    senderId: requiredLine("senderId is required", 40).meta({ example: "7", description: "Your own id" }),
    receiverId: requiredLine("receiverId is required", 40).meta({
      example: "12",
      description: "A member's id, or the alias (`anon_…`) of someone who writes to you anonymously",
    }),
    content: messageContent,
    isAnonymous: z
      .boolean({ error: "isAnonymous must be true or false" })
      .nullish()
      .transform((value) => value ?? false)
      .meta({ example: false, description: "Whether the receiver sees you as an alias" }),
    tempId: optionalLine(64).meta({
      example: "draft-1",
      description: "Your own id for the message: it is stored once, however often it is sent",
    }),
  })
  .meta({ id: "MessageInput" });
export type SendInput = z.output<typeof sendSchema>;

export const messageResponseSchema = z
  .object({
    id: answerText("1204"),
    senderId: answerText("7"),
    receiverId: answerText("12"),
    content: answerText("Are you free on Friday?"),
    isAnonymous: z
      .boolean()
      .meta({ example: false, description: "True for every message of an anonymous conversation" }),
    timestamp: answerTime("2026-01-15T10:30:00.000Z"),
    seen: z.boolean().meta({ example: false }),
    sender: z.object({
      id: answerText("7"),
      name: answerText("Asha Verma"),
      email: answerText("asha.verma@college.example").nullable(),
    }),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageResponseSchema>;

export const seenResponseSchema = z
  .object({ id: answerText("1204"), seen: z.literal(true) })
  .meta({ id: "MessageSeen" });

export const conversationResponseSchema = z
  .object({
    userId: answerText("12").meta({ description: "A member's id, or an alias" }),
    name: answerText("Rohan Pillai"),
    email: answerText("rohan.pillai@college.example").nullable(),
    lastMessage: answerText("See you then."),
    lastMessageTime: answerTime("2026-01-15T10:30:00.000Z"),
    unreadCount: answerCount(2),
    isAnonymous: z.boolean().meta({ example: false }),
  })
  .meta({ id: "Conversation" });

const flag = () => queryText().transform((text) => text === "true" || text === "1");

export const historyQuerySchema = z.object({
  anonymous: flag().meta({
    override: { type: "boolean" },
    example: false,
    description: "The conversation in which you are the hidden one",
  }),
  limit: queryLimit(50, 200),
  before: idInList("1204", "A message's id: the newest messages before it"),
  after: idInList("1204", "A message's id: the oldest messages after it"),
});

export const conversationsQuerySchema = z.object({
  limit: queryLimit(100, 200),
  cursor: cursor(idCursor, "41"),
});

export const blockResponseSchema = z
  .object({ id: answerText("12"), name: answerText("Rohan Pillai") })
  .meta({ id: "Block" });

/** Returns undefined for a cursor that is not one of ours. */
export function readBlockCursor(text: string | null | undefined) {
  const [, blockedAt, id] = blockCursor.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { blockedAt: Number(blockedAt), id };
}
const blockCursor = /^([1-9]\d{0,14})~(.{1,60})$/;

export const encodeBlockCursor = ({ blockedAt, id }: { blockedAt: number; id: string }) =>
  `${blockedAt}~${id}`;

export const blocksQuerySchema = z.object({
  limit: queryLimit(50, 200),
  cursor: cursor(blockCursor, "1768473000000~12"),
});

export const blockFormSchema = z.object({
  intent: z.enum(["block", "unblock", "allow-anonymous", "refuse-anonymous"]),
  person: z.string().max(100).default(""),
});
