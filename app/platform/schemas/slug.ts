const maxSlugLength = 60;

/** Returns a title as the readable end of an address, such as `how-to-prepare`, or `fallback` if no letter of it can be in one. */
export const createSlug = (title: string, fallback: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "") || fallback;
