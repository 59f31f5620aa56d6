import * as styles from "./upload.css.ts";

/** @param progress from 0 to 1 @param of the file's name, if there are several */
export const UploadProgress = ({
  progress,
  isPaused,
  of,
}: {
  progress: number;
  isPaused: boolean;
  of?: string;
}) => (
  <div className={`${styles.progress} ${styles.rowWide}`}>
    <progress
      className={styles.bar}
      value={progress}
      max={1}
      aria-label={of ? `Uploaded so far: ${of}` : "Uploaded so far"}
    />
    <span>{Math.floor(progress * 100)}%</span>
    {isPaused && <p role="status">No connection. The upload will continue where it stopped.</p>}
  </div>
);
