import { eq } from "drizzle-orm";
import { deviceHeader } from "#app/device/names.ts";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { readChoices } from "#app/platform/http/cookies.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Title } from "#app/ui/page.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import { db, users } from "#db/index.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import type { Route } from "./+types/account.ts";
import * as styles from "./account.css.ts";
import { Display, KeptPages, Links, Section } from "./account-sections.tsx";
import { accountTexts } from "./account-texts.ts";

export const handle = { title: "Account", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const [owner] = await db
    .select({ hasSecondFactor: hasSecondFactor.mapWith(Boolean) })
    .from(users)
    .where(eq(users.id, viewer.id));
  return {
    hasSecondFactor: owner?.hasSecondFactor ?? false,
    ...readChoices(args.request),
    keepsPages: getRequestContext(args.context).responseHeaders.has(deviceHeader),
    email: viewer.email,
    isAdmin: viewer.isAdmin,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, isAdmin, hasSecondFactor, theme, hasNoScripts, keepsPages } = loaderData;
  return (
    <div className={styles.page}>
      <Title heading>Account</Title>
      <div className={styles.sections}>
        <Section title="Logging in">
          <Links
            links={[
              ["/account/email", "Change email", email],
              ["/account/password", "Change password"],
              ["/account/sessions", "Where you are logged in"],
              ["/account/tokens", "API tokens"],
              ...(isAdmin || hasSecondFactor ? [["/account/second-factor", "Two-step login"] as const] : []),
            ]}
          />
        </Section>
        <Section title="Notices and emails" id="emails">
          <p>What we tell you, by email or only here, and when.</p>
          <Links
            links={[
              ["/account/notices", "Choose what we tell you"],
              ["/account/searches", "Saved searches"],
            ]}
          />
        </Section>
        <Section title="Calendar">
          <p>Your events in the calendar app of your phone or computer.</p>
          <Links links={[["/account/calendar", "Your calendar's address"]]} />
        </Section>
        <Section title="Safety">
          <Links
            links={[
              ["/blocks", "Blocked people"],
              ["/reports", "Your reports"],
            ]}
          />
        </Section>
        <Section title="This browser">
          <Display theme={theme} hasNoScripts={hasNoScripts} />
        </Section>
        <Section title="On this device" id="device">
          <KeptPages keepsPages={keepsPages} />
        </Section>
        <Section title="Your data">
          <p>Everything we keep about you: with your files in one ZIP archive, or as one page to read.</p>
          {/* A full page load, because the response is a file. */}
          <form method="post" action="/account/data" className={row[3]}>
            <Button variant="outline">Download your data</Button>
            <Button variant="link" formAction="/account/data?as=page">
              Download as one page
            </Button>
          </form>
        </Section>
        <Section title="Leaving">
          <p>You can take your data with you first.</p>
          <Links links={[["/account/delete", "Delete your account…"]]} />
        </Section>
      </div>
    </div>
  );
}
