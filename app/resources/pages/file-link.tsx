import { type MouseEvent, useState } from "react";
import { type ButtonLook, buttonClass } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { resourceTexts } from "../rules.ts";
import * as styles from "./resources.css.ts";

const timeoutMs = 10_000;

/**
 * A download link. With scripts it checks the file first and shows a failure in the page. Without them the server sends
 * its error page (specification, section 8).
 */
export function FileLink({
  href,
  name,
  children = "Download",
  ...look
}: { href: string | null; name: string; children?: string } & ButtonLook) {
  const [error, setError] = useState<string | null>(null);
  async function download(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const accessError = await findAccessError(href);
    setError(accessError);
    if (accessError === null && href) window.location.assign(href);
  }
  return (
    <>
      <a
        className={buttonClass({ variant: "outline", size: "sm", ...look })}
        href={href ?? undefined}
        aria-label={`${children}: ${name}`}
        onClick={download}
      >
        <Icon name="download" />
        {children}
      </a>
      {error && (
        <div className={styles.downloadError}>
          <Alert texts={[resourceTexts.inaccessible, error]} />
        </div>
      )}
    </>
  );
}

/** Returns why a file cannot be downloaded, or null if it can. */
async function findAccessError(href: string | null): Promise<string | null> {
  if (!href) return "File URL not available";
  if (!href.startsWith("/files/")) return "Invalid file URL";
  try {
    const { ok } = await fetch(href, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
    return ok ? null : "File is not accessible from any URL";
  } catch {
    return "File is not accessible from any URL";
  }
}
