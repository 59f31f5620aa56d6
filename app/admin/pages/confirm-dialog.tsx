import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { row, stack } from "#app/ui/styles/layout.css.ts";
import * as styles from "./admin.css.ts";

/**
 * Asks for confirmation before a destructive action and posts it to the page's own address.
 * @param intent the form's `intent`
 * @param label the text of the confirm button
 * @param closeTo the page to return to when the dialog is closed
 */
export function ConfirmDialog({
  title,
  intent,
  label,
  closeTo,
  children,
}: {
  title: string;
  intent: string;
  label: string;
  closeTo: string;
  children: ReactNode;
}) {
  const isBusy = useNavigation().state === "submitting";
  return (
    <Dialog className={styles.dialog} title={title} closeTo={closeTo}>
      <Form method="post" className={stack[4]}>
        <FormAlert />
        {children}
        <div className={row[3]}>
          <Button variant="danger" name="intent" value={intent} loading={isBusy}>
            {label}
          </Button>
          <ButtonLink to={closeTo} variant="outline" preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Dialog>
  );
}
