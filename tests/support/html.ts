const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

const decode = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&([#\w]+);/g, (entity, name: string) => entities[name] ?? entity);

/** @returns the texts of a page's code blocks, as a reader would copy them */
export const readCode = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, text = ""]) => decode(text));

/** @returns the fields that a browser without scripts sends with the page's form that has a `version` */
export function readFields(html: string): Record<string, string> {
  const form = html.split("<form").find((each) => each.includes('name="version"')) ?? "";
  const fields: Record<string, string> = {};
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replace(/&([#\w]+);/g, (all, e) => entities[e] ?? all);
  for (const [tag] of form.split("</form")[0]?.matchAll(/<input[^>]*>/g) ?? []) {
    const name = attribute(tag, "name");
    const isBox = /type="(checkbox|radio)"/.test(tag);
    const isSent = !/type="file"/.test(tag) && (!isBox || tag.includes(" checked"));
    if (name && isSent) fields[name] = attribute(tag, "value") ?? (isBox ? "on" : "");
  }
  for (const [, open = "", text = ""] of form.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
    fields[attribute(open, "name") ?? ""] = decode(text);
  for (const [, open = "", options = ""] of form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const chosen = /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? "";
    fields[attribute(open, "name") ?? ""] = attribute(chosen, "value") ?? "";
  }
  return fields;
}
