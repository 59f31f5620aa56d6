import type { ActionFunctionArgs } from "react-router";
import { requireViewer } from "#app/platform/auth/guards.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { db, write } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";

/**
 * The button "Load Categories": creates the missing ones of the five categories. Guests are redirected to the log-in.
 */
export const seedButton = (args: Pick<ActionFunctionArgs, "request" | "context" | "url">) => ({
  async seed() {
    await requireViewer(args);
    await write(() => seedCategories(db));
    return redirectWithFlash(args.context, args.url.pathname, { text: "The categories are ready." });
  },
});
