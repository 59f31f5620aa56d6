import { db, write } from "#db/index.ts";
import { seedCategories } from "#db/seed.ts";
import { categoryListResponseSchema } from "../../schemas/resource.ts";
import { listCategories } from "./category.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/seed-categories", {
  POST: call({
    operationId: "seedResourceCategories",
    summary: "Create those of the five categories that are missing",
    description: "Doing it again changes nothing.",
    auth: "user",
    responses: { 200: { description: "All categories", schema: categoryListResponseSchema } },
    async handler() {
      await write(() => seedCategories(db));
      return {
        status: 200,
        body: { success: true, data: await listCategories(), message: "Categories are ready" },
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
