import { createContext, type ReactNode, useContext } from "react";
import { Link, useActionData } from "react-router";
import { muteMeanings, muteTitle, type ShownMute } from "#app/platform/auth/mute-texts.ts";
import { touchable } from "#app/ui/styles/global.css.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./muted-band.css.ts";

/** The mute of the reader's named account. */
export const MuteContext = createContext<ShownMute | null>(null);

/**
 * Shows a form that publishes something, or to muted members an explanation instead. After a failed post the form
 * remains, with what was typed.
 * @param mute a mute of the reader's alias, for something anonymous
 */
export function UnlessMuted({
  mute,
  children,
}: {
  mute?: ShownMute | null | undefined;
  children: ReactNode;
}) {
  const own = useContext(MuteContext);
  const reply = useActionData<{ failure?: unknown }>();
  const shown = own ?? mute;
  return shown && !reply?.failure ? <MutedBand mute={shown} /> : children;
}

const MutedBand = ({ mute }: { mute: ShownMute }) => (
  <section className={styles.band} aria-label="Muted">
    <p>
      <b>{muteTitle(mute)}.</b>
    </p>
    {mute.reason && <p className={styles.reason}>{`Why: ${mute.reason}`}</p>}
    <p className={quiet}>{muteMeanings[mute.covers]}</p>
    {mute.covers !== "room" && (
      <p>
        <Link to="/muted" className={touchable}>
          Answer the administrators
        </Link>
      </p>
    )}
  </section>
);
