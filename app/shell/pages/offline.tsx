import { useContext } from "react";
import { letterOf } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Scene } from "#app/ui/drawing.tsx";
import * as errorStyles from "#app/ui/error-page.css.ts";
import { SiteContext, Title } from "#app/ui/page.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import { describeBell } from "../bell-texts.ts";
import { Header } from "../header.tsx";
import * as styles from "./offline.css.ts";

/**
 * `app/device/worker/worker.ts` caches the guests' version of this page and inserts its list. `app/device/scripts/kept-page.ts` lists what is
 * unsent.
 */
export const handle = { scripts: "none", cache: { params: [], varyBy: "guests" } };

const somebody = {
  id: "",
  name: "You",
  isOnTeam: false,
  hasPicture: false,
  avatarUrl: "",
  ...letterOf("You"),
  ...describeBell(0),
  notices: "0",
};

export default function Offline() {
  const site = useContext(SiteContext);
  const { name } = site;
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
        {/* The worker inserts the address that did not load. */}
        <ButtonLink to="/offline" reloadDocument>
          Try again
        </ButtonLink>
      </p>
      <section className={styles.kept} hidden>
        <h2>Waiting to be sent</h2>
        <p className={quiet}>It is sent when you reconnect.</p>
        <ul data-waiting="outbox" />
      </section>
      <section className={styles.kept} hidden>
        <h2>Begun on this device</h2>
        <ul data-waiting="form" />
      </section>
      <section className={styles.kept}>
        <h2>On this device</h2>
        <ul data-pages />
        <p className={styles.nothing}>
          Nothing is kept yet. Jobs, events and notes that you open here will be.
        </p>
      </section>
      {/* Replaces the guest header on a member's cached pages. It contains no name. */}
      {import.meta.env.SSR && (
        <div hidden>
          <Header site={site} viewer={somebody} theme={null} hasNoScripts={false} />
        </div>
      )}
    </div>
  );
}
