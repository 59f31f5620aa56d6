import { eventTexts } from "../../schemas/event-texts.ts";
import type { FormTexts } from "../../ui/form.tsx";

const failureTexts = new Map<unknown, string>([
  ["unregister", eventTexts.unregisterFailed],
  ["wait", eventTexts.waitFailed],
  ["leave", eventTexts.leaveFailed],
]);

export const participationTexts: FormTexts = (form) => ({
  failed: failureTexts.get(form.get("intent")) ?? eventTexts.registerFailed,
  loggedOut: eventTexts.loggedOut,
});
