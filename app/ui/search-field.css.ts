import { globalStyle, style } from "@vanilla-extract/css";
import { color, phone, touch, type } from "./styles/tokens.css.ts";

/** Part of every header, so keep names and rules few. */
export const search = style({ position: "relative", minWidth: 0 });
globalStyle(`${search} > input`, { paddingRight: touch - 8, textOverflow: "ellipsis" });
// The placeholder is longer than a phone's field.
globalStyle(`${search} > input::placeholder`, {
  "@media": { [phone]: { fontSize: type.small, letterSpacing: "-0.02em" } },
});
globalStyle(`${search} > input::-webkit-search-cancel-button`, { display: "none" });
globalStyle(`${search} > button`, {
  position: "absolute",
  inset: "0 0 auto auto",
  width: touch,
  height: touch,
  paddingInline: (touch - 20) / 2,
  border: 0,
  background: "none",
  color: color.inkSoft,
  cursor: "pointer",
});
