import { findLinks } from "./find-links.ts";

export function LinkedText({ text }: { text: string }) {
  return findLinks(text).map(({ text: part, isLink }, index) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <a key={index} href={part} target="_blank" rel="noreferrer nofollow ugc">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
