import type { ReactNode } from "react";
import { quiet, stack } from "../styles/layout.css.ts";

/** Folds away fields that few people fill in, unless they contain an error. @param className from `styleFolded` */
export const Folded = ({
  title,
  note,
  isOpen,
  className,
  children,
}: {
  title: ReactNode;
  note: string;
  isOpen: boolean;
  className: string;
  children: ReactNode;
}) => (
  <details className={className} open={isOpen || undefined}>
    <summary>
      {title} <span className={quiet}>{note}</span>
    </summary>
    <div className={stack[3]}>{children}</div>
  </details>
);
