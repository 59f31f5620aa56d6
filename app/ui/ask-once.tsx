import type { ReactNode } from "react";
import * as styles from "./ask-once.css.ts";
import { type ButtonLook, buttonClass } from "./button.tsx";
import { menu, more } from "./more.css.ts";
import { row } from "./styles/layout.css.ts";

/**
 * A button that opens a question with the button that confirms it. Pressing it again closes the question.
 * @param isMenu whether the question opens as a menu over the content below, at the end of its row
 */
export const AskOnce = ({
  opener,
  label,
  question,
  variant = "outline",
  size,
  isMenu = false,
  children,
}: Pick<ButtonLook, "variant" | "size"> & {
  opener: string;
  /** For screen readers, where several openers have the same words. */
  label?: string;
  question: string;
  isMenu?: boolean;
  children: ReactNode;
}) => {
  const asked = (
    <div className={`${row[3]} ${styles.asked}`}>
      <p>
        <bdi>{question}</bdi>
      </p>
      {children}
    </div>
  );
  return (
    <details className={isMenu ? more : undefined}>
      <summary className={buttonClass({ variant, size })} aria-label={label}>
        {opener}
      </summary>
      {isMenu ? <div className={menu}>{asked}</div> : asked}
    </details>
  );
};
