import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useServerFrames } from "../../realtime/provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./header.css.ts";

/** The member in the header. */
export interface ShellViewer {
  id: string;
  name: string;
  isAdmin: boolean;
  avatarUrl: string | null;
  unread: number;
}

/** The bell: the server's count, plus one for each message that arrives while no messages page is open. */
export function Bell({ viewer }: { viewer: ShellViewer }) {
  const isReading = useLocation().pathname.startsWith("/messages");
  const [arrived, setArrived] = useState(0);
  const counted = useRef(viewer);
  useEffect(() => {
    if (counted.current === viewer && !isReading) return;
    counted.current = viewer;
    setArrived(0);
  }, [viewer, isReading]);
  useServerFrames((frame) => {
    if (frame.event === "receive_message" && frame.data.senderId !== viewer.id && !isReading) {
      setArrived((count) => count + 1);
    }
  });
  const unread = isReading ? 0 : viewer.unread + arrived;
  return (
    <Link
      to="/messages"
      className={styles.iconButton}
      aria-label={unread > 0 ? undefined : "Notifications"}
      onClick={() => setArrived(0)}
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
