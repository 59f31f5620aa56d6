import { globalStyle } from "@vanilla-extract/css";
import { actions } from "./header.css.ts";

/** Where the links leave room for a field. */
const roomy = "screen and (min-width: 76rem)";

const form = `${actions} > form`;
// It takes the room that is left, so that the site's name stands whole.
globalStyle(form, {
  display: "none",
  width: "9rem",
  maxWidth: "14rem",
  "@media": { [roomy]: { display: "block", flexGrow: 1 } },
});
globalStyle(`${form} + a`, { "@media": { [roomy]: { display: "none" } } });
