import type { FormEvent } from "react";
import { Form, Link, useNavigation } from "react-router";
import { nameTimeZone } from "#app/events/times.ts";
import { Button } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { select, selectBox } from "#app/ui/forms/field.css.ts";
import { Checkbox, Select } from "#app/ui/forms/field.tsx";
import type { Field } from "#app/ui/forms/form.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet, small } from "#app/ui/styles/layout.css.ts";
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

const choices: readonly (readonly [choice: NoticeChoice, text: string])[] = [
  ["mail", "Email at once"],
  ["digest", "In the daily digest"],
  ["here", "Here only"],
  ["never", "Never"],
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
      <p className={quiet}>
        For each, choose an email at once, one email a day, or only your <Link to="/notices">notices</Link>,
        which list everything we email as well. Never: switched off everywhere.
      </p>
      <div>
        {groups.map((group) => (
          <Group key={group.group} {...group} fields={fields} pushes={pushes} />
        ))}
      </div>
      <Asking field={fields.allowAsking} />
      <div className={styles.rest}>
        <Select
          field={fields.digestHour}
          label="Send the daily digest at"
          hint="One email a day with everything new. If nothing is new, no email is sent."
          options={hours}
        />
        <p className={quiet}>
          <Link to="/account/notices/digest" className={touchable}>
            See your next digest
          </Link>
        </p>
      </div>
      <fieldset aria-label="Quiet hours" aria-describedby="quiet-hours" className={styles.rest}>
        <TimeSelect field={fields.quietFrom} label="Quiet hours from" stored={values.quietFrom} />
        <TimeSelect field={fields.quietTo} label="Quiet hours until" stored={values.quietTo} />
        <p className={small} id="quiet-hours">
          Emails wait until quiet hours end and arrive as one. Times are {nameTimeZone(timeZone)}. We always
          email you about your account.
        </p>
      </fieldset>
      <FlashLine at="save" />
      <Button id="save" className={styles.start} loading={isSaving}>
        Save
      </Button>
    </PageForm>
  );
}

/** One choice for a group of kinds. The folded fields below it set single kinds. */
function Group({
  group,
  name,
  choice,
  kinds,
  fields,
  pushes,
}: NoticesPage["groups"][number] & Pick<NoticesPage, "pushes"> & { fields: Record<string, Field> }) {
  /** Shows each choice in the other selects of the group. The server does the same with what is posted. */
  function align({ target, currentTarget }: FormEvent<HTMLFieldSetElement>) {
    const [all, ...rest] = currentTarget.querySelectorAll("select");
    if (!all || !(target instanceof HTMLSelectElement)) return;
    if (target !== all) all.value = rest.every(({ value }) => value === target.value) ? target.value : "";
    else if (all.value) for (const each of rest) each.value = all.value;
  }
  return (
    <fieldset className={styles.group} aria-label={name} onChange={align}>
      <input type="hidden" name={`was-${group}`} value={choice} />
      <Choice field={fields[`group-${group}`]} label={name} different="Different for each" />
      <details className={styles.kinds}>
        <summary>Choose separately ({kinds.length})</summary>
        {kinds.map(({ kind, label }) => (
          <div key={kind}>
            <Choice field={fields[kind]} label={label} />
            {pushes && (
              <Checkbox
                name={pushName(kind)}
                value="on"
                label="Also on my devices"
                aria-label={`Also on my devices: ${label}`}
                defaultChecked={pushes[kind as keyof typeof pushes]}
              />
            )}
          </div>
        ))}
      </details>
    </fieldset>
  );
}

const Choice = ({
  field,
  label,
  different,
}: {
  field: Field | undefined;
  label: string;
  /** The text for a group whose kinds have several choices. */
  different?: string;
}) =>
  field && (
    <label className={styles.choice}>
      <span>{label}</span>
      <span className={selectBox}>
        <select key={field.key} name={field.name} defaultValue={field.initialValue ?? ""} className={select}>
          {different && <option value="">{different}</option>}
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </label>
  );

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
      most three a week, and at most one from the same person.
    </p>
  </div>
);
