import * as styles from "./icon.css.ts";
import sprite from "./icons.svg?url";

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
