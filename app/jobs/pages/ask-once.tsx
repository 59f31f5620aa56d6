import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import * as styles from "./job.css.ts";

/** A button that opens a question with the button that confirms it. Pressing it again closes the question. */
export const AskOnce = ({
  opener,
  question,
  children,
}: {
  opener: string;
  question: string;
  children: ReactNode;
}) => (
  <details>
    <summary className={buttonClass({ variant: "outline" })}>{opener}</summary>
    <div className={`${row[3]} ${styles.asked}`}>
      <p>
        <bdi>{question}</bdi>
      </p>
      {children}
    </div>
  </details>
);
