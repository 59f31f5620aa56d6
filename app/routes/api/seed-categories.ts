import { db } from "#db/index.ts";
import { makeCategories } from "#db/resources.ts";
import { api, call, json } from "../../http/api.server.ts";
import { categoryList } from "../../schemas/resource.ts";
import { categoryAnswers } from "./category.server.ts";

const route = api("/api/seed-categories", {
  POST: call({
    summary: "Make the missing ones of the five categories",
    who: "user",
    answers: { 200: { description: "The categories as they are now", schema: categoryList } },
    async run() {
      await makeCategories(db);
      return json({ success: true, data: await categoryAnswers(), message: "Categories are ready" });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
