import { styleDialog } from "../../ui/dialog-style.ts";

export const dialog = styleDialog();
