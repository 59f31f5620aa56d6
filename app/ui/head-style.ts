import { globalStyle, style } from "@vanilla-extract/css";
import { phone, space, type } from "./styles/tokens.css.ts";

/**
 * Styles of a list's head: its title with a sentence, and its one button. On phones the button is beside the title, so
 * that the first row is visible. A feature calls this in its own styles, so that other pages don't load them.
 */
export function styleHead(): string {
  const head = style({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "start",
    justifyContent: "space-between",
    gap: space[4],
    "@media": { [phone]: { alignItems: "center", gap: `${space[1]}px ${space[2]}px` } },
  });
  const onPhones = (selector: string, rule: Record<string, string | number>) =>
    globalStyle(`${head} ${selector}`, { "@media": { [phone]: rule } });
  onPhones("> div", { display: "contents" });
  // A button that does not fit beside the title fills its own line.
  onPhones("h1", { flex: "999 1 auto" });
  onPhones("h1 ~ p", { order: 1, flex: "1 1 100%", marginTop: 0, fontSize: type.small, lineHeight: 1.35 });
  // The button is in place of the drawing.
  onPhones("> a + svg", { display: "none" });
  onPhones("> a", { flexGrow: 1, paddingInline: space[2], fontSize: type.small });
  onPhones("> a > svg", { display: "none" });
  return head;
}
