import { Form, useNavigation } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { runDoctor } from "#app/platform/store/doctor.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, spread } from "#app/ui/styles/layout.css.ts";
import type { Route } from "./+types/settings.ts";
import { Findings, SettingLists } from "./setting-lists.tsx";
import { listSettings } from "./settings-list.server.ts";

export const handle = { title: "Settings", failed: "Failed to load the settings" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return listSettings();
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: "The checks couldn't be run. Run them by hand: deploy/quadrant doctor." };

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { auth: "admin", fields: [], texts },
    { check: async (_, admin) => ({ done: await runDoctor(admin.email) }) },
  );

export const clientAction = preserveForm(texts);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const isRunning = useNavigation().state === "submitting";
  return (
    <>
      <Title>Settings</Title>
      <div className={spread}>
        <h1>Settings</h1>
        <Form method="post">
          <Button name="intent" value="check" variant="outline" loading={isRunning}>
            Check everything
          </Button>
        </Form>
      </div>
      <p className={quiet}>
        This checks the store, the address, the backups and the mail server, and sends you a test email. It
        takes up to a minute.
      </p>
      <FormAlert />
      {actionData?.done && <Findings findings={actionData.done} />}
      <SettingLists settings={loaderData} />
    </>
  );
}
