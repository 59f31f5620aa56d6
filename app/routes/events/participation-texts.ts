import { eventTexts } from "../../schemas/event-texts.ts";
import type { FormTexts } from "../../ui/form.tsx";

const failureTexts = {
  register: eventTexts.registerFailed,
  unregister: eventTexts.unregisterFailed,
  wait: eventTexts.waitFailed,
  leave: eventTexts.leaveFailed,
};
export type ParticipationIntent = keyof typeof failureTexts;

export function readParticipationIntent(form: FormData): ParticipationIntent | undefined {
  const intent = String(form.get("intent"));
  return Object.hasOwn(failureTexts, intent) ? (intent as ParticipationIntent) : undefined;
}

export const participationTexts: FormTexts = (form) => ({
  failed: failureTexts[readParticipationIntent(form) ?? "register"],
  loggedOut: eventTexts.loggedOut,
});
