import { Form, Link } from "react-router";
import { readCursor } from "#db/scopes/pages.ts";
import { requireSession } from "../../auth/guards.server.ts";
import { forgetBrowser } from "../../auth/session-cookies.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { quiet } from "../../styles/layout.css.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { List } from "../../ui/list.tsx";
import type { Route } from "./+types/sessions.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { SessionItem } from "./session-item.tsx";
import { endOtherSessions, endOwnSession, listSessions } from "./sessions.server.ts";
import { accountTexts } from "./texts.ts";

const path = "/account/sessions";

export const handle = { title: "Where you are logged in", failed: accountTexts.loadFailed };

export const loader = async (args: Route.LoaderArgs) =>
  listSessions(await requireSession(args), readCursor(args.url));

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

const texts = { failed: accountTexts.sessionsFailed };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: ["id"], texts },
    {
      end: async (form) => {
        const isThisOne = await endOwnSession(await requireSession(args), form.text("id"));
        if (!isThisOne) return redirectWithFlash(args.context, path, { text: "The session is ended." });
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
  const { rows, next, hasOthers } = loaderData;
  return (
    <AccountPage title="Where you are logged in">
      <FormAlert />
      {hasOthers ? (
        <p className={quiet}>
          If you don't know one of these, end it and <Link to="/account/password">change your password</Link>.
          “End all others” ends your <Link to="/account/tokens">API tokens</Link>, too.
        </p>
      ) : (
        <p>You are logged in nowhere else.</p>
      )}
      <List
        rows={rows}
        next={next}
        empty={["No sessions", "You are logged in nowhere."]}
        className={styles.list}
      >
        {(session) => <SessionItem key={session.id} session={session} />}
      </List>
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
