import { useEffect, useState } from "react";
import * as styles from "./upload.css.ts";

interface Twin {
  id: string;
  title: string;
}

/** Warns before the upload that a chosen file is already on the site. Shows nothing if that cannot be determined. */
export function SameFileLine({ file }: { file: File | null }) {
  const [twin, setTwin] = useState<Twin | null>(null);
  useEffect(() => {
    setTwin(null);
    if (!file) return;
    const controller = new AbortController();
    findTwin(file, controller.signal)
      .then(setTwin)
      .catch(() => {});
    return () => controller.abort();
  }, [file]);
  return (
    <div role="status">
      {twin && (
        <p className={styles.sameFile}>
          The same file is already here:{" "}
          <a href={`/resources/${twin.id}`} target="_blank" rel="noopener">
            <bdi>{twin.title}</bdi>
          </a>
          . Upload it only if it also belongs to another category or year.
        </p>
      )}
    </div>
  );
}

/** Keeps only one file at a time in memory. */
let last: Promise<unknown> = Promise.resolve();
function findTwin(file: File, signal: AbortSignal): Promise<Twin | null> {
  const found = last.then(() => (signal.aborted ? null : readTwin(file, signal)));
  last = found.catch(() => {});
  return found;
}

async function readTwin(file: File, signal: AbortSignal): Promise<Twin | null> {
  // Browsers only hash in secure contexts.
  if (!("subtle" in crypto)) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const response = await fetch(`/resources/same-file?sha256=${sha256}`, { signal });
  const { twin } = (await response.json()) as { twin: Twin | null };
  return signal.aborted ? null : twin;
}
