import type { ActionFunctionArgs } from "react-router";
import type { Viewer } from "../../auth/sessions.server.ts";
import type { EventRow } from "../../events/events.server.ts";
import {
  joinWaitingList,
  leaveWaitingList,
  register,
  unregister,
} from "../../events/participation.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { type PostedForm, submitForm } from "../../forms/submit.server.ts";
import { toId } from "../../schemas/fields.ts";
import { thankByForm } from "../../thanks/thanks.server.ts";
import { thanksFields } from "../../thanks/thanks-act.tsx";
import type { Flash } from "../../ui/flash.tsx";
import { participationTexts } from "./participation-texts.ts";

/** The action of a page with `Participation`: takes part in the form's `event`, and leads back to the page. */
export function participate(args: ActionFunctionArgs) {
  const page = args.url.pathname + args.url.search;
  const act =
    (change: (viewer: Viewer, eventId: number) => Promise<EventRow>, describe: (event: EventRow) => Flash) =>
    async (form: PostedForm, viewer: Viewer) => {
      const event = await change(viewer, toId(form.text("event")));
      const at = args.params.id === undefined ? `event-${event.id}` : "seat";
      return redirectWithFlash(args.context, page, { ...describe(event), at });
    };
  const say = (isGiven: boolean) => async (form: PostedForm, viewer: Viewer) => {
    const id = toId(args.params.id);
    const text = await thankByForm(form, viewer, { kind: "event", id, isGiven });
    return redirectWithFlash(args.context, page, { text, at: "thanks" });
  };
  return submitForm(
    args,
    { auth: "member", limit: null, fields: ["event", ...thanksFields], texts: participationTexts },
    {
      thank: say(true),
      "take-thanks-back": say(false),
      register: act(register, ({ title }) => ({ text: `You're registered for ${title}.` })),
      unregister: act(unregister, (event) => describeUnregistered(event, page)),
      wait: act(joinWaitingList, ({ title }) => ({ text: `You're on the waiting list for ${title}.` })),
      leave: act(leaveWaitingList, ({ title }) => ({ text: `You've left the waiting list for ${title}.` })),
    },
  );
}

/** A seat can be taken back as long as one is free. */
function describeUnregistered(event: EventRow, page: string): Flash {
  const { id, title, registrationLimit, registrationCount } = event;
  const text = `You're no longer registered for ${title}.`;
  const hasSeat = registrationLimit === null || registrationCount < registrationLimit;
  if (!hasSeat || event.registrationLink) return { text };
  return { text, undo: { action: page, fields: { intent: "register", event: String(id) } } };
}
