import { endpoint } from "./endpoint.server.ts";
import { voteCalls } from "./post-calls.server.ts";

const route = endpoint("/api/questions/{id}/vote", voteCalls("question"));
export const loader = route.loader;
export const action = route.action;
