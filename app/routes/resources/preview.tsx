import type { FileType } from "../../schemas/resource-words.ts";
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
 * The file in place, for the types that browsers show by themselves. Nothing of it is loaded before it is opened: who
 * pays for each megabyte decides with the size in sight.
 */
export function Preview({
  href,
  type,
  size,
  title,
}: {
  href: string;
  type: FileType;
  size: string;
  title: string;
}) {
  const kind = shown[type];
  if (!kind) return null;
  const src = `${href}?preview=1`;
  const name = `Preview of ${title}`;
  return (
    <details className={styles.preview}>
      <summary className={styles.previewSummary}>
        <Icon name="file" />
        Preview here ({size})
      </summary>
      {kind === "frame" && <iframe className={styles.frame} src={src} title={name} loading="lazy" />}
      {kind === "image" && <img className={styles.image} src={src} alt={name} loading="lazy" />}
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: what members share has no captions of ours
        <video className={styles.image} src={src} controls preload="none" aria-label={name} />
      )}
      {kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: what members share has no captions of ours
        <audio className={styles.audio} src={src} controls preload="none" aria-label={name} />
      )}
      {kind === "frame" && (
        <p className={styles.outside}>
          <a href={src} target="_blank" rel="noopener">
            Open the preview in a tab of its own
          </a>
        </p>
      )}
    </details>
  );
}
