import { eventTexts } from "../texts.ts";

const failureTexts = new Map<unknown, string>([
  ["unregister", eventTexts.unregisterFailed],
  ["wait", eventTexts.waitFailed],
  ["leave", eventTexts.leaveFailed],
]);

export const participationTexts = (form: FormData) => ({
  failed: failureTexts.get(form.get("intent")) ?? eventTexts.registerFailed,
  loggedOut: eventTexts.loggedOut,
});
