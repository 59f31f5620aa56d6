import { formatFileSize } from "#app/platform/files/file-size.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { LineFile } from "../chat/line-reducer.ts";
import * as styles from "./line-files.css.ts";

/** Maximum width and height of a picture in the chat, in CSS pixels. */
const shownPixels = 280;

/** A line's pictures and files, each linked to the full version. */
export function LineFiles({ files }: { files: LineFile[] }) {
  return (
    <ul className={styles.files}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a line never change their order
        <li key={index}>
          <a
            href={file.url}
            target="_blank"
            rel="noreferrer"
            className={file.url && file.width ? styles.picture : styles.file}
          >
            {file.url && file.width && file.height ? (
              <Picture url={file.url} name={file.name} width={file.width} height={file.height} />
            ) : (
              <>
                <Icon name="file" size={24} />
                <bdi>{file.name}</bdi>
                <small>{formatFileSize(file.size)}</small>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Picture({ url, name, width, height }: { url: string; name: string; width: number; height: number }) {
  const scale = Math.min(1, shownPixels / width, shownPixels / height);
  return (
    <img
      src={`${url}?size=small`}
      alt={name}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      loading="lazy"
      decoding="async"
    />
  );
}
