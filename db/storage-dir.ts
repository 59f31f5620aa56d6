import { resolve } from "node:path";

/** The one folder that the running server writes to. Reading it opens nothing. */
export const storageDir = resolve(process.env.STORAGE_DIR || "storage");
