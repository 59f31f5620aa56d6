import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button, buttonClass } from "./button.tsx";
import * as styles from "./confirm-delete.css.ts";
import { Icon } from "./icon.tsx";
import { row } from "./styles/layout.css.ts";

/**
 * Asks for confirmation, with or without scripts, and posts `intent=delete` to its page.
 * @param warning what is lost, in a sentence
 * @param opener the label of the control that opens the question
 */
export function ConfirmDelete({
  warning,
  label,
  opener = "Delete…",
  children,
}: {
  warning: string;
  label: string;
  opener?: string;
  children?: ReactNode;
}) {
  const isDeleting = useNavigation().formData?.get("intent") === "delete";
  return (
    <details>
      <summary className={`${buttonClass({ variant: "outline" })} ${styles.summary}`}>
        <Icon name="trash" />
        {opener}
      </summary>
      <Form method="post" className={styles.form}>
        <p>{warning}</p>
        {children}
        <div className={row[3]}>
          <Button variant="danger" name="intent" value="delete" loading={isDeleting}>
            {label}
          </Button>
          {/* Without scripts this loads the page again, with the question closed. */}
          <Link
            to="."
            className={buttonClass({ variant: "outline" })}
            onClick={(event) => {
              event.preventDefault();
              const question = event.currentTarget.closest("details");
              question?.removeAttribute("open");
              question?.querySelector("summary")?.focus();
            }}
          >
            Cancel
          </Link>
        </div>
      </Form>
    </details>
  );
}
