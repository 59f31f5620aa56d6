import { Form, useNavigation } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { formatDay, today } from "#app/platform/time/time.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { useIsOn } from "#app/ui/page.tsx";
import { ShareAddress } from "#app/ui/share.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { chooseDeadlines, endOwnCalendar, findOwnCalendar, makeCalendar } from "../calendar.server.ts";
import type { Route } from "./+types/calendar.ts";
import * as styles from "./account.css.ts";
import { AccountPage } from "./account-page.tsx";
import { accountTexts } from "./account-texts.ts";

const path = "/account/calendar";

export const handle = { title: "Your calendar", failed: accountTexts.loadFailed };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const calendar = await findOwnCalendar(viewer.id);
  return {
    since: calendar && formatDay(today(calendar.createdAt)),
    hasDeadlines: calendar?.hasDeadlines ?? false,
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: accountTexts.calendarFailed };

/** Only the response that makes an address shows it. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "member", fields: ["deadlines"], texts },
    {
      // No redirect, because the address is not stored and another page could not show it.
      make: async (form, viewer) => ({ done: await makeCalendar(viewer, form.text("deadlines") === "on") }),
      save: async (form, viewer) => {
        await chooseDeadlines(viewer, form.text("deadlines") === "on");
        return redirectWithFlash(args.context, path, { text: "Your choice is saved." });
      },
      end: async (_, viewer) => {
        await endOwnCalendar(viewer);
        return redirectWithFlash(args.context, path, { text: "The address no longer works." });
      },
    },
  );

export const clientAction = preserveForm({ ...texts, loggedOut: accountTexts.loggedOut });

export default function Calendar({ loaderData: { since, hasDeadlines }, actionData }: Route.ComponentProps) {
  const isOn = useIsOn();
  const isSending = useNavigation().formAction === path;
  const failure = useFailure();
  const url = actionData?.done;
  const isChecked = failure ? failure.initialValue?.deadlines === "on" : hasDeadlines;
  return (
    <AccountPage title="Your calendar">
      <p className={quiet}>
        A calendar app that subscribes to your address shows the events that you registered for or organize,
        and follows their changes. Anyone who has the address can read them too.
      </p>
      {url && (
        <div className={styles.part} role="status">
          <p>
            <b>Here is your address. Copy it now: we won't show it again.</b>
          </p>
          <ShareAddress url={url} text={null}>
            <a href={url.replace(/^https?/, "webcal")}>Open it in a calendar app</a>
          </ShareAddress>
        </div>
      )}
      <FormAlert />
      <Form key={String(isChecked)} method="post" className={styles.form} id="calendar">
        {isOn("/jobs") && (
          <Checkbox
            name="deadlines"
            label="With the deadlines of jobs that I saved"
            defaultChecked={isChecked}
          />
        )}
        {since === null ? (
          <Button name="intent" value="make" className={styles.start} loading={isSending}>
            Make an address
          </Button>
        ) : (
          <>
            <p>
              Your address was made on {since}. It stops working when you replace it or change your password.
            </p>
            <div className={row[3]}>
              {isOn("/jobs") && (
                <Button name="intent" value="save">
                  Save
                </Button>
              )}
              <Button name="intent" value="make" variant="outline">
                Replace
              </Button>
              <Button name="intent" value="end" variant="outline">
                Revoke
              </Button>
            </div>
          </>
        )}
      </Form>
    </AccountPage>
  );
}
