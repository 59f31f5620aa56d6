import { api, call, json } from "../../http/api.server.ts";
import { categoryList } from "../../schemas/resource.ts";
import { categoryAnswers } from "./category.server.ts";

const route = api("/api/resources/categories", {
  GET: call({
    summary: "The categories, each with its latest six resources",
    who: "anyone",
    answers: { 200: { description: "The categories", schema: categoryList } },
    async run() {
      const data = await categoryAnswers();
      const message = data.length === 0 ? "No categories available" : "Categories found";
      return json({ success: true, data, message });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
