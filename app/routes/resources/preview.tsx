import { Link } from "react-router";
import type { FileType } from "../../schemas/resource-rules.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./resource.css.ts";

const shown: Partial<Record<FileType, "frame" | "image" | "video" | "audio">> = {
  pdf: "frame",
  txt: "frame",
  jpg: "image",
  jpeg: "image",
  png: "image",
  gif: "image",
  mp4: "video",
  mov: "video",
  mp3: "audio",
  wav: "audio",
};

/**
 * The file in place, for the types that browsers show by themselves. It is an address of its own, and nothing of it is
 * loaded before: who pays for each megabyte decides with the size in sight.
 */
export function Preview({
  href,
  type,
  size,
  title,
  open,
}: {
  href: string;
  type: FileType;
  size: string;
  title: string;
  open: boolean;
}) {
  const kind = shown[type];
  if (!kind) return null;
  if (!open) {
    return (
      <p>
        <ButtonLink to="?preview=1" variant="outline" preventScrollReset>
          <Icon name="file" />
          Preview here ({size})
        </ButtonLink>
      </p>
    );
  }
  const src = `${href}?preview=1`;
  // Viewers of PDFs begin with the page as wide as there is room, without a list of pages beside it.
  const view = type === "pdf" ? "#navpanes=0&view=FitH" : "";
  const name = `Preview of ${title}`;
  return (
    <section className={styles.preview} aria-label="Preview">
      {kind === "frame" && <iframe className={styles.frame} src={`${src}${view}`} title={name} />}
      {kind === "image" && <img className={styles.image} src={src} alt={name} />}
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: what members share has no captions of ours
        <video className={styles.image} src={src} controls preload="none" aria-label={name} />
      )}
      {kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: what members share has no captions of ours
        <audio className={styles.audio} src={src} controls preload="none" aria-label={name} />
      )}
      <p className={styles.outside}>
        <a href={src} target="_blank" rel="noopener">
          Open in a tab of its own
        </a>
        <Link to="?" preventScrollReset>
          Close the preview
        </Link>
      </p>
    </section>
  );
}
