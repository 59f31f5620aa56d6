/** Pages that a search can find: a job, an event, a note, a question. */
const resultPath = /^\/\w+\/\d/;

/** The address of the search that led here, or null, also in browsers without the Navigation API. */
export function findFormerSearch(): URL | null {
  const { navigation } = window as Partial<typeof window>;
  const former = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  if (!former || !resultPath.test(location.pathname)) return null;
  const address = new URL(former);
  // A dialog over a search keeps the search in its address.
  return /[?&](q|search)=/.test(address.search) && address.pathname !== location.pathname ? address : null;
}
