import { eq, isNotNull } from "drizzle-orm";
import { Form, Link, useNavigation } from "react-router";
import { db, users, write } from "#db/index.ts";
import { hasSecondFactor } from "#db/scopes/users.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { readChoices } from "../../http/cookies.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { ToldLine } from "../../ui/told.tsx";
import type { Route } from "./+types/account.ts";
import * as styles from "./account.css.ts";
import { saveAsking } from "./asking.server.ts";
import { AskingForm } from "./asking-form.tsx";
import { accountTexts } from "./texts.ts";

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const rows = await queryOrNull(args.context, () =>
    db
      .select({
        isEmailConfirmed: isNotNull(users.emailConfirmedAt).mapWith(Boolean),
        mailUnseen: users.mailUnseen,
        mailReminders: users.mailReminders,
        allowAsking: users.allowAsking,
        hasSecondFactor: hasSecondFactor.mapWith(Boolean),
      })
      .from(users)
      .where(eq(users.id, viewer.id)),
  );
  if (!rows?.[0]) return null;
  return { ...rows[0], ...readChoices(args.request), email: viewer.email, isAdmin: viewer.isAdmin };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: accountTexts.saveFailed, loggedOut: accountTexts.loggedOut };

/** Stores which emails the member gets, or whether others may ask them. */
export async function action(args: Route.ActionArgs) {
  const viewer = await requireViewer(args);
  return submitForm(
    args,
    { fields: ["intent", "mailUnseen", "mailReminders", "allowAsking"], texts },
    async ({ data }) => {
      if (data.get("intent") === "asking") {
        return redirectAndTell(
          args.context,
          "/account",
          await saveAsking(viewer.id, data.has("allowAsking")),
        );
      }
      const mails = { mailUnseen: data.has("mailUnseen"), mailReminders: data.has("mailReminders") };
      await write(() => db.update(users).set(mails).where(eq(users.id, viewer.id)));
      return redirectAndTell(args.context, "/account", {
        text: "Your choice of emails is saved.",
        at: "emails",
      });
    },
  );
}

export const clientAction = keepForm(texts);

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <div className={styles.page}>
        <Title>Account</Title>
        <h1>Account</h1>
        <LoadFailure text={accountTexts.loadFailed} />
      </div>
    );
  }
  const { theme, hasNoScripts } = loaderData;
  return (
    <div className={styles.page}>
      <Title>Account</Title>
      <h1>Account</h1>
      <FormAlert failure={actionData?.failure} />
      <div className={styles.sections}>
        <LogInSection page={loaderData} />
        <MailSection page={loaderData} />
        <AskingForm allowAsking={loaderData.allowAsking} action="/account" />
        <section className={styles.section}>
          <h2>Safety</h2>
          <div className={styles.row}>
            <ButtonLink to="/blocks" variant="outline">
              Blocked people
            </ButtonLink>
            <ButtonLink to="/reports" variant="outline">
              Your reports
            </ButtonLink>
          </div>
        </section>
        <DisplaySection theme={theme} hasNoScripts={hasNoScripts} />
        <DataSections />
      </div>
    </div>
  );
}

type AccountPage = NonNullable<Route.ComponentProps["loaderData"]>;

function LogInSection({ page: { email, isAdmin, hasSecondFactor } }: { page: AccountPage }) {
  return (
    <section className={styles.section}>
      <h2>Logging in</h2>
      <div className={styles.part}>
        <p>{email}</p>
        <div className={styles.row}>
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

function MailSection({ page: { isEmailConfirmed, mailUnseen, mailReminders } }: { page: AccountPage }) {
  const isSaving = useNavigation().formAction === "/account";
  return (
    <section className={styles.section} id="emails">
      <h2>Emails</h2>
      <Form method="post" className={styles.part}>
        {!isEmailConfirmed && (
          <p>
            Your address isn't confirmed, so you get none of these yet.{" "}
            <Link to="/forgot-password">Confirm it</Link> with a link for a new password.
          </p>
        )}
        <div className={styles.choices}>
          <Checkbox
            label="When a message stays unread for half an hour"
            name="mailUnseen"
            value="on"
            defaultChecked={mailUnseen}
          />
          <Checkbox
            label="The day before an event that I'm registered for"
            name="mailReminders"
            value="on"
            defaultChecked={mailReminders}
          />
        </div>
        <p className={styles.quiet}>We always email you about your account and changes to your events.</p>
        <ToldLine at="emails" />
        <Button variant="outline" loading={isSaving}>
          Save
        </Button>
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
        <Form method="post" action="/theme" className={styles.row}>
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
