import { categoryListResponseSchema } from "../../schemas/resource.ts";
import { listCategories } from "./category.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/resources/categories", {
  GET: call({
    operationId: "listResourceCategories",
    summary: "List the categories, each with its latest six resources",
    auth: "anyone",
    cache: "role",
    responses: { 200: { description: "The categories", schema: categoryListResponseSchema } },
    async handler() {
      const data = await listCategories();
      const message = data.length === 0 ? "No categories available" : "Categories found";
      return { status: 200, body: { success: true, data, message } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
