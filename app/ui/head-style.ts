import { globalStyle, style } from "@vanilla-extract/css";
import { phone, space, type } from "./styles/tokens.css.ts";

/**
 * The head of a list: its title with a sentence, and its one act. On phones the act stands beside the title, so that the
 * first row is in sight. In the styles of the features that have one: other pages don't load it.
 */
export function styleHead(): string {
  const head = style({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "end",
    justifyContent: "space-between",
    gap: space[4],
    "@media": { [phone]: { alignItems: "center", gap: `${space[1]}px ${space[2]}px` } },
  });
  const onPhones = (selector: string, rule: Record<string, string | number>, of = head) =>
    globalStyle(`${of} ${selector}`, { "@media": { [phone]: rule } });
  onPhones("> div", { display: "contents" });
  onPhones("h1", { flex: "1 1 auto", fontSize: type.title });
  onPhones("h1 ~ p", { order: 1, flex: "1 1 100%", marginTop: 0, fontSize: type.small, lineHeight: 1.35 });
  // Where a drawing is beside the title, the act is beside the sentence.
  const drawn = `${head}:has(> svg)`;
  onPhones("h1:first-child:has(+ p)", { flexBasis: "100%" }, drawn);
  onPhones("h1:first-child + p", { flexBasis: "12rem" }, drawn);
  onPhones("> :has(> h1:first-child + p) ~ a", { order: 1 }, drawn);
  onPhones("> a", { paddingInline: space[2], fontSize: type.small });
  onPhones("> a > svg", { display: "none" });
  return head;
}
