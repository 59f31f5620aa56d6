import * as styles from "./avatar.css.ts";

/** The letter and colour that stand for a name without a picture: `?` where there is no name. */
function letterOf(name: string | null | undefined) {
  const letter = Array.from(name?.trim() ?? "")[0]?.toUpperCase() ?? "?";
  return { letter, tone: ((letter.codePointAt(0) ?? 0) % 12) as keyof typeof styles.tone };
}

/** Up to this edge, in pixels, the small version of a picture is sharp on every screen (`files/avatars.server.ts`). */
const largestSmallEdge = 56;

/**
 * A person's picture, or a coloured circle with the first letter of the name. The name stands beside it, so it is
 * nothing to a screen reader. `square` is for companies.
 */
export function Avatar({
  name,
  avatarUrl,
  size = "md",
  square = false,
}: {
  name?: string | null;
  avatarUrl?: string | null;
  size?: keyof typeof styles.size;
  square?: boolean;
}) {
  const shape = `${styles.avatar} ${styles.size[size]}${square ? ` ${styles.square}` : ""}`;
  const edge = styles.sizes[size];
  if (avatarUrl) {
    return (
      <img
        className={shape}
        src={edge > largestSmallEdge ? avatarUrl : avatarUrl.replace(/(\/avatars\/.+)\./, "$1-small.")}
        alt=""
        width={edge}
        height={edge}
        loading="lazy"
        decoding="async"
      />
    );
  }
  const { letter, tone } = letterOf(name);
  return (
    <span className={`${shape} ${styles.tone[tone]}`} aria-hidden>
      {letter}
    </span>
  );
}
