import { type MouseEvent, useState } from "react";
import { canReach, inaccessible, isModified, openFile, unreachable } from "#app/device/open-file.ts";
import { type ButtonLook, buttonClass } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/forms/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import * as styles from "./resources.css.ts";

/**
 * A link to a file. With scripts it checks the file first and shows a failure in the page, for guests by
 * `app/device/open-file.ts`. Without them the server sends its error page (specification, section 8).
 * @param isPreview whether browsers show the file in a new tab instead of downloading it
 */
export function FileLink({
  href,
  name,
  isPreview = false,
  children = isPreview ? "Open" : "Download",
  ...look
}: { href: string | null; name: string; isPreview?: boolean; children?: string } & ButtonLook) {
  const [error, setError] = useState<string | null>(null);
  const address = href && isPreview ? `${href}?preview=1` : href;
  async function open(event: MouseEvent) {
    if (isModified(event.nativeEvent)) return;
    event.preventDefault();
    const accessError = await findAccessError(href);
    setError(accessError);
    if (accessError !== null || !address) return;
    openFile(address, isPreview);
  }
  return (
    <>
      <a
        className={buttonClass({ variant: "outline", size: "sm", ...look })}
        href={address ?? undefined}
        aria-label={`${children}: ${name}`}
        {...(isPreview && { target: "_blank", rel: "noopener" })}
        data-file
        onClick={open}
      >
        {!isPreview && <Icon name="download" />}
        {children}
      </a>
      {error && (
        <div className={styles.downloadError}>
          <Alert texts={[inaccessible, error]} />
        </div>
      )}
    </>
  );
}

/** Returns why a file cannot be opened, or null if it can. */
async function findAccessError(href: string | null): Promise<string | null> {
  if (!href) return "File URL not available";
  if (!href.startsWith("/files/")) return "Invalid file URL";
  return (await canReach(href)) ? null : unreachable;
}
