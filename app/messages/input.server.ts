import { z } from "zod";
import { answerCount, answerText, answerTime } from "#app/platform/schemas/answers.server.ts";
import {
  optionalLine,
  optionalText,
  parseId,
  requiredLine,
  requiredText,
} from "#app/platform/schemas/fields.server.ts";
import {
  cursor,
  idCursor,
  idInList,
  queryLimit,
  queryText,
} from "#app/platform/schemas/query-fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { signs } from "#db/vocabulary.ts";
import { attachmentTexts, maxAttachments } from "./attachment-rules.ts";
import { isAlias, maxMessageLength, messageTexts } from "./rules.ts";

export const parsePartnerId = (text: unknown): number | string | null =>
  typeof text === "string" && text.length <= 40 && isAlias(text) ? text : parseId(text);

export const messageContent = requiredText(messageTexts.blank, maxMessageLength).meta({
  example: "Are you free on Friday?",
});

/** Null for no message, and 0, which no message has, for an invalid id. */
export const answeredId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) =>
    value === null || value === undefined || value === "" ? null : (parseId(String(value)) ?? 0),
  )
  .meta({
    override: { type: ["string", "null"] },
    example: null,
    description: "The id of the message that this one answers, in the same conversation",
  });

/** `PUT /api/messages/{id}` */
export const editSchema = z.object({ content: messageContent }).meta({ id: "MessageEdit" });

/** `PUT …/reaction` for a message and for a line of the room. */
export const reactionSchema = z
  .object({
    sign: z.enum(signs, { error: `sign must be one of ${signs.join(", ")}` }).meta({ example: "thumb" }),
  })
  .meta({ id: "Reaction" });

export const reactionsSchema = z
  .array(
    z.object({
      sign: z.enum(signs).meta({ example: "thumb" }),
      count: answerCount(1),
      own: z.boolean().meta({ example: false, description: "Whether one of them is yours" }),
    }),
  )
  .optional()
  .meta({ description: "Absent where nobody has reacted" });
export type Reactions = z.infer<typeof reactionsSchema>;

export const deletedAt = answerTime("2026-01-15T10:40:00.000Z")
  .optional()
  .meta({ description: "Set once its writer has deleted it: `content` then says so" });

const attachmentId = z.string({ error: attachmentTexts.gone }).max(64, attachmentTexts.gone);

/** `POST /api/messages/send` and the frame `send_message`. `tempId` is the sender's own id for the message. */
export const sendSchema = z
  .object({
    senderId: requiredLine("senderId is required", 40).meta({ example: "7", description: "Your own id" }),
    receiverId: requiredLine("receiverId is required", 40).meta({
      example: "12",
      description: "A member's id, or the alias (`anon_…`) of someone who writes to you anonymously",
    }),
    content: optionalText(maxMessageLength)
      .transform((text) => text ?? "")
      .meta({ example: "Are you free on Friday?", description: "May be absent where `attachments` is not" }),
    isAnonymous: z
      .boolean({ error: "isAnonymous must be true or false" })
      .nullish()
      .transform((value) => value ?? false)
      .meta({ example: false, description: "Whether the receiver sees you as an alias" }),
    tempId: optionalLine(64).meta({
      example: "draft-1",
      description: "Your own id for the message: it is stored once, however often it is sent",
    }),
    replyTo: answeredId,
    attachments: z
      .array(attachmentId, { error: "attachments must be a list of ids" })
      .max(maxAttachments, attachmentTexts.tooManyFiles)
      .refine((ids) => new Set(ids).size === ids.length, attachmentTexts.gone)
      .nullish()
      .transform((ids) => ids ?? [])
      .meta({
        override: { type: ["array", "null"], items: { type: "string" }, maxItems: maxAttachments },
        example: [],
        description: "What `POST /api/uploads?for=message` answered, in the order in which it is shown",
      }),
  })
  .refine(({ content, attachments }) => content !== "" || attachments.length > 0, {
    error: messageTexts.blank,
    path: ["content"],
  })
  .meta({ id: "MessageInput" });
export type SendInput = z.output<typeof sendSchema>;

const attachmentSchema = z
  .object({
    id: answerText("kQ3v8yT0c4mJWb6nLs1xRk"),
    url: answerText("/files/messages/kQ3v8yT0c4mJWb6nLs1xRk/poster.webp").meta({
      description:
        "Relative, for the two members of the conversation only. With `?size=small` a picture of at most 560 pixels",
    }),
    name: answerText("poster.webp"),
    type: answerText("image/webp").meta({ description: "Its media type: pictures become WebP" }),
    size: answerCount(184_320).meta({ description: "In bytes" }),
    width: answerCount(1200).nullable().meta({ description: "A picture's width in pixels" }),
    height: answerCount(900).nullable(),
  })
  .meta({ id: "Attachment" });
export type Attachment = z.infer<typeof attachmentSchema>;

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
    replyTo: z
      .object({
        id: answerText("1203"),
        senderId: answerText("12"),
        content: answerText("When shall we meet?").meta({ description: "Its first words" }),
      })
      .optional()
      .meta({ description: "The message that this one answers" }),
    attachments: z
      .array(attachmentSchema)
      .optional()
      .meta({ description: "Absent if there are none. `content` is empty if the message is only files" }),
    reactions: reactionsSchema,
    editedAt: answerTime("2026-01-15T10:32:00.000Z").optional(),
    deletedAt,
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
    muted: z
      .literal(true)
      .optional()
      .meta({ description: "Set while the conversation sends you no notices" }),
    archived: z
      .literal(true)
      .optional()
      .meta({ description: "Set while it is hidden from the list, until a new message" }),
  })
  .meta({ id: "Conversation" });

const choice = (description: string) =>
  z.boolean({ error: "Must be true or false" }).optional().meta({ example: true, description });

/** `PUT /api/messages/conversations/{userId}` */
export const conversationChangeSchema = z
  .object({
    muted: choice("Whether it sends you no notices"),
    archived: choice("Whether it leaves the list until a new message comes"),
    unread: choice("Whether it counts as unread until you open its page"),
  })
  .meta({ id: "ConversationChange" });

const flag = () => queryText().transform((text) => text === "true" || text === "1");

export const historyQuerySchema = z.object({
  anonymous: flag().meta({
    override: { type: "boolean" },
    example: false,
    description: "The conversation in which you are the hidden one",
  }),
  limit: queryLimit(),
  before: idInList("1204", "A message's id: the newest messages before it"),
  after: idInList("1204", "A message's id: the oldest messages after it"),
});

export const conversationsQuerySchema = z.object({
  limit: queryLimit(100, 200),
  cursor: cursor(idCursor, "41"),
  archived: flag().meta({
    override: { type: "boolean" },
    example: false,
    description: "The archived ones instead",
  }),
});

export const messageSearchSchema = z.object({
  q: optionalLine(maxNameSearchLength).meta({
    example: "capstone",
    description: "Words in any order, in any case, with or without accents",
  }),
  limit: queryLimit(),
  cursor: cursor(idCursor, "1204"),
});

export const foundMessageSchema = messageResponseSchema
  .extend({
    partnerId: answerText("12").meta({
      description: "The other member of its conversation: an id, or an alias",
    }),
  })
  .meta({ id: "FoundMessage" });

export const conversationQuerySchema = historyQuerySchema.pick({ anonymous: true });

export const blockResponseSchema = z
  .object({ id: answerText("12"), name: answerText("Rohan Pillai") })
  .meta({ id: "Block" });

/** Returns undefined for an invalid cursor. */
export function readBlockCursor(text: string | null | undefined) {
  const [, blockedAt, id] = blockCursor.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { blockedAt: Number(blockedAt), id };
}
const blockCursor = /^([1-9]\d{0,14})~(.{1,60})$/;

export const encodeBlockCursor = ({ blockedAt, id }: { blockedAt: number; id: string }) =>
  `${blockedAt}~${id}`;

export const blocksQuerySchema = z.object({
  limit: queryLimit(),
  cursor: cursor(blockCursor, "1768473000000~12"),
});

export const blockFormSchema = z.object({
  intent: z.enum(["block", "unblock", "allow-anonymous", "refuse-anonymous"]),
  person: z.string().max(100).default(""),
});
