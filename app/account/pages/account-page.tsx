import type { ReactNode } from "react";
import { Back } from "#app/ui/back.tsx";
import { Title } from "#app/ui/page.tsx";
import * as styles from "./account.css.ts";

/**
 * A page for one part of the account, with a link back.
 * @param parent the page that the link leads to
 */
export function AccountPage({
  title,
  parent: [parentPath, parentTitle] = ["/account", "Account"],
  children,
}: {
  title: string;
  parent?: readonly [path: string, title: string];
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <Title>{title}</Title>
      <div>
        <Back to={parentPath}>{parentTitle}</Back>
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  );
}
