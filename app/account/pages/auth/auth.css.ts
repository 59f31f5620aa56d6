import { globalStyle, style } from "@vanilla-extract/css";
import { styleProse } from "#app/ui/prose-style.ts";
import { page } from "#app/ui/styles/global.css.ts";
import { color, medium, space, type, wide } from "#app/ui/styles/tokens.css.ts";

export const split = style([
  page,
  {
    display: "grid",
    gap: space[6],
    alignItems: "start",
    paddingBlock: space[5],
    "@media": { [wide]: { gridTemplateColumns: "1.1fr .9fr", gap: space[8] } },
  },
]);
export const panel = style({
  textWrap: "balance",
  display: "grid",
  gap: space[4],
  width: "100%",
  maxWidth: 440,
  marginInline: "auto",
  "@media": { [wide]: { marginInlineEnd: 0 } },
});
export const single = style({
  textWrap: "balance",
  display: "grid",
  gap: space[5],
  width: "100%",
  maxWidth: 592,
  marginInline: "auto",
  padding: `${space[5]}px ${space[4]}px`,
  "@media": { [medium]: { textWrap: "pretty" } },
});
/** With one field, which need not be wide. */
export const short = style([single, { maxWidth: 472 }]);
/** Grey until it can be pressed: a pale yellow looks like a fault. */
globalStyle(`${single} :disabled:not([aria-busy])`, {
  borderColor: color.line,
  background: color.tint,
  color: color.inkSoft,
  opacity: 1,
});
/** With large text the number wraps below its country code. */
export const phone = style({ display: "flex", flexWrap: "wrap", gap: space[4] });
globalStyle(`${phone} > *`, { flex: "1 1 12rem" });
globalStyle(`${phone} > :first-child`, { "@media": { [medium]: { flex: "0 1 10rem" } } });
/** Four digits. */
globalStyle(`${single} [type=number]`, { maxWidth: "10rem" });
export const aside = style({
  justifySelf: "end",
  display: "inline-flex",
  alignItems: "center",
  minHeight: 44,
  marginBlock: -space[2],
  fontSize: type.quiet,
});
export const below = style({ color: color.inkSoft, fontSize: type.quiet, marginTop: space[2] });
globalStyle(`${below} a`, { display: "inline-block", paddingBlock: space[3], marginBlock: -space[3] });
export const privacy = style({
  display: "grid",
  gap: space[1],
  color: color.inkSoft,
  fontSize: type.small,
});
export const rules = style({});
globalStyle(`${rules} > summary`, {
  minHeight: 44,
  paddingBlock: space[2],
  color: color.primary,
  cursor: "pointer",
});
export const rulesText = styleProse();
export const divider = style({
  display: "flex",
  alignItems: "center",
  gap: space[3],
  color: color.inkSoft,
  fontSize: type.quiet,
  selectors: {
    "&::before, &::after": { content: "", flex: 1, borderTop: `1px solid ${color.line}` },
  },
});
export const lead = style({ color: color.inkSoft, marginTop: space[2] });

/** The message from `app/device/scripts/guest-form.ts` beside the button. */
globalStyle("[data-unsent]", { color: color.bad, fontSize: type.quiet, textAlign: "center" });
