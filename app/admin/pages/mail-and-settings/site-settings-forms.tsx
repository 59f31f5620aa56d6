import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Alert, Checkbox, FileInput, Select, TextArea, TextInput } from "#app/ui/forms/field.tsx";
import { Folded } from "#app/ui/forms/folded.tsx";
import { type FormRules, useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { PageForm, usePageForm } from "#app/ui/forms/page-form.tsx";
import type { Logo } from "#app/ui/page.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import { anonymousMessagesLabels, settingForms, settingLabels, switches } from "./site-settings-texts.ts";

interface Stored {
  version: string;
  values: Record<string, string>;
  /** Set in the environment. */
  fixed: { name: string; value: string }[];
}
type TextName = Exclude<
  keyof typeof settingLabels,
  (typeof switches)[number] | "logo" | "offAreas" | "stepsHidden"
>;

interface FormProps {
  rules: FormRules<TextName>;
  stored: Stored | null;
}

/** Four forms with a version each, so that administrators who change different settings do not conflict. */
export const SiteSettings = (props: FormProps & { areas: readonly AreaChoice[] }) => (
  <>
    <NamesForm {...props} />
    <TextsForm {...props} />
    <RegistrationForm {...props} />
    <AreasForm {...props} />
  </>
);

const hints = {
  siteName: "In the header, in every title and in mails. Empty: Quadrant.",
  accent: "For links and buttons. The dark pages use a lighter shade of it.",
  welcome: "New members read it on Today, until they hide their first steps.",
  rules: "Shown at registration and under How this works. Markdown: *emphasis*, - lists, [links](https://…).",
  contacts: "The college's committee, a national helpline: shown beside Report, in the room and in messages.",
  privacyText: "Shown at registration, in Hindi for example.",
  anonymousMessages:
    "Upwards only: the reader can tell that the writer graduates later. Existing conversations continue.",
};

/** The colour that is used while the field is empty. */
const usualAccent = "#15527A";

/** A folded group of settings. Its heading says what is set in it. */
export const SettingsGroup = ({
  id,
  title,
  note,
  isOpen,
  children,
}: {
  id: string;
  title: string;
  note: string;
  isOpen: boolean;
  children: ReactNode;
}) => (
  <Folded title={<h2 id={id}>{title}</h2>} note={note} isOpen={isOpen} className={styles.folded}>
    {children}
  </Folded>
);

function SettingsForm({
  id,
  title,
  note,
  isFirst = false,
  names,
  rules,
  stored,
  children,
}: FormProps & {
  id: string;
  title: string;
  note: string;
  isFirst?: boolean;
  names: readonly TextName[];
  children?: ReactNode;
}) {
  const isRefused = useFailure() !== null;
  const failure = useFailure(id);
  const isSaving = useNavigation().formData?.get("intent") === id;
  const values = Object.fromEntries(names.map((name) => [name, stored?.values[name] ?? ""]));
  const [form, fields] = usePageForm({
    id,
    failure,
    rules,
    defaultValue: stored ? { ...values, version: stored.version } : values,
  });
  return (
    <SettingsGroup
      id={`${id}-title`}
      title={title}
      note={note}
      isOpen={isRefused ? failure !== null : isFirst}
    >
      <PageForm form={form} className={stack[4]}>
        {names.map((name) => {
          const isFixed = stored?.fixed.find((fixed) => fixed.name === name);
          if (isFixed) return <FixedSetting key={name} label={settingLabels[name]} value={isFixed.value} />;
          const hint = hints[name as keyof typeof hints];
          if (name === "anonymousMessages")
            return (
              <Select
                key={name}
                field={fields[name]}
                label={settingLabels[name]}
                hint={hint}
                options={Object.entries(anonymousMessagesLabels)}
                optional={false}
              />
            );
          const Control = isLong(name) ? TextArea : TextInput;
          return (
            <Control
              key={name}
              field={fields[name]}
              label={settingLabels[name]}
              hint={hint}
              placeholder={name === "accent" ? usualAccent : undefined}
            />
          );
        })}
        {children}
        <input type="hidden" name="intent" value={id} />
        <div>
          <Button loading={isSaving}>Save</Button>
        </div>
      </PageForm>
    </SettingsGroup>
  );
}

const isLong = (name: TextName) => ["welcome", "rules", "contacts", "privacyText"].includes(name);

const FixedSetting = ({ label, value }: { label: string; value: string }) => (
  <dl className={styles.setting}>
    <dt>{label}</dt>
    <dd>{value}</dd>
    <dd className={quiet}>Fixed by the server's environment</dd>
  </dl>
);

const NamesForm = (props: FormProps) => (
  <SettingsForm
    {...props}
    id="names"
    title="Name and look"
    note={[props.stored?.values.siteName || "Quadrant", props.stored?.values.collegeName]
      .filter(Boolean)
      .join(", ")}
    isFirst
    names={settingForms.names}
  />
);

function TextsForm(props: FormProps) {
  const names = settingForms.texts;
  const written = names.filter((name) => props.stored?.values[name]).length;
  return (
    <SettingsForm
      {...props}
      id="texts"
      title="Texts"
      note={written === 0 ? "None yet" : `${written} of ${names.length} written`}
      names={names}
    />
  );
}

const asks = { lastNameRequired: "Last name", phoneRequired: "Phone", guardianConsent: "Consent" } as const;

function RegistrationForm(props: FormProps) {
  const typed = useFailure("registration")?.initialValue;
  const asked = switches.filter((name) => props.stored?.values[name] === "on").map((name) => asks[name]);
  return (
    <SettingsForm
      {...props}
      id="registration"
      title="Registration"
      note={asked.join(", ") || "Nothing more is required"}
      names={settingForms.registration}
    >
      <div>
        {switches.map((name) => (
          <Checkbox
            key={name}
            name={name}
            value="on"
            label={settingLabels[name]}
            defaultChecked={(typed ?? props.stored?.values)?.[name] === "on"}
          />
        ))}
      </div>
    </SettingsForm>
  );
}

interface AreaChoice {
  name: string;
  label: string;
}

/** The empty `areas` before the first box shows that the form was sent with its boxes, even if none is checked. */
function AreasForm({ areas, ...props }: FormProps & { areas: readonly AreaChoice[] }) {
  const failure = useFailure("areas");
  const typed = failure?.initialValue?.areas;
  const off = (props.stored?.values.offAreas ?? "").split(" ");
  const isOn = (name: string) => (typed === undefined ? !off.includes(name) : [typed].flat().includes(name));
  const hidden = areas.filter(({ name }) => off.includes(name));
  const [error] = failure?.error?.areas ?? [];
  return (
    <SettingsForm
      {...props}
      id="areas"
      title="Areas"
      note={hidden.length === 0 ? "All are on" : `Off: ${hidden.map(({ label }) => label).join(", ")}`}
      names={settingForms.areas}
    >
      <fieldset className={styles.areas} aria-describedby="areas-hint">
        <legend>Areas that are on</legend>
        <input type="hidden" name="areas" value="" />
        {areas.map(({ name, label }) => (
          <Checkbox key={name} name="areas" value={name} label={label} defaultChecked={isOn(name)} />
        ))}
        {error && <Alert texts={[error]} />}
        <p id="areas-hint" className={quiet}>
          What is switched off disappears for everybody. Its content stays, and comes back with it.
        </p>
      </fieldset>
    </SettingsForm>
  );
}

export function LogoForm({ logo, version }: { logo: Logo | null; version: string | undefined }) {
  const failure = useFailure("logo", "remove-logo");
  const isSending = useNavigation().formData?.get("intent") === "logo";
  const versionField = version !== undefined && <input type="hidden" name="version" value={version} />;
  return (
    <SettingsGroup
      id="logo-title"
      title="Logo"
      note={logo ? "Yours" : "Our drawing"}
      isOpen={failure !== null}
    >
      {failure && !failure.error?.logo && <FormAlert failure={failure} />}
      <Form method="post" encType="multipart/form-data" className={stack[4]}>
        {versionField}
        <input type="hidden" name="intent" value="logo" />
        <FileInput
          field={{ id: "logo", name: "logo", errors: failure?.error?.logo ?? undefined }}
          label={settingLabels.logo}
          hint="In the header, in place of our drawing. PNG, JPEG, WebP or SVG, at most 1MB."
          preview={
            logo && (
              <img className={styles.logo} src={logo.url} alt="" width={logo.width} height={logo.height} />
            )
          }
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          optional={false}
          required
        />
        <div className={row[3]}>
          <Button loading={isSending}>Save the logo</Button>
        </div>
      </Form>
      {logo && (
        <Form method="post">
          {versionField}
          <input type="hidden" name="intent" value="remove-logo" />
          <Button variant="outline">Remove the logo</Button>
        </Form>
      )}
    </SettingsGroup>
  );
}
