import * as styles from "./alias-sign.css.ts";
import * as avatar from "./avatar.css.ts";
import * as icon from "./icon.css.ts";
import sprite from "./signs.svg?no-inline";
import { partsOfSign } from "./signs.ts";

/** Hidden from screen readers, because the name beside it says the same. */
export function AliasSign({ sign, size }: { sign: number; size: keyof typeof styles.edge }) {
  const { name, tint } = partsOfSign(sign);
  return (
    <span
      className={`${avatar.avatar} ${avatar.size[size]} ${avatar.sign} ${styles.tinted}`}
      data-tint={tint}
      aria-hidden
    >
      <svg className={icon.size[styles.edge[size]]} aria-hidden>
        <use href={`${sprite}#${name}`} />
      </svg>
    </span>
  );
}
