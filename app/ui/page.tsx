import { createContext, useContext } from "react";

/** The administrators' logo and its size in pixels. */
export interface Logo {
  url: string;
  width: number;
  height: number;
}

export interface Site {
  name: string;
  college: string | null;
  /** The address of the stylesheet with the administrators' colour. Absent for ours. */
  accentStyles?: string;
  logo?: Logo;
  /** Whether the visitor wants to save data. Pictures then load only on request. */
  savesData: boolean;
  /** `TIME_ZONE`. */
  timeZone: string;
  /** A pattern of the addresses whose area is switched off. Absent if everything is on. */
  off?: string;
}

export const TitleCountContext = createContext("");

export const SiteContext = createContext<Site>({
  name: "Quadrant",
  college: null,
  savesData: false,
  timeZone: "UTC",
});

/** Returns whether the area of one of our own addresses is switched on, so that links to it can be shown. */
export function useIsOn(): (address: string) => boolean {
  const { off } = useContext(SiteContext);
  return (address) => !off || !new RegExp(off).test(address);
}

/**
 * The page's title in the browser's tab, and its title and description for search engines.
 * @param heading whether to render it as the page's heading as well
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
