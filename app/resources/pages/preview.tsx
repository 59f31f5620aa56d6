import { Link } from "react-router";
import type { FileType } from "#app/platform/files/rules.ts";
import { FileLink } from "./file-link.tsx";
import * as styles from "./resource.css.ts";

const viewers: Partial<Record<FileType, "frame" | "image" | "video" | "audio">> = {
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

/** Whether browsers display files of this type. */
export const hasViewer = (type: FileType): boolean => type in viewers;

/**
 * Shows a file in the page if browsers can display its type. The open preview has its own address, and nothing is
 * downloaded until then (docs/decisions/0019).
 */
export function Preview({
  href,
  type,
  title,
  isOpen,
}: {
  href: string;
  type: FileType;
  title: string;
  isOpen: boolean;
}) {
  const viewer = viewers[type];
  if (!viewer || !isOpen) return null;
  const src = `${href}?preview=1`;
  // Opens PDFs at full page width, without the sidebar.
  const viewerOptions = type === "pdf" ? "#navpanes=0&view=FitH" : "";
  const name = `Preview of ${title}`;
  return (
    <section className={styles.preview} aria-label="Preview">
      {viewer === "frame" && <iframe className={styles.frame} src={`${src}${viewerOptions}`} title={name} />}
      {viewer === "image" && <img className={styles.image} src={src} alt={name} />}
      {viewer === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: members' files have no captions
        <video className={styles.image} src={src} controls preload="none" aria-label={name} />
      )}
      {viewer === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: members' files have no captions
        <audio className={styles.audio} src={src} controls preload="none" aria-label={name} />
      )}
      <p className={styles.previewLinks}>
        <FileLink href={href} name={title} isPreview variant="link">
          Open in a new tab
        </FileLink>
        <Link to="?" preventScrollReset>
          Close the preview
        </Link>
      </p>
    </section>
  );
}
