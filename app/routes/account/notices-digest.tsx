import { Link } from "react-router";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { selectDigest } from "../../notices/digest.server.ts";
import { loadNoticeSettings } from "../../notices/settings.server.ts";
import { noticeText } from "../../notices/texts.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { Route } from "./+types/notices-digest.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const found = await queryOrNull(args.context, () =>
    Promise.all([selectDigest(viewer.id), loadNoticeSettings(viewer.id)]),
  );
  if (!found) return null;
  const [rows, { digestHour }] = found;
  return {
    hour: `${String(digestHour).padStart(2, "0")}:00`,
    notices: rows.map((row) => ({ id: row.id, url: row.url, text: noticeText(row) })),
  };
}

export const clientLoader = withFallback(() => null);

/** The text of the next digest. */
export default function Digest({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Your next digest">
      {!loaderData && <LoadFailure text={accountTexts.loadFailed} />}
      {loaderData?.notices.length === 0 && (
        <p>Nothing is new, so no email is sent. Notices that you chose for the digest gather here.</p>
      )}
      {loaderData && loaderData.notices.length > 0 && (
        <>
          <p>It comes at {loaderData.hour}, with what is unread until then.</p>
          <ul className={styles.list}>
            {loaderData.notices.map(({ id, url, text }) => (
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
