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

export interface PageForm {
  /** Where it is sent. Null for the page's own address. */
  action: string | null;
  isMultipart: boolean;
  fields: { name: string; value: string; kind: "typed" | "secret" | "other"; label: string | undefined }[];
}

/** @returns the forms of a page that are posted, without their files. A button with a name counts as a field */
export function readForms(html: string): PageForm[] {
  const attribute = (tag: string, name: string) => {
    const [, value] = new RegExp(` ${name}="([^"]*)"`, "i").exec(tag) ?? [];
    return value === undefined ? undefined : decode(value);
  };
  const labels = new Map(
    [...html.matchAll(/<label[^>]* for="([^"]*)"[^>]*>(.*?)<\/label>/gs)].map(([, id = "", text = ""]) => [
      id,
      decode(text).trim(),
    ]),
  );
  return [...html.matchAll(/(<form[^>]*>)(.*?)<\/form>/gs)].flatMap(([, open = "", content = ""]) => {
    if (attribute(open, "method") !== "post") return [];
    const controls = content.matchAll(
      /(<(input|button)[^>]*>)|(<textarea[^>]*>)(.*?)<\/textarea>|(<select[^>]*>)(.*?)<\/select>/gs,
    );
    const fields = [...controls].flatMap(([, tag = "", kind, area, text = "", select, options = ""]) => {
      const start = area ?? select ?? tag;
      const name = attribute(start, "name");
      const type = kind === "input" ? (attribute(tag, "type") ?? "text") : "";
      if (!name || type === "file" || (/checkbox|radio/.test(type) && !/ checked/i.test(tag))) return [];
      const chosen = /<option[^>]* selected[^>]*>/i.exec(options)?.[0] ?? "";
      const isTyped =
        area !== undefined || /^(?:text|email|url|tel|search|number|date|month|datetime-local)$/.test(type);
      return {
        name,
        value: area ? decode(text) : (attribute(select ? chosen : tag, "value") ?? ""),
        kind: type === "password" ? ("secret" as const) : isTyped ? ("typed" as const) : ("other" as const),
        label: labels.get(attribute(start, "id") ?? ""),
      };
    });
    const isMultipart = attribute(open, "encType") === "multipart/form-data";
    return { action: attribute(open, "action") ?? null, isMultipart, fields };
  });
}
