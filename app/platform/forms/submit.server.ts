import { parse } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, createContext, data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import {
  type FormFailure,
  type FormReply,
  type FormTexts,
  findTexts,
  type UnsentForm,
} from "#app/ui/forms/form.tsx";
import { scopeSubjects } from "#db/vocabulary.ts";
import {
  getSession,
  getViewer,
  requireAdmin,
  requireModerator,
  requireViewer,
} from "../auth/guards.server.ts";
import { readSender, senderMark } from "../auth/session-cookies.server.ts";
import type { Session, Viewer } from "../auth/sessions.server.ts";
import { readTextFields } from "../files/upload.server.ts";
import { areaOff, isAddressOn } from "../http/area-switch.server.ts";
import { isMultipart } from "../http/media-type.server.ts";
import { type FieldErrors, HttpError } from "../http/problem.server.ts";
import type { ProblemCode } from "../http/problem-codes.ts";
import { pickFields } from "../http/request.server.ts";
import { getRequestContext } from "../http/request-context.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { log } from "../process/log.server.ts";

type ActionArgs = Pick<ActionFunctionArgs, "request" | "context" | "url">;

const secretFields = ["password", "confirmPassword", "currentPassword", "code"];

export class PostedForm {
  readonly #names: readonly string[];
  data: FormData;
  isPasswordEasy = false;

  constructor(names: readonly string[], sent: FormData, lists: readonly string[] = []) {
    this.#names = names;
    this.data = pickFields(sent, names, lists);
  }

  text(name: string): string {
    return String(this.data.get(name) ?? "");
  }

  /** The version that the sender has read; undefined without a `version`. */
  get versions(): number[] | undefined {
    const version = this.text("version");
    return /^\d{1,15}$/.test(version) ? [Number(version)] : undefined;
  }

  fill(texts: Record<string, string>): void {
    const sent = new FormData();
    for (const [name, text] of Object.entries(texts)) sent.set(name, text);
    this.data = pickFields(sent, this.#names);
  }

  /** @throws HttpError 422 with every invalid field */
  parse<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
    const parsed = parseForm(this.data, schema);
    if ("errors" in parsed) throw new HttpError(422, undefined, parsed);
    return parsed.value;
  }
}

export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): { value: z.output<Schema> } | { errors: FieldErrors } {
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  if (submission.status === "success") return { value: submission.value };
  return { errors: dropNulls(submission.error) };
}

const dropNulls = (errors: Record<string, string[] | null> | null | undefined) =>
  Object.fromEntries(Object.entries(errors ?? {}).flatMap(([name, texts]) => (texts ? [[name, texts]] : [])));

type Data<T> = ReturnType<typeof data<T>>;

interface Stored {
  version: string;
  values: Record<string, string>;
  shown?: Record<string, string>;
}

/** Who may send a form. Guests are redirected to the log-in, or see `loggedOut` in the form if its texts have it. */
type FormAuth = "anyone" | "member" | "moderator" | "admin";
type SenderOf<Auth extends FormAuth> = Auth extends "anyone" ? Viewer | null : Viewer;

export interface FormOptions<Auth extends FormAuth = FormAuth> {
  auth: Auth;
  fields: readonly string[];
  texts: FormTexts;
  mayHaveFile?: boolean;
  /** Fields that may have several values, such as check boxes of one name. */
  lists?: readonly string[];
  /** For a form with a `version`: reads what is stored, to show it after somebody else has changed it. */
  readStored?: ((form: PostedForm) => Promise<Stored | null>) | undefined;
}

/** Whether the page responds to a form, so it keeps its address and what was typed. */
export const isFormResponse = createContext(false);

type Perform<Done, Auth extends FormAuth> = (
  form: PostedForm,
  viewer: SenderOf<Auth>,
) => Promise<Response | { done: Done } | Data<{ done: Done }>>;

/**
 * A page's action. If `perform` throws, the form shows the error with what was typed: an HttpError as it is, anything else
 * as a 503.
 * @param perform the form's action, or one per button by `intent`, which is "" for a button without one
 */
export async function submitForm<Done = never, Auth extends FormAuth = "anyone">(
  args: ActionArgs,
  { auth, fields, texts, mayHaveFile = false, lists = [], readStored }: FormOptions<Auth>,
  perform: Perform<Done, Auth> | Record<string, Perform<Done, Auth>>,
): Promise<Response | FormReply<Done> | Data<FormReply<Done>>> {
  const { request, context } = args;
  context.set(isFormResponse, true);
  const isStreamed = mayHaveFile && hasFile(request);
  const names = typeof perform === "function" ? fields : ["intent", ...fields];
  const form = new PostedForm(names, isStreamed ? new FormData() : await request.formData(), lists);
  const requestContext = getRequestContext(context);
  const isDocument = !requestContext.pathname.endsWith(".data");
  const findSentences = () => {
    const sentences = findTexts(texts, form.data);
    const isKept =
      isDocument && auth !== "anyone" && [...form.data].some(([name, text]) => isText(name, text));
    return { ...sentences, loggedOut: sentences.loggedOut ?? (isKept ? loggedOutText : undefined) };
  };
  try {
    if (!isAddressOn(requestContext.pathname)) throw areaOff();
    const viewer = await findSender(args, auth, findSentences().loggedOut);
    const act = typeof perform === "function" ? perform : findButton(perform, form.text("intent"));
    if (viewer) limitAction("form", viewer.id);
    return await act(form, viewer as SenderOf<Auth>);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof HttpError && Object.keys(error.fields).length > 0) form.fill(error.fields);
    else if (isStreamed && !request.bodyUsed) form.fill(await readTextFields(request, names.length));
    const { failed, loggedOut, field = "" } = findSentences();
    const found = toHttpError(error, context, failed);
    const isConflict = found.code === "version-mismatch" || found.code === "changed-meanwhile";
    const stored = isConflict ? await readStored?.(form).catch(() => null) : null;
    const httpError = stored ? compareWithStored(form, stored, found.code) : found;
    const { status, message, retryAfter, errors } = httpError;
    if (retryAfter) requestContext.responseHeaders.set("Retry-After", String(retryAfter));
    const { reply } = parse<unknown, string[]>(form.data, { resolve: (value) => ({ value }) });
    const failure: FormFailure = {
      ...reply({ hideFields: secretFields }),
      status: "error",
      error: Object.keys(errors).length > 0 ? inOrder(errors, fields) : { [field]: [message] },
      isLoggedOut: found instanceof OtherMember || (status === 401 && loggedOut !== undefined),
      isPasswordEasy: form.isPasswordEasy,
      repliedAt: Date.now(),
    };
    const response = data<FormReply<Done>>({ failure }, status);
    if (!isDocument) return response;
    const unsentForm = describeUnsent(args, form.data, failure);
    requestContext.unsentForm = unsentForm;
    // Otherwise a page that guests may read would load without its form and what was typed.
    if (found.code === "area-off") throw found;
    if (failure.isLoggedOut && unsentForm.fields.some(({ label }) => label)) throw response;
    return response;
  }
}

/** What the `ErrorBoundary` needs to show the form. Its address identifies the member who may send it again. */
function describeUnsent(
  { request, context, url }: ActionArgs,
  sent: FormData,
  failure: FormFailure,
): UnsentForm {
  const again = new URL(url);
  const sender = readSender(request, getRequestContext(context), url);
  if (sender) again.searchParams.set("sender", sender);
  return {
    errors: Object.values(failure.error ?? {}).flatMap((texts) => texts ?? []),
    isLoggedOut: failure.isLoggedOut,
    action: again.pathname + again.search,
    isMultipart: hasFile(request),
    fields: [...sent]
      .filter(([name]) => !secretFields.includes(name))
      .map(([name, sentValue]) => {
        const value = String(sentValue);
        if (!isText(name, value)) return { name, value };
        return { name, value, label: toLabel(name), isLong: longTexts.test(name) || /\n|.{61}/.test(value) };
      }),
  };
}

/** Names of fields that hold a choice, or that no member sees. */
const untypedFields =
  /^(?:id|intent|areas|anonymousMessages|version|step|typedAt|event|sure|card|positionRows|back|state|newest|application|together|subject|person|who|token|mute|section|userId|helper|replyTo|kind|readers|query|sort|list|posts?|following|imageUrl|every|year|sentence|topic|countryCode|frequency|access|length|type|mentors|mentoringPlaces|applicationMethod|salaryCurrency)$|^(?:ask|push|was|is|has|shows|allows?)[-A-Z\d]|(?<!\d)To$|Type$|Id$/;

const longTexts = /^(?:body|content|description|letter|reason|text)$/;

/** Whether a field has a text, which `SendAgain` shows. It sends all other fields along unchanged. */
const isText = (name: string, value: FormDataEntryValue): boolean =>
  value !== "" &&
  !untypedFields.test(name) &&
  !secretFields.includes(name) &&
  !scopeSubjects.some((subject) => subject === name);

/** "contactEmail" becomes "Contact email". */
function toLabel(name: string): string {
  const words = name.replace(/(?=[A-Z])|(?<!\d)(?=\d)/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @throws 400 as an error page, because only a program sends an unknown button */
function findButton<Act>(buttons: Record<string, Act>, intent: string): Act {
  const act = Object.hasOwn(buttons, intent) ? buttons[intent] : undefined;
  if (!act) throw data("This page does not have that button.", 400);
  return act;
}

/** @throws HttpError 403 if the form was typed by a member other than the one who is logged in now */
async function findSender(args: ActionArgs, auth: FormAuth, loggedOut: string | undefined) {
  const isRequired = auth !== "anyone" && loggedOut !== undefined;
  const viewer = isRequired ? (await requireSender(args, loggedOut)).viewer : await getViewer(args);
  const sender = args.url.searchParams.get("sender");
  if (sender && viewer && sender !== senderMark(viewer.id)) throw new OtherMember();
  if (auth === "anyone") return viewer;
  if (auth === "admin") return requireAdmin(args);
  return auth === "moderator" ? requireModerator(args) : requireViewer(args);
}

const loggedOutText = "You've been logged out, so nothing was sent. Log in, then send it again.";

class OtherMember extends HttpError {
  constructor() {
    super(
      403,
      "Somebody else is logged in now, so nothing was sent. Log in as yourself, then send it again.",
    );
  }
}

const changedText =
  "This has changed since you opened it, perhaps by you in another tab, so nothing is saved yet. What is stored now is shown below your own texts. Save again to keep yours.";

/** Shows the stored value beside each field that differs. Sending the form again overwrites that version. */
function compareWithStored(
  form: PostedForm,
  { version, values, shown }: Stored,
  code: ProblemCode,
): HttpError {
  const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();
  const typed = (name: string) => form.data.getAll(name).filter(Boolean).join(" ");
  const differing = Object.entries(values).filter(([name, text]) => plain(text) !== plain(typed(name)));
  const errors = differing.map(
    ([name, text]) => [name, [`Stored now: ${shown?.[name] ?? (text || "nothing")}`]] as const,
  );
  form.data.set("version", version);
  return HttpError.withCode(code, changedText, {
    errors: { "": [changedText], ...Object.fromEntries(errors) },
  });
}

const inOrder = (errors: FieldErrors, names: readonly string[]): FieldErrors => ({
  ...Object.fromEntries(names.flatMap((name) => (errors[name] ? [[name, errors[name]]] : []))),
  ...errors,
});

export const hasFile = (request: Request): boolean => isMultipart(request.headers.get("Content-Type"));

function toHttpError(error: Error, context: Readonly<RouterContextProvider>, failed: string): HttpError {
  const cause = error instanceof HttpError ? error.cause : error;
  if (error instanceof HttpError && !cause) return error;
  log.error({ requestId: getRequestContext(context).id, err: cause }, "form failed");
  return new HttpError(503, failed);
}

/** Returns the form's session. @throws HttpError 401 without one, so that the form shows what was typed */
export async function requireSender(
  { request, context }: Pick<ActionArgs, "request" | "context">,
  loggedOut: string,
): Promise<Session> {
  const session = await getSession(getRequestContext(context), request);
  if (!session) throw new HttpError(401, loggedOut);
  return session;
}
