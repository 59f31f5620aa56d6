import type { Message } from "../../schemas/message.ts";
import type { Outcome } from "./outbox.ts";

/** A conversation as the list shows it. */
export interface Summary {
  userId: string;
  name: string;
  avatarUrl: string | null;
  lastMessage: string;
  lastMessageAt: number;
  /** Whether the last message is one's own. */
  own: boolean;
  unreadCount: number;
  isAnonymous: boolean;
  href: string;
  /** What was here before a message that is still on its way; null when there was no conversation. */
  before?: { tempId: string; summary: Summary | null };
}

/** Where a conversation is: the one in which oneself is hidden lies beside the named one. */
export const summaryHref = (userId: string, isAnonymous: boolean) =>
  `/messages/${userId}${isAnonymous && /^\d/.test(userId) ? "?anonymous=1" : ""}`;

type Known = { name: string; avatarUrl: string | null };
export type InboxAction =
  | { type: "loaded"; conversations: Summary[] }
  | { type: "received"; message: Message; viewerId: string; openHref: string | null }
  | { type: "outcome"; outcome: Outcome; partner: Known | null };

/** The list after a change, newest first. */
export function inboxReducer(list: Summary[], change: InboxAction): Summary[] {
  if (change.type === "loaded") return change.conversations;
  const next =
    change.type === "received" ? addReceived(list, change) : addSent(list, change.outcome, change.partner);
  return next.toSorted((a, b) => b.lastMessageAt - a.lastMessageAt);
}

function addReceived(
  list: Summary[],
  { message, viewerId, openHref }: Extract<InboxAction, { type: "received" }>,
): Summary[] {
  const own = message.senderId === viewerId;
  const userId = own ? message.receiverId : message.senderId;
  const href = summaryHref(userId, message.isAnonymous);
  const before = list.find((summary) => summary.href === href);
  // Of a conversation that one began on another device only the whole list knows the name.
  if (!before && own) return list;
  const summary: Summary = {
    userId,
    href,
    isAnonymous: message.isAnonymous,
    own,
    name: before?.name ?? message.sender.name,
    avatarUrl: before?.avatarUrl ?? null,
    lastMessage: message.content,
    lastMessageAt: Date.parse(message.timestamp),
    unreadCount: (before?.unreadCount ?? 0) + (own || href === openHref ? 0 : 1),
  };
  return [summary, ...list.filter((other) => other !== before)];
}

function addSent(list: Summary[], outcome: Outcome, partner: Known | null): Summary[] {
  const { tempId, receiverId, content, at } = outcome.pending;
  const href = summaryHref(receiverId, false);
  const found = list.find((summary) => summary.href === href);
  const rest = list.filter((summary) => summary !== found);
  if (outcome.type === "added") {
    const known = found ?? partner;
    if (!known) return list;
    return [
      {
        userId: receiverId,
        href,
        isAnonymous: false,
        own: true,
        unreadCount: 0,
        name: known.name,
        avatarUrl: known.avatarUrl,
        lastMessage: content,
        lastMessageAt: at,
        before: { tempId, summary: found ?? null },
      },
      ...rest,
    ];
  }
  if (found?.before?.tempId !== tempId) return list;
  if (outcome.type === "saved") {
    const { before: _, ...summary } = found;
    return [{ ...summary, lastMessageAt: Date.parse(outcome.message.timestamp) }, ...rest];
  }
  if (outcome.delivered) return list;
  return found.before.summary ? [found.before.summary, ...rest] : rest;
}
