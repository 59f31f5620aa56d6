import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useServerFrames } from "../../realtime/provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./header.css.ts";

/** The member whom the header shows. */
export interface ShellViewer {
  id: string;
  name: string;
  avatarUrl: string | null;
  unread: number;
}

/** The bell: what the server counted, and one more for each message that comes in while no messages page is open. */
export function Bell({ viewer }: { viewer: ShellViewer }) {
  const reading = useLocation().pathname.startsWith("/messages");
  const [more, setMore] = useState(0);
  const counted = useRef(viewer);
  useEffect(() => {
    if (counted.current === viewer && !reading) return;
    counted.current = viewer;
    setMore(0);
  }, [viewer, reading]);
  useServerFrames((frame) => {
    if (frame.event === "receive_message" && frame.data.senderId !== viewer.id && !reading) {
      setMore((count) => count + 1);
    }
  });
  const unread = reading ? 0 : viewer.unread + more;
  return (
    <Link
      to="/messages"
      className={styles.iconButton}
      aria-label={unread > 0 ? undefined : "Notifications"}
      onClick={() => setMore(0)}
    >
      <Icon name="bell" size={24} />
      {unread > 0 && (
        <span className={styles.bellBadge}>
          <Badge count={unread} label="unread messages" />
        </span>
      )}
    </Link>
  );
}
