import { problem } from "../../http/problem.server.ts";

export const loader = () => problem(404, "There is no such call.");
export { loader as action };
