import { type ActionFunctionArgs, data } from "react-router";
import type { EventRow } from "../../events/events.server.ts";
import {
  joinWaitingList,
  leaveWaitingList,
  register,
  unregister,
} from "../../events/participation.server.ts";
import { orErrorPage, requireSender, submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import type { Told } from "../../ui/told.tsx";
import {
  type ParticipationIntent,
  participationTexts,
  readParticipationIntent,
} from "./participation-texts.ts";
import { requireEventId } from "./queries.server.ts";

const acts = { register, unregister, wait: joinWaitingList, leave: leaveWaitingList };

/** The action of a page with `Participation`: takes part in the form's `event`, and leads back to the page. */
export const participate = (args: ActionFunctionArgs) =>
  submitForm(args, { fields: ["intent", "event"], texts: participationTexts }, async (form) => {
    const intent = readParticipationIntent(form.data);
    if (!intent) throw data("This page does not have that button.", 400);
    const { viewer } = await requireSender(args, eventTexts.loggedOut);
    const id = requireEventId(form.text("event"));
    const event = await orErrorPage(() => acts[intent](viewer, id));
    const page = args.url.pathname + args.url.search;
    const at = args.params.id === undefined ? `event-${id}` : "seat";
    return redirectAndTell(args.context, page, { ...tell(intent, event, page), at });
  });

/** The sentence about what was done. A seat can be taken back as long as one is free. */
function tell(intent: ParticipationIntent, event: EventRow, page: string): Told {
  const { id, title, registrationLimit, registrationCount } = event;
  if (intent === "register") return { text: `You're registered for ${title}.` };
  if (intent === "wait") return { text: `You're on the waiting list for ${title}.` };
  if (intent === "leave") return { text: `You've left the waiting list for ${title}.` };
  const text = `You're no longer registered for ${title}.`;
  const hasSeat = registrationLimit === null || registrationCount < registrationLimit;
  if (!hasSeat || event.registrationLink) return { text };
  return { text, undo: { action: page, fields: { intent: "register", event: String(id) } } };
}
