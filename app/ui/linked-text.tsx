import { findLinks } from "./find-links.ts";
import { lines } from "./linked-text.css.ts";

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

/** An administrator's text with its line breaks. Renders nothing without a text. */
export const LinkedLines = ({ text }: { text: string | undefined }) =>
  text && (
    <p className={lines} dir="auto">
      <LinkedText text={text} />
    </p>
  );
