import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Title } from "../../ui/page.tsx";
import * as styles from "./account.css.ts";

/** A page for one part of the account, with the way back. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Title>{title}</Title>
      <Link to="/account" className={styles.back}>
        <Icon name="left" />
        Account
      </Link>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
