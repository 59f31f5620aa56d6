import { type ActionFunctionArgs, redirect } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { endWithTitle, redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { thankByForm } from "#app/thanks/thanks.server.ts";
import { thanksFields } from "#app/thanks/thanks-act.tsx";
import type { Flash } from "#app/ui/flash.tsx";
import { hasEventId } from "#db/scopes/events.ts";
import { type EventRow, selectEvents } from "../events.server.ts";
import { joinWaitingList, leaveWaitingList, register, unregister } from "../participation.server.ts";
import { participationTexts } from "./participation-texts.ts";
import { describeNext } from "./present-event.ts";

/** The action of a page with `Participation`: applies the change to the form's `event`, then redirects to the page. */
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
    { auth: "member", fields: ["event", "sure", ...thanksFields], texts: participationTexts },
    {
      thank: say(true),
      "take-thanks-back": say(false),
      async register(form, viewer) {
        try {
          return await act(register, (event) => describeRegistered(event, page))(form, viewer);
        } catch (error) {
          if (error instanceof HttpError && error.status === 422)
            return redirect(`/events/${toId(form.text("event"))}/answers`, 303);
          throw error;
        }
      },
      async unregister(form, viewer) {
        if (form.text("sure") === "") await confirmGivingUpSeat(viewer, toId(form.text("event")));
        return act(unregister, (event) => describeUnregistered(event, page))(form, viewer);
      },
      wait: act(joinWaitingList, (event) => describeWaiting(event, page)),
      leave: act(leaveWaitingList, (event) => describeLeft(event, page)),
    },
  );
}

export const describeRegistered = ({ id, title }: EventRow, page: string): Flash => ({
  text: `You're registered for ${endWithTitle(title)}`,
  link: { to: `/events/${id}.ics`, text: "Add to calendar" },
  undo: { action: page, fields: { intent: "unregister", event: String(id), sure: "1" } },
});

const describeWaiting = ({ id, title }: EventRow, page: string): Flash => ({
  text: `You're on the waiting list for ${endWithTitle(title)}`,
  undo: { action: page, fields: { intent: "leave", event: String(id) } },
});

/**
 * Members may have joined the waiting list since the page was loaded. @throws HttpError 409 that says who gets the seat
 */
async function confirmGivingUpSeat(viewer: Viewer, id: number): Promise<void> {
  const [event] = await selectEvents(viewer).where(hasEventId(id));
  const next = event?.isRegistered ? describeNext(event) : null;
  if (next) throw new HttpError(409, `${next} Press Unregister once more if you are sure.`);
}

/** Offers Undo unless others are waiting behind the member. */
function describeLeft({ id, title, waitingCount }: EventRow, page: string): Flash {
  const text = `You've left the waiting list for ${endWithTitle(title)}`;
  if (waitingCount > 0) return { text };
  return { text, undo: { action: page, fields: { intent: "wait", event: String(id) } } };
}

/** Offers Undo as long as a seat is free. */
function describeUnregistered(event: EventRow, page: string): Flash {
  const { id, title, registrationLimit, registrationCount } = event;
  const text = `You're no longer registered for ${endWithTitle(title)}`;
  const hasSeat = registrationLimit === null || registrationCount < registrationLimit;
  if (!hasSeat || event.registrationLink || event.questions.length > 0) return { text };
  return { text, undo: { action: page, fields: { intent: "register", event: String(id) } } };
}
