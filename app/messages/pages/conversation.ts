import type { ChatLine, PendingText } from "../chat/line-reducer.ts";
import type { Message } from "../input.server.ts";
import { isAlias } from "../rules.ts";

/** A message waiting in the page to be sent. */
export interface PendingMessage extends PendingText {
  receiverId: string;
  isAnonymous: boolean;
}

/** The address of a conversation. A member may have a named and an anonymous one with the same person. */
export const conversationHref = (userId: string, isAnonymous: boolean) =>
  `/messages/${userId}${isAnonymous && !isAlias(userId) ? "?anonymous=1" : ""}`;

const maxTopicLength = 60;

/** The topic that a link to a conversation names. */
export const topicOf = (search: string) =>
  Array.from(new URLSearchParams(search).get("topic") ?? "")
    .slice(0, maxTopicLength)
    .join("");

/** The part of an address that its thread depends on. */
export function threadAddress({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  return [pathname, query.get("anonymous"), query.get("before")].join();
}

export const pendingHref = ({ receiverId, isAnonymous }: PendingMessage): string =>
  conversationHref(receiverId, isAnonymous);

export const toChatLine = (message: Message, viewerId: string): ChatLine => ({
  key: message.id,
  id: message.id,
  content: message.content,
  sentAt: Date.parse(message.timestamp),
  isOwn: message.senderId === viewerId,
  state: message.seen ? "seen" : "sent",
  editedAt: message.editedAt,
  deletedAt: message.deletedAt,
  replyTo: message.replyTo,
  reactions: message.reactions,
  attachments: message.attachments,
});

/** Whether a page shows the list but not this conversation, which a link in a mail may open directly. */
export const isOtherMessagesPage = (page: URL | null, href: string): boolean =>
  page !== null && /^\/messages(\/|$)/.test(page.pathname) && hrefOfPage(page) !== href;

const hrefOfPage = ({ pathname, searchParams }: URL): string =>
  conversationHref(pathname.slice("/messages/".length), searchParams.get("anonymous") === "1");
