import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useServerFrames } from "#app/platform/realtime/provider.tsx";
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

/** Shows the server's last count plus one for each message that arrives while no messages page is open. */
export function Bell({ viewer }: { viewer: ShellViewer }) {
  const isReading = useLocation().pathname.startsWith("/messages");
  const [received, setReceived] = useState<number | null>(null);
  const counted = useRef(viewer);
  useEffect(() => {
    if (counted.current === viewer && !isReading) return;
    counted.current = viewer;
    setReceived(null);
  }, [viewer, isReading]);
  useServerFrames((frame) => {
    if (isReading) return;
    if (frame.event === "unread_messages") setReceived(frame.data.unread);
    else if (frame.event === "receive_message" && frame.data.senderId !== viewer.id) {
      setReceived((count) => (count ?? Number(viewer.unread)) + 1);
    }
  });
  const bell = isReading ? describeBell(0) : received === null ? viewer : describeBell(received);
  useTitleCount(bell.titleCount, isReading);
  const look = {
    "aria-label": bell.bellLabel,
    "aria-current": isReading ? ("page" as const) : undefined,
    onClick: () => setReceived(null),
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
  const [received, setReceived] = useState<{ to: ShellViewer | null; unread: number } | null>(null);
  useServerFrames((frame) => {
    if (frame.event === "notice") setReceived({ to: viewer, unread: frame.data.unread });
  });
  return received && received.to === viewer ? describeCount(received.unread) : (viewer?.notices ?? "0");
}
