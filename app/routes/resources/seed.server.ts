import type { ActionFunctionArgs } from "react-router";
import { db, write } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { resourceTexts } from "../../schemas/resource-rules.ts";

/** The action of a page with "Load Categories": creates those of the five that are missing. */
export const seed = (args: ActionFunctionArgs, sent?: FormData) =>
  submitForm(
    args,
    { auth: "member", limit: null, fields: [], texts: { failed: resourceTexts.seedingFailed }, sent },
    {
      async seed() {
        await write(() => seedCategories(db));
        return redirectWithFlash(args.context, args.url.pathname, { text: "The categories are ready." });
      },
    },
  );
