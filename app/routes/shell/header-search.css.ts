import { globalStyle } from "@vanilla-extract/css";
import { actions } from "./header.css.ts";

/** Where the links leave room for a field. */
const roomy = "screen and (min-width: 76rem)";

const form = `${actions} > form`;
globalStyle(form, { display: "none", width: "14rem", "@media": { [roomy]: { display: "block" } } });
globalStyle(`${form} + a`, { "@media": { [roomy]: { display: "none" } } });
