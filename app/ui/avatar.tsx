import * as styles from "./avatar.css.ts";
import { Icon } from "./icon.tsx";

/** The letter (`?` without a name) and the colour (0 to 11) shown instead of a picture. */
export function letterOf(name: string | null | undefined): { letter: string; tone: string } {
  const letter = Array.from(name?.trim() ?? "")[0]?.toUpperCase() ?? "?";
  return { letter, tone: String((letter.codePointAt(0) ?? 0) % 12) };
}

/** Up to this edge, in pixels, the small version of a picture is sharp on every screen (`files/avatars.server.ts`). */
const largestSmallEdge = 56;

export type AvatarSize = keyof typeof styles.size;

/** A person's picture, or a coloured circle with the first letter of the name. `square` is for companies. */
export function Avatar({
  name,
  avatarUrl,
  size = "md",
  square = false,
}: {
  name?: string | null;
  avatarUrl?: string | null;
  size?: AvatarSize;
  square?: boolean;
}) {
  const letter = letterOf(name);
  if (!avatarUrl) return <Letter {...letter} size={size} square={square} />;
  const isSmall = styles.sizes[size] <= largestSmallEdge;
  const url = isSmall ? avatarUrl.replace(/(\/avatars\/.+)\./, "$1-small.") : avatarUrl;
  return square ? <Logo url={url} size={size} /> : <Picture {...letter} url={url} size={size} />;
}

const shapeOf = (size: AvatarSize, square: boolean) =>
  `${styles.avatar} ${styles.size[size]}${square ? ` ${styles.square}` : ""}`;

const imageProps = (size: AvatarSize) =>
  ({
    width: styles.sizes[size],
    height: styles.sizes[size],
    loading: "lazy",
    decoding: "async",
  }) as const;

export function Picture({
  url,
  letter,
  tone,
  size,
}: {
  url: string;
  letter: string;
  tone: string;
  size: AvatarSize;
}) {
  return (
    <span className={shapeOf(size, false)} data-tone={tone} aria-hidden>
      {letter}
      <img className={styles.picture} src={url} {...imageProps(size)} alt="" />
    </span>
  );
}

/** Nothing is drawn behind a logo, which may be transparent. */
const Logo = ({ url, size }: { url: string; size: AvatarSize }) => (
  <img className={shapeOf(size, true)} src={url} {...imageProps(size)} alt="" />
);

export function Letter({
  letter,
  tone,
  size,
  square = false,
}: {
  letter: string;
  tone: string;
  size: AvatarSize;
  square?: boolean;
}) {
  return (
    <span className={shapeOf(size, square)} data-tone={tone} aria-hidden>
      {letter}
    </span>
  );
}

const signSize = { xs: 16, sm: 20, md: 28, lg: 28, xl: 28, "2xl": 28 } as const;

/** A drawing from the sprite, or an empty circle, when there is neither a picture nor a letter. */
export const IconBadge = ({ icon, size }: { icon: string | null; size: AvatarSize }) => (
  <span className={`${shapeOf(size, false)} ${icon ? styles.sign : styles.empty}`} aria-hidden>
    {icon && <Icon name={icon} size={signSize[size]} />}
  </span>
);
