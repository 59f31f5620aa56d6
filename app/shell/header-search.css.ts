import { globalStyle } from "@vanilla-extract/css";
import { actions } from "./header.css.ts";

/** Windows where the links leave space for a field. */
const roomy = "screen and (min-width: 76rem)";

const form = `${actions} > form`;
// Takes only the remaining space, so that the site's name is never cut.
globalStyle(form, {
  display: "none",
  width: "9rem",
  maxWidth: "14rem",
  "@media": { [roomy]: { display: "block", flexGrow: 1 } },
});
globalStyle(`${form} + a`, { "@media": { [roomy]: { display: "none" } } });
