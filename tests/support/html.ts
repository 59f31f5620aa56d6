const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

const decode = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&([#\w]+);/g, (entity, name: string) => entities[name] ?? entity);

/** The texts of a page's blocks of code, as a reader copies them. */
export const readCode = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text = ""]) => decode(text));
