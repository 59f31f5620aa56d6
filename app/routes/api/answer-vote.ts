import { endpoint } from "./endpoint.server.ts";
import { voteCalls } from "./post-calls.server.ts";

const route = endpoint("/api/answers/{id}/vote", voteCalls("answer"));
export const loader = route.loader;
export const action = route.action;
