import { Form, useNavigation } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { FileInput, imageFormats } from "#app/ui/forms/field.tsx";
import { useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { row, stack } from "#app/ui/styles/layout.css.ts";

/** Uploads or removes a company's logo. */
export function LogoForm({
  company,
  logo,
  canRemove,
}: {
  company: string;
  logo: string | null;
  canRemove: boolean;
}) {
  const failure = useFailure();
  const isSending = useNavigation().state === "submitting";
  return (
    <>
      {!failure?.error?.logo && <FormAlert />}
      <Form method="post" encType="multipart/form-data" className={stack[4]}>
        <FileInput
          field={{ id: "logo", name: "logo", errors: failure?.error?.logo ?? undefined }}
          label={`Logo of ${company}`}
          hint="JPEG, PNG, GIF or WebP, at most 10 MB. Its middle is shown as a square."
          preview={<Avatar name={company} avatarUrl={logo} size="lg" square />}
          accept={imageFormats}
          optional={false}
          required
        />
        <div className={row[3]}>
          <Button loading={isSending}>Save the logo</Button>
        </div>
      </Form>
      {canRemove && (
        <Form method="post">
          <Button variant="outline" name="intent" value="remove">
            Remove the logo
          </Button>
        </Form>
      )}
    </>
  );
}
