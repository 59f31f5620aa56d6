import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { row } from "#app/ui/styles/layout.css.ts";
import * as styles from "./account.css.ts";

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className={styles.section} id={id}>
      <h2>{title}</h2>
      <div className={styles.part}>{children}</div>
    </section>
  );
}

export function Links({ links }: { links: (readonly [to: string, text: string, state?: string])[] }) {
  return (
    <ul className={styles.rows}>
      {links.map(([to, text, state]) => (
        <li key={to}>
          <Link to={to}>
            {text}
            {state && <span>{state}</span>}
            <Icon name="right" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const themes = [
  ["system", "Match device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** This browser's display settings, stored in its cookies. */
export function Display({ theme, hasNoScripts }: { theme: "light" | "dark" | null; hasNoScripts: boolean }) {
  return (
    <>
      <Form method="post" action="/theme" className={styles.themes}>
        <input type="hidden" name="back" value="/account" />
        {themes.map(([value, text]) => (
          <Button
            key={value}
            variant="outline"
            name="theme"
            value={value}
            aria-pressed={(theme ?? "system") === value}
          >
            {text}
          </Button>
        ))}
      </Form>
      {/* A full page load, so that the scripts are added or removed. */}
      <form method="post" action="/scripts" className={styles.part}>
        <input type="hidden" name="back" value="/account" />
        <p>
          {hasNoScripts
            ? "Pages load without scripts. Nothing appears live; load a page again to see what is new."
            : "Everything works without scripts, too: lighter pages for slow connections and old phones."}{" "}
          If your browser asks for less data, pictures wait until you ask for them.
        </p>
        <Button variant="link" name="scripts" value={hasNoScripts ? "on" : "off"}>
          {hasNoScripts ? "Full version" : "Lite version"}
        </Button>
      </form>
    </>
  );
}

/** Chooses whether this browser stores pages for offline use. */
export function KeptPages({ keepsPages }: { keepsPages: boolean }) {
  return (
    <Form method="post" action="/account/device" className={styles.part}>
      <p>
        Jobs, events and notes that you open can be read without a connection.{" "}
        {keepsPages
          ? "So can your messages, your profile and your own lists, until you log out."
          : "Your messages and your profile are not kept, because a phone may be shared."}
      </p>
      <FlashLine at="device" />
      <div className={row[3]}>
        <Button variant="outline" name="intent" value={keepsPages ? "stop" : "keep"}>
          {keepsPages ? "Stop keeping my pages" : "Keep for offline on this device"}
        </Button>
        <Button variant="link" name="intent" value="clear">
          Clear this device
        </Button>
      </div>
    </Form>
  );
}
