import { Link } from "react-router";
import { selectDigest } from "#app/notices/digest.server.ts";
import { loadNoticeSettings } from "#app/notices/settings.server.ts";
import { noticeText } from "#app/notices/texts.server.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty.tsx";
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
    notices: rows.map((row) => ({ id: row.id, url: row.url, text: noticeText(row) })),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** The text of the next digest. */
export default function Digest({ loaderData: { hour, notices } }: Route.ComponentProps) {
  return (
    <AccountPage title="Your next digest">
      {notices.length === 0 ? (
        <EmptyState title="Nothing new" scene="buoy">
          <p>No email will be sent. Notices that you chose for the digest collect here.</p>
        </EmptyState>
      ) : (
        <>
          <p>It is sent at {hour}, with everything still unread then.</p>
          <ul className={styles.list}>
            {notices.map(({ id, url, text }) => (
              <li key={id} className={styles.item}>
                <Link to={url} className={styles.name}>
                  {text}
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
