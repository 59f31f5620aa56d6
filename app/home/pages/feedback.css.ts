import { styleDialog } from "#app/ui/dialog-style.ts";

export const dialog = styleDialog();
