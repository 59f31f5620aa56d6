import type { Message } from "../input.server.ts";
import { describeMessage } from "../rules.ts";
import { conversationHref, pendingHref } from "./conversation.ts";
import type { OutboxEvent } from "./outbox.ts";

/** A conversation as the list shows it. */
export interface ConversationSummary {
  userId: string;
  name: string;
  avatarUrl: string | null;
  lastMessage: string;
  /** Milliseconds since the epoch. */
  lastMessageAt: number;
  isLastMessageOwn: boolean;
  unreadCount: number;
  isAnonymous: boolean;
  /** Whether the account was deleted. */
  hasLeft?: boolean;
  isMuted?: boolean;
  href: string;
  /** The state to restore if the last message fails; `summary` is null for a new conversation. */
  rollback?: { tempId: string; summary: ConversationSummary | null };
}

type PartnerProfile = { name: string; avatarUrl: string | null };
export type InboxAction =
  | { type: "loaded"; conversations: ConversationSummary[] }
  | { type: "received"; message: Message; viewerId: string; openHref: string | null }
  | { type: "changed"; message: Message; viewerId: string }
  | { type: "outbox"; event: OutboxEvent; partner: PartnerProfile | null };

/** Returns the conversations after an action, newest first. */
export function inboxReducer(
  conversations: ConversationSummary[],
  action: InboxAction,
): ConversationSummary[] {
  if (action.type === "loaded") return keepNewer(action.conversations, conversations);
  if (action.type === "changed") return conversations.map((summary) => changeLast(summary, action));
  const next =
    action.type === "received"
      ? addReceived(conversations, action)
      : applyOutboxEvent(conversations, action.event, action.partner);
  return next.toSorted((a, b) => b.lastMessageAt - a.lastMessageAt);
}

/** A message may arrive before a list that was read without it. */
function keepNewer(loaded: ConversationSummary[], shown: ConversationSummary[]): ConversationSummary[] {
  return loaded
    .map((summary) => {
      const known = shown.find(({ href }) => href === summary.href);
      return known && known.lastMessageAt > summary.lastMessageAt ? known : summary;
    })
    .toSorted((a, b) => b.lastMessageAt - a.lastMessageAt);
}

function changeLast(
  summary: ConversationSummary,
  { message, viewerId }: Extract<InboxAction, { type: "changed" }>,
): ConversationSummary {
  const userId = message.senderId === viewerId ? message.receiverId : message.senderId;
  const isLast =
    summary.href === conversationHref(userId, message.isAnonymous) &&
    summary.lastMessageAt === Date.parse(message.timestamp);
  return isLast
    ? { ...summary, lastMessage: describeMessage(message.content, message.attachments) }
    : summary;
}

function addReceived(
  conversations: ConversationSummary[],
  { message, viewerId, openHref }: Extract<InboxAction, { type: "received" }>,
): ConversationSummary[] {
  const isOwn = message.senderId === viewerId;
  const userId = isOwn ? message.receiverId : message.senderId;
  const href = conversationHref(userId, message.isAnonymous);
  const previous = conversations.find((summary) => summary.href === href);
  // The frame does not name the partner of a conversation that the viewer started on another device.
  if (!previous && isOwn) return conversations;
  const summary: ConversationSummary = {
    userId,
    href,
    isAnonymous: message.isAnonymous,
    isLastMessageOwn: isOwn,
    isMuted: previous?.isMuted ?? false,
    name: previous?.name ?? message.sender.name,
    avatarUrl: previous?.avatarUrl ?? null,
    lastMessage: describeMessage(message.content, message.attachments),
    lastMessageAt: Date.parse(message.timestamp),
    unreadCount: (previous?.unreadCount ?? 0) + (isOwn || href === openHref ? 0 : 1),
  };
  return [summary, ...conversations.filter((other) => other !== previous)];
}

function applyOutboxEvent(
  conversations: ConversationSummary[],
  event: OutboxEvent,
  partner: PartnerProfile | null,
): ConversationSummary[] {
  const { tempId, receiverId, content, sentAt, isAnonymous, files } = event.pending;
  const href = pendingHref(event.pending);
  const previous = conversations.find((summary) => summary.href === href);
  const others = conversations.filter((summary) => summary !== previous);
  if (event.type === "added") {
    const profile = previous ?? partner;
    if (!profile) return conversations;
    const summary: ConversationSummary = {
      userId: receiverId,
      href,
      isAnonymous,
      isLastMessageOwn: true,
      unreadCount: 0,
      name: profile.name,
      avatarUrl: profile.avatarUrl,
      lastMessage: describeMessage(content, files),
      lastMessageAt: sentAt,
      rollback: { tempId, summary: previous ?? null },
    };
    return [summary, ...others];
  }
  if (event.type === "saved" && previous && !previous.rollback) {
    // The pending message is gone if a list that was read before the message was stored has replaced it.
    const { timestamp, content, attachments } = event.message;
    const lastMessageAt = Date.parse(timestamp);
    if (previous.lastMessageAt > lastMessageAt) return conversations;
    const lastMessage = describeMessage(content, attachments);
    return [{ ...previous, lastMessage, lastMessageAt, isLastMessageOwn: true }, ...others];
  }
  if (previous?.rollback?.tempId !== tempId) return conversations;
  if (event.type === "saved") {
    const { rollback: _, ...summary } = previous;
    return [{ ...summary, lastMessageAt: Date.parse(event.message.timestamp) }, ...others];
  }
  if (event.type === "loggedOut" || event.delivered) return conversations;
  return previous.rollback.summary ? [previous.rollback.summary, ...others] : others;
}
