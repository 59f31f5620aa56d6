export * from "./events.ts";
export * from "./jobs.ts";
export * from "./messages.ts";
export * from "./notices.ts";
export * from "./questions.ts";
export * from "./resources.ts";
export * from "./site.ts";
export * from "./users.ts";
