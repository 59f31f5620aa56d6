import { type ActionFunctionArgs, data } from "react-router";
import { db, write } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { seedTexts } from "./categories.tsx";

/** The action of a page with "Load Categories": creates those of the five that are missing. */
export async function seed(args: ActionFunctionArgs, sent?: FormData) {
  await requireViewer(args);
  return submitForm(args, { fields: ["intent"], texts: seedTexts, sent }, async (form) => {
    if (form.text("intent") !== "seed") throw data("This button does not exist.", 400);
    await write(() => seedCategories(db));
    return redirectAndTell(args.context, args.url.pathname, { text: "The categories are ready." });
  });
}
