import { Form, Link, useNavigation } from "react-router";
import { areaNames, areas } from "#app/platform/areas.ts";
import { getSession, requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { storeLogo } from "#app/platform/files/images.server.ts";
import { fileError, withFileField } from "#app/platform/files/multipart.server.ts";
import { logoTexts, maxLogoBytes } from "#app/platform/files/rules.ts";
import { deleteReleasedFiles } from "#app/platform/files/sweep.server.ts";
import { receiveUpload } from "#app/platform/files/upload.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { hasFile, type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { defaultOf, describeLogo, fixedSettings } from "#app/platform/settings.server.ts";
import { runDoctor } from "#app/platform/store/doctor.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title, useIsOn } from "#app/ui/page.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import { listTexts } from "../lists/list-texts.ts";
import type { Route } from "./+types/settings.ts";
import { loadStoredFields, loadStoredSettings, saveSettings, toFieldValue } from "./save-settings.server.ts";
import { Findings, SettingLists } from "./setting-lists.tsx";
import { listSettings } from "./settings-list.server.ts";
import { LogoForm, SettingsGroup, SiteSettings } from "./site-settings-forms.tsx";
import { readSettings, sentFields, settingFields } from "./site-settings-input.server.ts";
import { settingForms, settingLabels } from "./site-settings-texts.ts";

export const handle = {
  title: "Settings",
  failed: "Failed to load the settings",
  body: { hasFile: true, maxBytes: 262_144 },
};

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const rules = getFieldRules(settingFields);
  const { version, readValue } = await loadStoredSettings();
  const names = Object.keys(settingLabels) as (keyof typeof settingLabels)[];
  const logo = String(readValue("logo"));
  const stored = {
    version,
    values: Object.fromEntries(names.map((name) => [name, toFieldValue(readValue(name))])),
    fixed: fixedSettings.map((name) => ({ name, value: String(defaultOf(name)) })),
    logo: logo === "" ? null : describeLogo(logo),
  };
  const areaChoices = areaNames.map((name) => ({ name, label: areas[name].label }));
  return { rules, stored, areaChoices, environment: listSettings() };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const checkTexts = { failed: "The checks couldn't be run. Run them by hand: deploy/quadrant doctor." };
const saveTexts = {
  failed: "The settings couldn't be saved. Please try again.",
  loggedOut: "You have been logged out. Log in again, then save.",
};
const texts = (form: FormData) => (form.get("intent") === "check" ? checkTexts : saveTexts);

export const action = (args: Route.ActionArgs) => {
  const save = async (form: PostedForm, viewer: Viewer) => {
    if (!viewer.isAdmin) throw new HttpError(403);
    if (hasFile(args.request)) await receiveLogo(args, form);
    else if (form.text("intent") === "logo") throw HttpError.forFields({ logo: [logoTexts.missing] });
    else {
      nameForm(form);
      await saveSettings(viewer.id, readSettings(form), form.versions?.[0]);
    }
    return redirectWithFlash(args.context, "/admin/settings", {
      text: "The settings are saved and in force.",
    });
  };
  return submitForm(
    args,
    {
      auth: "member",
      fields: sentFields,
      lists: ["areas"],
      texts,
      mayHaveFile: true,
      readStored: loadStoredFields,
    },
    {
      async check(_, viewer) {
        if (!viewer.isAdmin) throw new HttpError(403);
        return { done: await runDoctor(viewer.email) };
      },
      "remove-logo": async (form, viewer) => {
        await saveSettings(viewer.id, { logo: "" }, form.versions?.[0]);
        return redirectWithFlash(args.context, "/admin/settings", { text: "The logo is removed." });
      },
      ...Object.fromEntries(["", "logo", ...Object.keys(settingForms)].map((intent) => [intent, save])),
    },
  );
};

const uploadOptions = {
  isPost: false,
  field: "logo",
  maxBytes: maxLogoBytes,
  texts: logoTexts,
};

/** A program need not name the form. Errors are then shown in the form that has the field. */
function nameForm(form: PostedForm): void {
  const found = Object.entries(settingForms).find(([, names]) => names.some((name) => form.data.has(name)));
  if (form.text("intent") === "") form.data.set("intent", found?.[0] ?? "registration");
}

/** Saves the logo, and the texts that were sent with it. */
async function receiveLogo({ request, context }: Route.ActionArgs, form: PostedForm): Promise<void> {
  const session = await getSession(getRequestContext(context), request);
  if (!session) throw new HttpError(401, saveTexts.loggedOut);
  try {
    await withFileField("logo", () =>
      receiveUpload(request, session, uploadOptions, async ({ file, fields }) => {
        form.fill(fields);
        if (!file) throw fileError(422, logoTexts.missing);
        const changes = readSettings(form);
        const logo = await storeLogo(file, session);
        try {
          await saveSettings(session.viewer.id, { ...changes, logo }, form.versions?.[0]);
        } catch (error) {
          await deleteReleasedFiles([logo]).catch(() => {});
          throw error;
        }
      }),
    );
  } catch (error) {
    if (error instanceof HttpError) error.fields = { intent: "logo", ...error.fields };
    throw error;
  }
}

export const clientAction = preserveForm(texts);

/** Lists that are edited on their own pages, among the groups of settings. */
function ListLinks() {
  const isOn = useIsOn();
  return (
    <ul className={styles.listLinks} aria-label="Lists">
      {Object.entries(listTexts).map(([list, { title, note }]) => {
        const path = `/admin/settings/${list}`;
        return (
          isOn(path) && (
            <li key={list}>
              <Link to={path}>
                <b className={styles.listName}>{title}</b> <span className={quiet}>{note}</span>
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, stored, areaChoices, environment } = loaderData;
  const isCheckRefused = actionData?.failure?.initialValue?.intent === "check";
  const isChecking = useNavigation().formData?.get("intent") === "check";
  return (
    <>
      <Title heading>Settings</Title>
      <div>
        <SiteSettings key={stored?.version} rules={rules} stored={stored} areas={areaChoices} />
        <LogoForm logo={stored?.logo ?? null} version={stored?.version} />
        <ListLinks />
        <SettingsGroup
          id="server"
          title="The server"
          note="Check everything"
          isOpen={isCheckRefused || actionData?.done !== undefined}
        >
          <p className={quiet}>
            This checks the store, the address, the backups and the mail server, and sends you a test email.
            It takes up to a minute.
          </p>
          <Form method="post">
            <Button name="intent" value="check" variant="outline" loading={isChecking}>
              Check everything
            </Button>
          </Form>
          {isCheckRefused && <FormAlert />}
          {actionData?.done && <Findings findings={actionData.done} />}
        </SettingsGroup>
        <SettingLists settings={environment} />
      </div>
    </>
  );
}
