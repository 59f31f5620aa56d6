import { Form, Link } from "react-router";
import { requireSession } from "#app/platform/auth/guards.server.ts";
import { forgetBrowser } from "#app/platform/auth/session-cookies.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { readCursor } from "#db/scopes/pages.ts";
import type { Route } from "./+types/sessions.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";
import { EndForm } from "./end-form.tsx";
import { endOtherSessions, endOwnSession, listSessions, type ShownSession } from "./sessions.server.ts";

const path = "/account/sessions";

export const handle = { title: "Where you are logged in", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const session = await requireSession(args);
  return { ...(await listSessions(session, readCursor(args.url))), isAdmin: session.viewer.isAdmin };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.sessionsFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["id"], texts },
    {
      end: async (form) => {
        const isThisOne = await endOwnSession(await requireSession(args), form.text("id"));
        if (!isThisOne) return redirectWithFlash(args.context, path, { text: "The session has ended." });
        forgetBrowser(getRequestContext(args.context));
        return redirectWithFlash(args.context, "/login", { text: "You are logged out." });
      },
      "end-others": async () => {
        await endOtherSessions(await requireSession(args));
        return redirectWithFlash(args.context, path, { text: "Only this browser is logged in now." });
      },
    },
  );

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function Sessions({ loaderData }: Route.ComponentProps) {
  const { rows, next, hasOthers, isAdmin } = loaderData;
  return (
    <AccountPage title="Where you are logged in">
      <FormAlert />
      {hasOthers && (
        <p className={quiet}>
          If you don't know one of these, end it and <Link to="/account/password">change your password</Link>.
          “End all others” ends your <Link to="/account/tokens">API tokens</Link>, too.
        </p>
      )}
      <List
        rows={rows}
        next={next}
        empty={["No sessions", "You aren't logged in anywhere."]}
        className={styles.list}
      >
        {(session) => <SessionItem key={session.id} session={session} />}
      </List>
      {!hasOthers && (
        <p className={quiet}>
          You aren't logged in anywhere else. Every browser and program that logs in as you appears here, and
          you can end it from here. To keep others out,{" "}
          <Link to="/account/password">change your password</Link>
          {isAdmin && (
            <>
              {" "}
              or add a <Link to="/account/second-factor">second step</Link>
            </>
          )}
          .
        </p>
      )}
      {hasOthers && (
        <Form method="post">
          <Button variant="outline" name="intent" value="end-others">
            End all others
          </Button>
        </Form>
      )}
    </AccountPage>
  );
}

function SessionItem({ session: { id, kind, device, isCurrent, started, used } }: { session: ShownSession }) {
  const name = `${kind === "token" ? "Program: " : ""}${device ?? "Unknown device"}`;
  return (
    <li className={styles.item}>
      <div>
        <p>{name}</p>
        <p className={styles.facts}>
          <span>Used {used}</span>
          <span>since {started}</span>
        </p>
      </div>
      {isCurrent ? <p className={styles.here}>This browser</p> : <EndForm id={id} name={name} />}
    </li>
  );
}
