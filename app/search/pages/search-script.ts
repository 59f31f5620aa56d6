interface SearchScript {
  readRecent: (memberId: string) => string[];
  forgetRecent: (memberId: string) => void;
  findKept: (text: string) => Promise<{ title: string; href: string }[]>;
}

const path = "/search.js";

/** The script behind the suggestions, which can read what is cached on this device. */
export const loadScript = (): Promise<SearchScript> => import(/* @vite-ignore */ path);
