import { Link } from "react-router";
import { selectDigest } from "#app/notices/digest.server.ts";
import { loadNoticeSettings } from "#app/notices/settings.server.ts";
import { noticeText } from "#app/notices/texts.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { nameDay } from "#app/platform/time/time.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { quiet, small } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/notices-digest.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";

export const handle = { title: "Your next digest", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireViewer(args);
  const [rows, { digestHour }] = await Promise.all([selectDigest(id), loadNoticeSettings(id)]);
  return {
    hour: `${String(digestHour).padStart(2, "0")}:00`,
    notices: rows.map((row) => ({ id: row.id, url: row.url, text: noticeText(row), day: nameDay(row.at) })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** The text of the next digest. */
export default function Digest({ loaderData: { hour, notices } }: Route.ComponentProps) {
  return (
    <AccountPage title="Your next digest" parent={["/account/notices", "Notices and emails"]}>
      {notices.length === 0 ? (
        <EmptyState title="Nothing new" scene="buoy">
          <p>No email will be sent. Notices that you chose for the digest collect here.</p>
        </EmptyState>
      ) : (
        <>
          <p className={quiet}>It is sent at {hour}, with everything still unread then.</p>
          <ul className={styles.rows}>
            {notices.map(({ id, url, text, day }) => (
              <li key={id}>
                <Link to={url}>
                  <div>
                    {text}
                    <p className={small}>{day}</p>
                  </div>
                  <Icon name="right" size={16} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonLink to="/account/notices" variant="outline" className={styles.start}>
        Change the digest
      </ButtonLink>
    </AccountPage>
  );
}
