interface SearchScript {
  readRecent: (memberId: string) => string[];
  forgetRecent: (memberId: string) => void;
  findKept: (text: string) => Promise<{ title: string; href: string }[]>;
}

const path = "/search.js";

/** What suggests under the field knows what this device keeps. */
export const loadScript = (): Promise<SearchScript> => import(/* @vite-ignore */ path);
