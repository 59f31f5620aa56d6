import { useContext } from "react";
import { quiet, row } from "../../styles/layout.css.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Scene } from "../../ui/drawing.tsx";
import * as errorStyles from "../../ui/error-page.css.ts";
import { SiteContext, Title } from "../../ui/page.tsx";
import * as styles from "./shell.css.ts";

/** `public/worker.js` keeps this page as guests see it, and puts its list into it. */
export const handle = { scripts: "members", cache: { params: [], varyBy: "guests" } };

export default function Offline() {
  const { name } = useContext(SiteContext);
  return (
    <div className={errorStyles.page}>
      <Title>{`We can't reach ${name}`}</Title>
      <Scene name="boat" />
      <h1>We can't reach {name}</h1>
      <p className={styles.unsent}>
        <strong>What you sent did not arrive.</strong> Go back to find it as you typed it.
      </p>
      <p>Check your connection. Pages load again when you reconnect.</p>
      <p className={row[3]}>
        {/* The worker puts in the address that did not load. */}
        <ButtonLink to="/offline" reloadDocument>
          Try again
        </ButtonLink>
      </p>
      <p className={quiet}>Jobs, events and notes that were opened here can be read without a connection.</p>
      <ul className={styles.kept} data-pages />
    </div>
  );
}
