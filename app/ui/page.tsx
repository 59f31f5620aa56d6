import { createContext, useContext } from "react";

export interface Site {
  name: string;
  college: string | null;
  /** Whether the visitor asks for less data: pictures wait until they are asked for. */
  savesData: boolean;
  /** The community's. */
  timeZone: string;
}

/** What a page's `handle` says for `LoadFailed`. @see docs/architecture.md for its other members */
export interface PageHandle {
  title?: string;
  /** The specification's sentence for a failed read. */
  failed?: string;
}

export const TitleCountContext = createContext("");

export const SiteContext = createContext<Site>({
  name: "Quadrant",
  college: null,
  savesData: false,
  timeZone: "UTC",
});

/**
 * The page's title in the browser's tab, and its title and description for search engines.
 * @param heading whether it is the page's heading, too
 */
export function Title({
  children,
  description,
  heading,
}: {
  children?: string | undefined;
  description?: string | undefined;
  heading?: boolean;
}) {
  const { name } = useContext(SiteContext);
  const title = children ? `${children} · ${name}` : name;
  return (
    <>
      <title>{useContext(TitleCountContext) + title}</title>
      <meta property="og:title" content={title} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {heading && <h1>{children}</h1>}
    </>
  );
}
