import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import * as styles from "./job.css.ts";

/** Opens a question, which has the button that answers it. Pressed twice, it closes the question again. */
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
