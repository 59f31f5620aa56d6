import * as styles from "./prose.css.ts";

/** A member's Markdown, rendered on the server. Its lines end where they were broken. */
export const Prose = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it makes it with HTML off
  <div className={styles.prose} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
