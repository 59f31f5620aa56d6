const maxSlugLength = 60;

/** Turns a title into a slug such as `how-to-prepare`, or returns `fallback` if no letter is left. */
export const createSlug = (title: string, fallback: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "") || fallback;
