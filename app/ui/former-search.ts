/** Pages that a search can find: a job, an event, a note, a question. */
const resultPath = /^\/\w+\/\d/;

/** The address of the search that led here, or null, also in browsers without the Navigation API. `public/guest.js` does the same. */
export function findFormerSearch(): URL | null {
  if (!("navigation" in window) || !resultPath.test(location.pathname)) return null;
  const { currentEntry } = window.navigation;
  const former = currentEntry && window.navigation.entries()[currentEntry.index - 1]?.url;
  if (!former) return null;
  const address = new URL(former);
  const isSearch = address.searchParams.has("q") || address.searchParams.has("search");
  // A dialog over a search keeps the search in its address.
  return isSearch && address.pathname !== location.pathname ? address : null;
}
