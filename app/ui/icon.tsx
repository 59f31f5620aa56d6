import * as styles from "./icon.css.ts";
import sprite from "./icons.svg?url";

/** One of the drawings in `icons.svg`. It says nothing by itself: the text beside it, or `label`, does. */
export function Icon({ name, size = 20, label }: { name: string; size?: 16 | 20 | 24 | 28; label?: string }) {
  return (
    <svg
      className={styles.size[size]}
      width={size}
      height={size}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
