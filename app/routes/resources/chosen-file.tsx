import { useEffect, useState } from "react";
import { formatFileSize, getFileType } from "../../schemas/resource-rules.ts";
import * as styles from "./upload.css.ts";

/** The file that was chosen, before it is sent: its name and size, and a PDF as it will be read. */
export function ChosenFile({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  const type = getFileType(file.name);
  useEffect(() => {
    // The content's type is ours to say: whatever the file is, the frame gets a PDF.
    const shown = type === "pdf" ? URL.createObjectURL(file.slice(0, file.size, "application/pdf")) : null;
    setAddress(shown);
    return () => {
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [file, type]);
  return (
    <div className={styles.chosen}>
      <p>
        <b>{file.name}</b> <span className={styles.soft}>{formatFileSize(file.size)}</span>
      </p>
      {address && (
        <iframe
          className={styles.frame}
          src={`${address}#navpanes=0&view=FitH`}
          title={`Preview of ${file.name}`}
        />
      )}
    </div>
  );
}
