import { findPosterUrl } from "#app/account/join-links.server.ts";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Skyline } from "#app/ui/drawing.tsx";
import { Title } from "#app/ui/page.tsx";
import { drawQrCode } from "#app/ui/qr-code.server.ts";
import { QrCode } from "#app/ui/qr-code.tsx";
import { quiet, spread } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/poster.ts";
import { onScreen } from "./admin.css.ts";
import * as styles from "./poster.css.ts";
import { PrintButton } from "./print-button.tsx";

/** A sheet of paper for a notice board. A link that admits without approval is never printed. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireAdmin(args);
  const link = await findPosterUrl(viewer, toId(args.url.searchParams.get("link")));
  const url = link ?? siteOrigin;
  return {
    name: settings.siteName,
    college: settings.collegeName,
    // A code of 22 letters is for cameras, not for typing.
    address: link === null ? siteOrigin.replace(/^https?:\/\//, "") : null,
    code: drawQrCode(url),
  };
}

export default function Poster({ loaderData: { name, college, address, code } }: Route.ComponentProps) {
  const isOfLink = address === null;
  return (
    <div className={styles.page}>
      <Title>Poster</Title>
      <div className={onScreen}>
        <Back to={isOfLink ? "/join" : "/admin"}>{isOfLink ? "Join links" : "Overview"}</Back>
        <div className={spread}>
          <h1>Poster</h1>
          <PrintButton />
        </div>
        <p className={quiet}>Print this page: only the sheet is printed.</p>
      </div>
      <section className={styles.poster} aria-labelledby="poster">
        <div className={styles.drawing}>
          <Skyline />
        </div>
        <h2 id="poster" className={styles.heading}>
          {name}
        </h2>
        <p className={styles.line}>{`Students and alumni${college && ` of ${college}`} help each other.`}</p>
        <ul className={styles.list}>
          <li>Notes and old papers, by year and course</li>
          <li>Questions that seniors answer</li>
          <li>Jobs and internships from alumni</li>
          <li>What happens this week</li>
        </ul>
        <QrCode code={code} label="QR code of the address" className={styles.code} />
        <p className={styles.line}>{address ?? "Scan the code to join."}</p>
      </section>
    </div>
  );
}
