import { eq } from "drizzle-orm";
import { Form } from "react-router";
import { db, users } from "#db/index.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { readChoices } from "../../http/cookies.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { row } from "../../styles/layout.css.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/account.ts";
import * as styles from "./account.css.ts";
import { accountTexts } from "./texts.ts";

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
    keepsPages: getRequestContext(args.context).deviceMark !== undefined,
    email: viewer.email,
    isAdmin: viewer.isAdmin,
  };
}

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export default function Account({ loaderData }: Route.ComponentProps) {
  const { theme, hasNoScripts } = loaderData;
  return (
    <div className={styles.page}>
      <Title>Account</Title>
      <h1>Account</h1>
      <div className={styles.sections}>
        <LogInSection page={loaderData} />
        <NoticeSection />
        <section className={styles.section}>
          <h2>Safety</h2>
          <div className={row[3]}>
            <ButtonLink to="/blocks" variant="outline">
              Blocked people
            </ButtonLink>
            <ButtonLink to="/reports" variant="outline">
              Your reports
            </ButtonLink>
          </div>
        </section>
        <DisplaySection theme={theme} hasNoScripts={hasNoScripts} />
        <DeviceSection keepsPages={loaderData.keepsPages} />
        <DataSections />
      </div>
    </div>
  );
}

type AccountPage = Route.ComponentProps["loaderData"];

function LogInSection({ page: { email, isAdmin, hasSecondFactor } }: { page: AccountPage }) {
  return (
    <section className={styles.section}>
      <h2>Logging in</h2>
      <div className={styles.part}>
        <p>{email}</p>
        <div className={row[3]}>
          <ButtonLink to="/account/email" variant="outline">
            Change email
          </ButtonLink>
          <ButtonLink to="/account/password" variant="outline">
            Change password
          </ButtonLink>
          <ButtonLink to="/account/sessions" variant="outline">
            Where you are logged in
          </ButtonLink>
          <ButtonLink to="/account/tokens" variant="outline">
            API tokens
          </ButtonLink>
          {(isAdmin || hasSecondFactor) && (
            <ButtonLink to="/account/second-factor" variant="outline">
              Two-step login
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}

function NoticeSection() {
  return (
    <section className={styles.section} id="emails">
      <h2>Notices and emails</h2>
      <div className={styles.part}>
        <p>What we tell you, by email or only here, and when.</p>
        <div className={row[3]}>
          <ButtonLink to="/account/notices" variant="outline">
            Choose what we tell you
          </ButtonLink>
          <ButtonLink to="/account/searches" variant="outline">
            Saved searches
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** The choice whether this browser keeps pages for when it is offline. */
function DeviceSection({ keepsPages }: { keepsPages: boolean }) {
  return (
    <section className={styles.section} id="device">
      <h2>On this device</h2>
      <Form method="post" action="/account/device" className={styles.part}>
        <p>
          Jobs, events and notes that you open can be read without a connection.{" "}
          {keepsPages
            ? "So can your messages, your profile and your own lists, until you log out."
            : "Your messages and your profile are not kept, because a phone may be shared."}
        </p>
        <ToldLine at="device" />
        <div className={row[3]}>
          <Button variant="outline" name="intent" value={keepsPages ? "stop" : "keep"}>
            {keepsPages ? "Stop keeping my pages" : "Keep for offline on this device"}
          </Button>
          <Button variant="outline" name="intent" value="clear">
            Clear this device
          </Button>
        </div>
      </Form>
    </section>
  );
}

function DataSections() {
  return (
    <>
      <section className={styles.section}>
        <h2>Your data</h2>
        <div className={styles.part}>
          <p>Everything we keep about you, and your files, in one ZIP archive.</p>
          {/* A document load: the answer is a file. */}
          <form method="post" action="/account/data">
            <Button variant="outline">Download your data</Button>
          </form>
        </div>
      </section>
      <section className={styles.section}>
        <h2>Leaving</h2>
        <div className={styles.part}>
          <p>You can take your data with you first.</p>
          <ButtonLink to="/account/delete" variant="outline">
            Delete your account…
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

const themes = [
  ["system", "Match device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** How this browser shows the site: kept in its cookies. */
function DisplaySection({ theme, hasNoScripts }: { theme: "light" | "dark" | null; hasNoScripts: boolean }) {
  return (
    <section className={styles.section}>
      <h2>This browser</h2>
      <div className={styles.part}>
        <Form method="post" action="/theme" className={row[3]}>
          <input type="hidden" name="back" value="/account" />
          {themes.map(([value, text]) => (
            <Button
              key={value}
              variant={(theme ?? "system") === value ? "secondary" : "outline"}
              name="theme"
              value={value}
              aria-pressed={(theme ?? "system") === value}
            >
              {text}
            </Button>
          ))}
        </Form>
        {/* A document load, so that the scripts go or come. */}
        <form method="post" action="/scripts" className={styles.part}>
          <input type="hidden" name="back" value="/account" />
          <p>
            {hasNoScripts
              ? "Pages come without scripts. Nothing appears live; load a page again to see what is new."
              : "Everything works without scripts, too: lighter pages for slow connections and old phones."}{" "}
            If your browser asks for less data, pictures wait until you ask for them.
          </p>
          <Button variant="outline" name="scripts" value={hasNoScripts ? "on" : "off"}>
            {hasNoScripts ? "Full version" : "Lite version"}
          </Button>
        </form>
      </div>
    </section>
  );
}
