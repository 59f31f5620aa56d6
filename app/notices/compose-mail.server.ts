import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { mailTemplates, type NoticeWords } from "./texts.server.ts";

interface MailedNotice extends NoticeWords {
  url: string;
}

const maxListed = 30;

export function composeMail(rows: readonly MailedNotice[]) {
  const [first] = rows;
  if (rows.length === 1 && first) {
    const { text, details, why, quotes, isGone } = mailTemplates(first);
    return {
      kind: first.kind,
      subject: text,
      quotes,
      text: [
        "Hello,",
        details,
        ...(isGone ? [] : [`See it here: ${siteOrigin}${first.url}`]),
        closing(why, "these emails"),
      ].join("\n\n"),
    };
  }
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  return {
    kind: kinds.join(","),
    subject: `${rows.length} new notices`,
    ...withClosing(
      rows,
      "you chose emails at once about this, outside your quiet hours",
      "emails of these kinds",
    ),
  };
}

export const composeDigest = (rows: readonly MailedNotice[]) => ({
  kind: "digest",
  subject: rows.length === 1 ? "Your day: 1 notice" : `Your day: ${rows.length} notices`,
  ...withClosing(rows, "you chose a daily digest", "the digest"),
});

function withClosing(rows: readonly MailedNotice[], why: string, what: string) {
  const { lines, quotes } = listNotices(rows);
  return { quotes, text: ["Hello,", ...lines, closing(why, what)].join("\n\n") };
}

function listNotices(rows: readonly MailedNotice[]) {
  const listed = rows.slice(0, maxListed).map((row, index) => ({
    ...mailTemplates(row, String(index)),
    url: row.url,
  }));
  const rest = rows.length - listed.length;
  return {
    quotes: Object.assign({}, ...listed.map(({ quotes }) => quotes)) as Record<string, string>,
    lines: [
      ...listed.map(({ text, url }) => `${text}\n${siteOrigin}${url}`),
      ...(rest > 0 ? [`${rest} more: ${siteOrigin}/notices`] : []),
    ],
  };
}

/** The queue fills in both links when it sends the mail: they are secrets. */
const closing = (why: string, what: string) =>
  `You get this email because ${why}.\nStop ${what}: {stop}\nChoose what we email you: {settings}`;
