import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, space, touch, type } from "./styles/tokens.css.ts";

/** Styles of `Tabs`. A feature that has some calls this in its own styles, so that other pages don't load them. */
export function styleTabs(): string {
  const tabs = style({
    display: "flex",
    flexWrap: "wrap",
    columnGap: space[4],
    marginTop: space[4],
    borderBottom: `1px solid ${color.ink}`,
    // Small enough for five tabs side by side on phones.
    fontSize: type.quiet,
    "@media": { [phone]: { columnGap: space[3] } },
  });
  globalStyle(`${tabs} a`, {
    display: "inline-flex",
    alignItems: "center",
    minHeight: touch,
    marginBottom: -1,
    borderBottom: "3px solid transparent",
    color: color.inkSoft,
    textDecoration: "none",
  });
  globalStyle(`${tabs} a[aria-current]`, { borderColor: color.accent, color: color.ink, fontWeight: 600 });
  return tabs;
}
