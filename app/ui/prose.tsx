/** A member's Markdown, rendered on the server. Its lines end where they were broken. @param className of `styleProse` */
export const Prose = ({ html, className }: { html: string; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it makes it with HTML off
  <div className={className} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
