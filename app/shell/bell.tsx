import { useLayoutEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
import { useIsLoading } from "#app/platform/realtime/use-reload.ts";
import { badge } from "#app/ui/badge.css.ts";
import { Icon } from "#app/ui/icon.tsx";
import { describeBell, describeCount } from "./bell-texts.ts";
import * as styles from "./header.css.ts";

export interface ShellViewer {
  id: string;
  name: string;
  /** Whether they see the link to the administration. */
  isOnTeam: boolean;
  hasPicture: boolean;
  avatarUrl: string;
  letter: string;
  tone: string;
  unread: string;
  badge: string;
  /** Prefix of the tab's title: `(3) `, or empty. */
  titleCount: string;
  bellLabel: string;
  notices: string;
}

/** Keeps the number in the tab's title current. The messages page sets its own. */
function useTitleCount(titleCount: string, isReading: boolean) {
  // A passive effect would still set the number on the next page's title after a log-out.
  useLayoutEffect(() => {
    if (isReading) return;
    const mark = () => {
      const title = titleCount + document.title.replace(/^\(\d+\+?\) /, "");
      if (document.title !== title) document.title = title;
    };
    mark();
    const watcher = new MutationObserver(mark);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [titleCount, isReading]);
}

interface Received {
  count: number;
  /** The page's data at that time. */
  viewer: ShellViewer | null;
  isDuringLoad: boolean;
}

/**
 * The last count that a frame brought, or undefined if the page's data is newer. Data requested before the frame
 * arrived does not count as newer, because it may lack what the frame counts.
 */
function useReceivedCount(viewer: ShellViewer | null) {
  const isLoading = useIsLoading();
  const [received, setReceived] = useState<Received | null>(null);
  if (received && received.viewer !== viewer)
    setReceived(received.isDuringLoad ? { ...received, viewer, isDuringLoad: false } : null);
  const receive = (change: (before: number | undefined) => number) =>
    setReceived((before) => ({ count: change(before?.count), viewer, isDuringLoad: isLoading }));
  return [received?.count, receive, () => setReceived(null)] as const;
}

/** Shows the server's last count plus one for each message that arrives while no messages page is open. */
export function Bell({ viewer }: { viewer: ShellViewer }) {
  const isReading = useLocation().pathname.startsWith("/messages");
  const [received, receive, forget] = useReceivedCount(viewer);
  if (isReading && received !== undefined) forget();
  useServerFrames((frame) => {
    if (isReading) return;
    if (frame.event === "unread_messages") receive(() => frame.data.unread);
    else if (frame.event === "receive_message" && frame.data.senderId !== viewer.id)
      receive((before) => (before ?? Number(viewer.unread)) + 1);
  });
  const bell = isReading ? describeBell(0) : received === undefined ? viewer : describeBell(received);
  useTitleCount(bell.titleCount, isReading);
  const look = {
    "aria-label": bell.bellLabel,
    "aria-current": isReading ? ("page" as const) : undefined,
    onClick: forget,
  };
  const count = (
    <span className={styles.badgePlace} data-unread={bell.unread} aria-hidden>
      <span className={badge}>{bell.badge}</span>
    </span>
  );
  return (
    <>
      <Link to="/messages" className={`${styles.iconButton} ${styles.notInBar}`} {...look}>
        <Icon name="bell" size={24} />
        {count}
      </Link>
      {/* On phones the bar links to the list, which has no space beside a conversation. */}
      <Link to="/messages?list" className={`${styles.iconButton} ${styles.inBar}`} {...look}>
        <span className={styles.messages}>
          <Icon name="chat" size={24} />
        </span>
        {count}
      </Link>
    </>
  );
}

export function useNotices(viewer: ShellViewer | null): string {
  const [received, receive] = useReceivedCount(viewer);
  useServerFrames((frame) => {
    if (frame.event === "notice") receive(() => frame.data.unread);
  });
  return received === undefined ? (viewer?.notices ?? "0") : describeCount(received);
}
