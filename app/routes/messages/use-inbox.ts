import { useEffect, useReducer, useRef } from "react";
import { useConnection, useServerFrames } from "../../realtime/provider.tsx";
import { inboxReducer, type Summary } from "./inbox-reducer.ts";
import { outbox } from "./outbox.ts";

interface Loaded {
  viewer: { id: string };
  inbox: { conversations: Summary[]; isFirstPage: boolean } | null;
  open: { href: string; partner: { name: string; avatarUrl: string | null } } | null;
}

/** The conversations, kept up to date by what comes in and goes out; null when they could not be loaded. */
export function useInbox({ viewer, inbox, open }: Loaded): Summary[] | null {
  const [list, change] = useReducer(inboxReducer, inbox?.conversations ?? []);
  const live = useConnection();
  const openHref = open?.href ?? null;
  const isFirst = inbox?.isFirstPage ?? false;

  const loaded = inbox?.conversations;
  const shown = useRef(loaded);
  useEffect(() => {
    if (!loaded || shown.current === loaded) return;
    shown.current = loaded;
    change({ type: "loaded", conversations: loaded });
  }, [loaded]);

  const refresh = useRef(() => {});
  refresh.current = () => {
    if (!isFirst) return;
    fetch("/messages/inbox", { signal: AbortSignal.timeout(10_000) })
      .then((response) => (response.ok && !response.redirected ? response.json() : null))
      .then((conversations: Summary[] | null) => conversations && change({ type: "loaded", conversations }))
      .catch(() => {});
  };

  useServerFrames((frame) => {
    if (frame.event !== "receive_message" || !isFirst) return;
    const message = frame.data;
    const own = message.senderId === viewer.id;
    const known = list.some(({ userId }) => userId === (own ? message.receiverId : message.senderId));
    if (known || !own) change({ type: "received", message, viewerId: viewer.id, openHref });
    // The list knows the picture and, where oneself wrote from another device, the name.
    if (!known) refresh.current();
  });

  // What came in between loading and listening, and while the connection was away.
  useEffect(
    () =>
      live?.onState((state) => {
        if (state === "open") refresh.current();
      }),
    [live],
  );

  const partner = open?.partner ?? null;
  const newest = useRef(partner);
  newest.current = partner;
  useEffect(
    () => outbox.hear((outcome) => change({ type: "outcome", outcome, partner: newest.current })),
    [],
  );

  // The open conversation is being read: nothing in it counts as unread.
  return (
    inbox && list.map((summary) => (summary.href === openHref ? { ...summary, unreadCount: 0 } : summary))
  );
}
