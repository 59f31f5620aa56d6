import { z } from "zod";
import { optionalLine, parseId, queryLimit, queryText, requiredLine, requiredText } from "./fields.ts";
import { isAlias, maxMessageLength, messageTexts } from "./message-rules.ts";

/** Parses what a path or a body calls the other one of a conversation: a member's id, or an alias. Else null. */
export const parsePartnerId = (text: unknown): number | string | null =>
  typeof text === "string" && text.length <= 40 && isAlias(text) ? text : parseId(text);

/** A message's text. */
export const messageContent = requiredText(messageTexts.blank, maxMessageLength);

/** `POST /api/messages/send` and the frame `send_message`. `tempId` is the sender's own id for it. */
export const sendSchema = z
  .object({
    senderId: requiredLine("senderId is required", 40),
    receiverId: requiredLine("receiverId is required", 40),
    content: messageContent,
    isAnonymous: z
      .boolean({ error: "isAnonymous must be true or false" })
      .nullish()
      .transform((value) => value ?? false),
    tempId: optionalLine(64),
  })
  .meta({ id: "MessageInput" });
export type SendInput = z.output<typeof sendSchema>;

/** A message as the API and the socket return it. */
export const messageResponseSchema = z
  .object({
    id: z.string(),
    senderId: z.string(),
    receiverId: z.string(),
    content: z.string(),
    isAnonymous: z.boolean(),
    timestamp: z.string(),
    seen: z.boolean(),
    sender: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageResponseSchema>;

/** A conversation as the API lists it for one of its members. */
export const conversationResponseSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    lastMessage: z.string(),
    lastMessageTime: z.string(),
    unreadCount: z.number().int(),
    isAnonymous: z.boolean(),
  })
  .meta({ id: "Conversation" });

const messageId = () => queryText(20).transform((text) => parseId(text) ?? undefined);
const flag = () => queryText().transform((text) => text === "true" || text === "1");

export const historyQuerySchema = z.object({
  anonymous: flag().meta({ override: { type: "boolean" } }),
  limit: queryLimit(50, 200),
  before: messageId().meta({ override: { type: "string" } }),
  after: messageId().meta({ override: { type: "string" } }),
});

export const conversationsQuerySchema = z.object({ limit: queryLimit(100, 200), cursor: queryText(20) });

/** A member or an alias that the caller blocks. */
export const blockResponseSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: "Block" });

/** Where a list of blocks continues. A cursor that is not one of ours counts as absent. */
export const blockCursor = () =>
  queryText(80)
    .transform((text) => {
      const [, blockedAt = "", id = ""] = /^(\d+)~(.+)$/.exec(text ?? "") ?? [];
      const time = parseId(blockedAt);
      return time === null ? undefined : { blockedAt: time, id };
    })
    .meta({ override: { type: "string" } });

/** The cursor of the last row of a page. */
export const encodeBlockCursor = ({ blockedAt, id }: { blockedAt: number; id: string }) =>
  `${blockedAt}~${id}`;

export const blocksQuerySchema = z.object({ limit: queryLimit(50, 200), cursor: blockCursor() });

/** What a form can ask of the page of blocks. */
export const blockFormSchema = z.object({
  intent: z.enum(["block", "unblock", "allow-anonymous", "refuse-anonymous"]),
  person: z.string().max(100).default(""),
  redirectTo: z.string().default("/blocks"),
});
