import { Form, Link, redirect, useNavigation } from "react-router";
import { requireAdmin, requireSession } from "#app/platform/auth/guards.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { Back } from "#app/ui/back.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { file } from "#app/ui/forms/field.css.ts";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { Title } from "#app/ui/page.tsx";
import { quiet, row, stack } from "#app/ui/styles/layout.css.ts";
import * as memberStyles from "../members.css.ts";
import type { Route } from "./+types/members-import.ts";
import { storeImport } from "./import-upload.server.ts";

export const handle = { body: { hasFile: true } };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return null;
}

const texts = { failed: "The list could not be sent. Please try again." };

/** Stores a list. The next page shows what importing it would do. */
export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "admin", fields: [], texts, mayHaveFile: true }, async () => {
    const id = await storeImport(args.request, await requireSession(args));
    return redirect(`/admin/members/import/${id}`, 303);
  });

export const clientAction = preserveForm(texts);

export default function ImportMembers() {
  const isSending = useNavigation().formAction === "/admin/members/import";
  return (
    <>
      <Title>Invite from a list</Title>
      <div>
        <Back to="/admin/members">Members</Back>
        <h1>Invite from a list</h1>
      </div>
      <p className={quiet}>
        Choose a CSV file of at most 20,000 people, as spreadsheet programs save it. You'll see what it would
        do before anything happens. Then everybody in it gets an account and an email with a link to set a
        password. For a class, <Link to="/join">a link that they join with</Link> is quicker.
      </p>
      <div className={memberStyles.format}>
        <pre className={memberStyles.sample}>{"Name,Email,Batch year\nAsha Rao,asha@uni.example,2027"}</pre>
        <p className={quiet}>
          The first line names the columns: Name (or First name and Last name), Email and Batch year. If you
          have them: Phone, Skills, Branch, Programme, Roll number, Company, Position, Location.
        </p>
      </div>
      <Form method="post" encType="multipart/form-data" className={stack[4]}>
        <FormAlert />
        <label className={memberStyles.file}>
          <span className={memberStyles.name}>List</span>
          <input className={file} type="file" name="file" accept=".csv,.tsv,.txt,text/csv" required />
        </label>
        <div className={row[3]}>
          <Button loading={isSending}>Check the list</Button>
          <ButtonLink to="/admin/members" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
