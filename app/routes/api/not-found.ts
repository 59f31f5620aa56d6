import { HttpError, problem } from "../../http/problem.server.ts";

export const loader = () => problem(new HttpError(404, "There is no such API call."));
export { loader as action };
