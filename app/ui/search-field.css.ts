import { globalStyle, style } from "@vanilla-extract/css";
import { color, touch } from "../styles/tokens.css.ts";

/** In every header: few names and few rules. */
export const search = style({ position: "relative", minWidth: 0 });
globalStyle(`${search} > input`, { paddingRight: touch, textOverflow: "ellipsis" });
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
