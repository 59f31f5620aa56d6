import { yieldToRequests } from "#db/yield-to-requests.ts";
import { siteOrigin } from "../mail/link.server.ts";
import { settings } from "../settings.server.ts";

export interface FeedEntry {
  /** Must not change when the title does. */
  idPath: string;
  path: string;
  title: string;
  summary: string;
  content: string;
  publishedAt: number;
  updatedAt: number;
}

/** Drops characters that XML 1.0 does not allow, and escapes the others. */
const toXmlText = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const toTime = (moment: number) => new Date(moment).toISOString();

/** An Atom feed (RFC 4287) at `{path}.atom`. */
export async function createFeedResponse<Row>(
  path: string,
  title: string,
  rows: readonly Row[],
  describe: (row: Row) => FeedEntry,
): Promise<Response> {
  const entries: FeedEntry[] = [];
  const texts: string[] = [];
  for (const row of rows) {
    const entry = describe(row);
    entries.push(entry);
    texts.push(toEntry(entry));
    await yieldToRequests();
  }
  const updatedAt = Math.max(0, ...entries.map((entry) => entry.updatedAt));
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${toXmlText(`${siteOrigin}${path}.atom`)}</id>
<title>${toXmlText(`${title} · ${settings.siteName}`)}</title>
<updated>${toTime(updatedAt)}</updated>
<author><name>${toXmlText(settings.siteName)}</name></author>
<link rel="self" type="application/atom+xml" href="${toXmlText(`${siteOrigin}${path}.atom`)}"/>
<link rel="alternate" type="text/html" href="${toXmlText(siteOrigin + path)}"/>
${texts.join("\n")}
</feed>
`;
  return new Response(xml, {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=60" },
  });
}

const toEntry = ({ idPath, path, title, summary, content, publishedAt, updatedAt }: FeedEntry) => `<entry>
<id>${toXmlText(siteOrigin + idPath)}</id>
<title>${toXmlText(title)}</title>
<link rel="alternate" type="text/html" href="${toXmlText(siteOrigin + path)}"/>
<published>${toTime(publishedAt)}</published>
<updated>${toTime(updatedAt)}</updated>
<summary>${toXmlText(summary)}</summary>
<content type="text">${toXmlText(content)}</content>
</entry>`;
