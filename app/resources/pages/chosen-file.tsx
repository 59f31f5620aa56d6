import { useEffect, useState } from "react";
import { formatFileSize } from "#app/platform/files/file-size.ts";
import { getFileType } from "#app/platform/files/rules.ts";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./upload.css.ts";

/** The file chosen for an upload: its name, its size and a preview if it is a PDF. */
export function ChosenFile({ file }: { file: File }) {
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const type = getFileType(file.name);
  useEffect(() => {
    // The type is set explicitly, so that the frame can only ever show a PDF.
    const url = type === "pdf" ? URL.createObjectURL(file.slice(0, file.size, "application/pdf")) : null;
    setPreviewUrl(url);
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, type]);
  return (
    <div className={styles.chosen}>
      <p>
        <b>{file.name}</b> <span className={quiet}>{formatFileSize(file.size)}</span>
      </p>
      {previewUrl && (
        <iframe
          className={styles.frame}
          src={`${previewUrl}#navpanes=0&view=FitH`}
          title={`Preview of ${file.name}`}
        />
      )}
    </div>
  );
}
