import { respond } from "./calls.server.ts";

export const loader = respond;
export const action = respond;
