/** A member's Markdown, rendered on the server. Line breaks are kept. @param className from `styleProse` */
export const Prose = ({ html, className }: { html: string; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it renders it with HTML off
  <div className={className} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
