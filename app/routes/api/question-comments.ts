import { endpoint } from "./endpoint.server.ts";
import { commentCalls } from "./post-calls.server.ts";

const route = endpoint("/api/questions/{id}/comments", commentCalls("question"));
export const loader = route.loader;
export const action = route.action;
