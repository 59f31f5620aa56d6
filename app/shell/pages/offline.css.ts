import { globalStyle, style } from "@vanilla-extract/css";
import { space, touch } from "#app/ui/styles/tokens.css.ts";

// `data-kept` is set by the worker: "unsent" in place of a form that did not arrive, "none" of a page.
export const unsent = style({ display: "none" });
globalStyle(`[data-kept=unsent] ${unsent}`, { display: "block" });
export const kept = style({ width: "100%", marginTop: space[4] });
/** The page opened by its address lists nothing. */
globalStyle(`:root:not([data-kept]) ${kept}`, { display: "none" });
globalStyle(`${kept} ul`, { listStyle: "none", padding: 0 });
globalStyle(`${kept} a`, { display: "flex", alignItems: "center", minHeight: touch });
export const nothing = style({ display: "none" });
globalStyle(`ul:empty + ${nothing}`, { display: "block" });
