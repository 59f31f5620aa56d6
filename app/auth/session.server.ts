export * from "./guards.server.ts";
export * from "./session-cookies.server.ts";
export * from "./sessions.server.ts";
