import { Form, Link, useNavigation } from "react-router";
import { nameTimeZone } from "#app/events/times.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Checkbox, Select } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import type { NoticeChoice } from "#db/vocabulary.ts";
import type { Route } from "./+types/notices.ts";
import * as styles from "./account.css.ts";

type NoticesPage = Route.ComponentProps["loaderData"];

/** The name of the checkbox that turns a kind's pushes on. */
export const pushName = (kind: string) => `push-${kind}`;

/** Explains why the member gets no emails, if so. */
export function AddressState({ page: { email, isConfirmed, pausedSince } }: { page: NoticesPage }) {
  if (!isConfirmed) {
    return (
      <p>
        Your address {email} isn't confirmed, so you get notices here and no emails yet.{" "}
        <Link to="/forgot-password">Confirm it</Link> with a link for a new password.
      </p>
    );
  }
  if (pausedSince === null) return null;
  return (
    <Form method="post" className={styles.part}>
      <p>
        Your address {email} refused our emails, so we stopped them on {pausedSince}. You still get notices
        here. <Link to="/account/email">Change your address</Link>, or let us try it again.
      </p>
      <Button variant="outline" name="intent" value="resume">
        Try again
      </Button>
    </Form>
  );
}

/** The delivery methods in the table's columns: short headings and full texts. */
const ways: readonly (readonly [choice: NoticeChoice, head: string, text: string])[] = [
  ["mail", "Email", "Email at once"],
  ["digest", "Digest", "In the daily digest"],
  ["here", "Here", "Here only"],
  ["never", "Never", "Never"],
];
const hourNames = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
const hours = hourNames.map((name, hour) => [String(hour), `${name}:00`] as const);
const halfHours = hourNames.flatMap((name) => [`${name}:00`, `${name}:30`]);

/** A time of day in the same form as the digest's hour. Programs can set other times than the half hours. */
function TimeSelect({ field, label, stored }: { field: Field; label: string; stored: string }) {
  const times = halfHours.includes(stored) ? halfHours : [...halfHours, stored].sort();
  return <Select field={field} label={label} options={times} />;
}

export function NoticesForm({ page: { groups, values, rules, timeZone, pushes } }: { page: NoticesPage }) {
  const [form, fields] = usePageForm({ id: "notices", rules, defaultValue: values });
  const isSaving = useNavigation().formAction === "/account/notices";
  return (
    <PageForm form={form} className={styles.settings}>
      {pushes && <input type="hidden" name="hasPushes" value="on" />}
      <p>
        Choose for each: by email at once, in one email a day, or only among your{" "}
        <Link to="/notices">notices</Link>, where you also find whatever we email. Never: switched off
        everywhere.
      </p>
      <table className={styles.ways}>
        <thead>
          <tr>
            <td />
            {ways.map(([choice, head]) => (
              <th key={choice} scope="col">
                {head}
              </th>
            ))}
            {pushes && <th scope="col">Devices</th>}
          </tr>
        </thead>
        {groups.map(({ name, kinds }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={ways.length + (pushes ? 2 : 1)} className={styles.legend}>
                {name}
              </th>
            </tr>
            {kinds.map(({ kind, label }) => (
              <tr key={kind}>
                <th scope="row">{label}</th>
                {ways.map(([choice, , text]) => (
                  <td key={choice}>
                    <label className={styles.way}>
                      <input
                        type="radio"
                        name={kind}
                        value={choice}
                        defaultChecked={fields[kind].initialValue === choice}
                        aria-label={`${label}: ${text}`}
                      />
                    </label>
                  </td>
                ))}
                {pushes && (
                  <td>
                    <label className={styles.way}>
                      <input
                        type="checkbox"
                        name={pushName(kind)}
                        value="on"
                        defaultChecked={pushes[kind]}
                        aria-label={`Also on my devices: ${label}`}
                      />
                    </label>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <Asking field={fields.allowAsking} />
      <Select
        field={fields.digestHour}
        label="Send the daily digest at"
        hint="One email a day with everything new. No news, no email."
        options={hours}
      />
      <p className={row[3]}>
        <ButtonLink to="/account/notices/digest" variant="outline" size="sm">
          See your next digest
        </ButtonLink>
      </p>
      <fieldset aria-describedby="quiet-hours">
        <legend className={styles.legend}>Quiet hours</legend>
        <div className={styles.times}>
          <TimeSelect field={fields.quietFrom} label="From" stored={values.quietFrom} />
          <TimeSelect field={fields.quietTo} label="Until" stored={values.quietTo} />
        </div>
        <p className={quiet} id="quiet-hours">
          Emails wait until then and arrive as one. Times are {nameTimeZone(timeZone)}. We always email you
          about your account.
        </p>
      </fieldset>
      <FlashLine at="save" />
      <Button id="save" className={styles.start} loading={isSaving}>
        Save
      </Button>
    </PageForm>
  );
}

const Asking = ({ field }: { field: Field }) => (
  <div>
    <Checkbox
      key={field.key}
      name={field.name}
      label="Others may ask me"
      defaultChecked={field.initialValue === "on"}
      aria-describedby="may-ask"
    />
    <p className={styles.note} id="may-ask">
      When a question matches your topics or skills, the person asking can choose you. You get an email: at
      most three a week, and one from the same person.
    </p>
  </div>
);
