import { createContext, useContext } from "react";

/** The site's names, from the root's loader. */
export interface Site {
  name: string;
  college: string | null;
  /** Whether the visitor asks for less data: pictures wait until they are asked for. */
  savesData: boolean;
}

/** The number of unread messages before a page's title: `(3) `, or nothing. */
export const TitleCountContext = createContext("");

export const SiteContext = createContext<Site>({ name: "Quadrant", college: null, savesData: false });

/** The page's title in the browser's tab, and its title and description for search engines. */
export function Title({ children, description }: { children?: string; description?: string }) {
  const { name } = useContext(SiteContext);
  const title = children ? `${children} · ${name}` : name;
  return (
    <>
      <title>{useContext(TitleCountContext) + title}</title>
      <meta property="og:title" content={title} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
    </>
  );
}
