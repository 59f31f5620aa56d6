export type Finding = { level: "ok" | "look" | "fail"; text: string };
export const ok = (text: string): Finding => ({ level: "ok", text });
export const look = (text: string): Finding => ({ level: "look", text });
export const fail = (text: string): Finding => ({ level: "fail", text });
