import type { Person } from "#app/people/person.tsx";
import type { ShownMute } from "#app/platform/auth/mute-texts.ts";
import { signOf } from "#app/ui/signs.ts";
import type { ChatLine } from "../chat/line-reducer.ts";
import { anonymousName, isAlias } from "../rules.ts";
import { conversationHref } from "./conversation.ts";
import type { ConversationSummary } from "./inbox-reducer.ts";

/** The data of the page. A part that could not be loaded is null. */
export interface MessagesPage {
  viewer: { id: string; name: string };
  timeZone: string;
  /** When the page was rendered, in milliseconds since the epoch. */
  now: number;
  inbox: { conversations: ConversationSummary[]; next: number | null; isFirstPage: boolean } | null;
  inboxCursor: string | null;
  /** Whether the list shows archived conversations. */
  isArchived: boolean;
  search: string;
  searchResults: FoundUser[] | null;
  /** Null while no conversation is selected. */
  conversation: OpenConversation | null;
}

export interface FoundUser {
  id: string;
  name: string;
  email: string;
  avatarUrl: string | null;
}

export interface Partner extends Person {
  id: string;
  /** Whether they are suspended or deleted. Always false for an alias. */
  hasLeft: boolean;
  /** Whether the viewer may write to them anonymously. */
  allowsAnonymous: boolean;
  /** What "upwards only" means for an anonymous conversation with them. */
  anonymousNote?: string;
  isBlocked: boolean;
  /** Whether the viewer, using their name, may send them a connection request. */
  canConnect: boolean;
}

/** A hidden partner: only the alias is known. */
export const createAliasPartner = (alias: string): Partner => ({
  id: alias,
  name: anonymousName,
  href: null,
  avatarUrl: null,
  line: null,
  sign: signOf(alias.charAt(5)),
  hasLeft: false,
  allowsAnonymous: false,
  isBlocked: false,
  canConnect: false,
});

/** A message that a browser without scripts failed to send. */
export interface RejectedMessage {
  error: string;
  text: string;
}

export interface OpenConversation {
  partner: Partner;
  href: string;
  /** Whether one of the two is hidden: the partner if their id is an alias, otherwise the viewer. */
  isAnonymous: boolean;
  /** The administrators' text about whom members can contact. */
  contacts?: string;
  thread: { lines: ChatLine[]; hasOlder: boolean } | null;
  isLatest: boolean;
  /** Whether the partner may learn that the viewer has read it: a hidden viewer must have opened it from the list. */
  sendsSeen: boolean;
  /** The mute that keeps a hidden viewer from writing. */
  mute: ShownMute | null;
  /** Null before the first message. */
  quiet: { isMuted: boolean; isArchived: boolean } | null;
}

export const isComplete = ({ inbox, search, searchResults, conversation }: MessagesPage): boolean =>
  inbox !== null && (search === "" || searchResults !== null) && conversation?.thread !== null;

/** The page while offline: the list as last shown, and null for everything else that the address requests. */
export function createOfflinePage(shown: MessagesPage, { pathname, searchParams: query }: URL): MessagesPage {
  const [, , userId] = pathname.split("/");
  const inboxCursor = query.get("inbox");
  const search = query.get("search")?.trim() ?? "";
  return {
    ...shown,
    inbox: inboxCursor === null || inboxCursor === shown.inboxCursor ? shown.inbox : null,
    inboxCursor,
    isArchived: query.get("archived") === "1",
    search,
    searchResults: null,
    conversation: userId === undefined ? null : openOffline(shown, query, userId),
  };
}

function openOffline(shown: MessagesPage, query: URLSearchParams, userId: string): OpenConversation {
  const isAnonymous = isAlias(userId) || query.get("anonymous") === "1";
  const href = conversationHref(userId, isAnonymous);
  const isLatest = !query.has("before");
  if (isLatest && shown.conversation?.isLatest && shown.conversation.href === href) return shown.conversation;
  const partner = partnerFromInbox(userId, href, shown.inbox);
  const sendsSeen = !isAnonymous || isAlias(userId);
  return { partner, href, isAnonymous, thread: null, isLatest, sendsSeen, mute: null, quiet: null };
}

/** What the list knows about the partner, used if their own row could not be loaded. */
export function partnerFromInbox(id: string, href: string, inbox: MessagesPage["inbox"]): Partner {
  if (isAlias(id)) return createAliasPartner(id);
  const summary = inbox?.conversations.find((conversation) => conversation.href === href);
  return {
    id,
    name: summary?.name ?? "Conversation",
    href: null,
    avatarUrl: summary?.avatarUrl ?? null,
    line: null,
    sign: null,
    hasLeft: false,
    allowsAnonymous: true,
    isBlocked: false,
    canConnect: false,
  };
}
