import { HttpError } from "../../http/problem.server.ts";
import { deleteSearch } from "../../notices/searches.server.ts";
import { toId } from "../../schemas/fields.ts";
import { savedSearchTexts } from "../../schemas/saved-search-texts.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/saved-searches/{id}", {
  DELETE: call({
    operationId: "deleteSavedSearch",
    summary: "Delete a saved search",
    auth: "user",
    act: "savedSearch",
    responses: { 204: { description: "Deleted" } },
    async handler({ viewer, params }) {
      if (!(await deleteSearch(viewer.id, toId(params.id)))) throw new HttpError(404, savedSearchTexts.gone);
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
