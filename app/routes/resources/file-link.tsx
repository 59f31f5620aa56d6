import { type MouseEvent, useState } from "react";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { type ButtonLook, buttonClass } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./parts.css.ts";

/** How long a file's address may take to answer, in milliseconds. */
const patience = 10_000;

/**
 * A link that saves a file. With scripts its address is asked first, and when the file can not be had the page says
 * so and why; without them the link is followed, and the server says it (specification, section 8).
 */
export function FileLink({
  href,
  name,
  children = "Download",
  ...look
}: { href: string | null; name: string; children?: string } & ButtonLook) {
  const [cause, setCause] = useState<string | null>(null);
  async function open(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const found = await whyNot(href);
    setCause(found);
    if (found === null && href) window.location.assign(href);
  }
  return (
    <>
      <a
        className={buttonClass({ variant: "outline", size: "sm", ...look })}
        href={href ?? undefined}
        aria-label={`${children}: ${name}`}
        onClick={open}
      >
        <Icon name="download" />
        {children}
      </a>
      {cause && (
        <div className={styles.unreachable}>
          <Alert texts={[resourceTexts.unreachable, cause]} />
        </div>
      )}
    </>
  );
}

/** Why a file can not be opened; null when it can. */
async function whyNot(href: string | null): Promise<string | null> {
  if (!href) return "File URL not available";
  if (!href.startsWith("/files/")) return "Invalid file URL";
  try {
    const { ok } = await fetch(href, { method: "HEAD", signal: AbortSignal.timeout(patience) });
    return ok ? null : "File is not accessible from any URL";
  } catch {
    return "File is not accessible from any URL";
  }
}
