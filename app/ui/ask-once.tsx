import type { ReactNode } from "react";
import * as styles from "./ask-once.css.ts";
import { type ButtonLook, buttonClass } from "./button.tsx";
import { row } from "./styles/layout.css.ts";

/** A button that opens a question with the button that confirms it. Pressing it again closes the question. */
export const AskOnce = ({
  opener,
  label,
  question,
  variant = "outline",
  size,
  children,
}: Pick<ButtonLook, "variant" | "size"> & {
  opener: string;
  /** For screen readers, where several openers have the same words. */
  label?: string;
  question: string;
  children: ReactNode;
}) => (
  <details>
    <summary className={buttonClass({ variant, size })} aria-label={label}>
      {opener}
    </summary>
    <div className={`${row[3]} ${styles.asked}`}>
      <p>
        <bdi>{question}</bdi>
      </p>
      {children}
    </div>
  </details>
);
