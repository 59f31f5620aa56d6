// Stores drafts of a member's forms, and sends messages left by a closed tab: docs/offline.md.

import { closest } from "../dom.ts";
import {
  createNaming,
  isOutdated,
  isRestored,
  isWaiting,
  readTyped,
  type StoredDraft,
  type Typed,
} from "../drafts.ts";
import { formKeyPrefix, outboxDatabase, outboxKeyPrefix, ownerOfKey } from "../names.ts";
import { startWorker } from "../start-worker.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A form that is open. */
interface Draft {
  /** Null until it is known whether an earlier draft is restored. */
  key: string | null;
  version: string | undefined;
  /** The fields before anything was typed. */
  stored: Map<string, string>;
  /** The stored value of each restored field at the time when it was typed in. */
  over: Map<string, string | undefined>;
  /** Values whose fields do not exist yet. */
  rest: Typed[];
}

const heldAfterMs = 1_000;
const formSelector = "form[method=post][id]";
/** Pages with long forms. Restoring a short one would surprise people. */
const draftPages =
  /^\/(post-job|mentoring\/new|questions|experiences|boards|profile|resources|jobs\/\d+\/(edit|apply|applications)|events\/(new|\d+\/(edit|message)))/;
const fieldSelector =
  "textarea, select, input:not([type=hidden], [type=file], [type=password], [type=submit], [autocomplete=one-time-code])";

const isTicked = ({ type }: Field) => type === "checkbox" || type === "radio";
const read = (field: Field) => (isTicked(field) ? String((field as HTMLInputElement).checked) : field.value);
const prefixOf = (memberId: string, { id }: HTMLFormElement) =>
  `${formKeyPrefix(memberId)}${location.pathname}#${id}`;

/** A form's fields by name. */
function fieldsOf(form: HTMLFormElement): Map<string, Field> {
  const nameOf = createNaming();
  const fields = [...form.querySelectorAll<Field>(fieldSelector)].filter(({ name }) => name);
  return new Map(fields.map((field) => [nameOf(field.name), field]));
}

/** A field's value before anything was typed. */
function readDefault(field: Field): string {
  if (isTicked(field)) return String((field as HTMLInputElement).defaultChecked);
  if (!("options" in field)) return field.defaultValue;
  // React does not mark the selected option of a controlled select.
  return ([...field.options].find((option) => option.defaultSelected) ?? field).value;
}

let running: AbortController | undefined;

/** Starts for a member or a guest, and deletes drafts of other members on this device. */
export function start(memberId: string | undefined): void {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  startWorker({ signal });
  if (!memberId) return;
  if (document.documentElement.dataset.kept) import("./kept-page.ts").catch(() => {});
  for (const key of Object.keys(localStorage)) {
    const owner = ownerOfKey(key);
    if (!owner || owner === memberId) continue;
    localStorage.removeItem(key);
    indexedDB.deleteDatabase(outboxDatabase);
  }
  import("./install.ts").catch(() => {});
  const send = () => void sendOutbox(memberId).then(() => sendCheckIns(memberId));
  send();
  addEventListener("online", send, { signal });
  addEventListener("storage", send, { signal });
  storeDrafts(memberId, signal);
}

/** Sends messages in order, each under its lock, which the tab that wrote it holds while it is open. */
async function sendOutbox(memberId: string): Promise<void> {
  const prefix = `${outboxKeyPrefix(memberId)}messages `;
  for (const key of Object.keys(localStorage).sort()) {
    if (!key.startsWith(prefix) || !navigator.locks) continue;
    await untilHeld(localStorage.getItem(key) as string);
    const isSent = await navigator.locks.request(key, () => sendOne(key)).catch(() => false);
    if (!isSent) return;
  }
}

/** Sends the check-ins that an event's check-in page could not send (`app/events/pages/check-in/check-in-queue.ts`). */
async function sendCheckIns(memberId: string): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(`${outboxKeyPrefix(memberId)}check-in `) || location.pathname.endsWith("/check-in"))
      continue;
    const { path, checkedIn } = JSON.parse(localStorage.getItem(key) as string);
    const { status } = await fetch(path, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ checkedIn }),
    }).catch(() => ({ status: 0 }));
    if ([200, 403, 404].includes(status)) localStorage.removeItem(key);
  }
}

/** Waits long enough for the tab that stored a text to acquire its lock, which it requests at the same time. */
function untilHeld(text: string): Promise<void> {
  const age = Date.now() - (JSON.parse(text)?.sentAt ?? 0);
  return new Promise((resolve) => setTimeout(resolve, age < heldAfterMs ? heldAfterMs : 0));
}

async function sendOne(key: string): Promise<boolean> {
  const text = localStorage.getItem(key);
  if (text === null) return true;
  const { sentAt, ...message } = JSON.parse(text);
  if (message.files) {
    const { readFiles, uploadFiles } = await import("./message-files.ts");
    const sent = await uploadFiles(message.tempId, await readFiles(message.tempId));
    if (!Array.isArray(sent)) return false;
    message.attachments = sent;
  }
  const { ok } = await fetch("/api/messages/send", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": message.tempId },
    body: JSON.stringify(message),
  });
  // Refused messages remain for the conversation's page, which shows the reason.
  if (ok) localStorage.removeItem(key);
  if (ok && message.files) void (await import("./message-files.ts")).removeFiles(message.tempId);
  return ok;
}

/** The drafts of this document's forms. */
const drafts = new WeakMap<HTMLFormElement, Draft>();
/** This document's forms by the draft keys whose locks it holds. */
const holders = new Map<string, HTMLFormElement>();

function storeDrafts(memberId: string, signal: AbortSignal): void {
  const findForms = () => {
    if (!draftPages.test(location.pathname)) return;
    for (const form of document.querySelectorAll<HTMLFormElement>(formSelector)) {
      const draft = drafts.get(form);
      if (!draft) void openDraft(form, prefixOf(memberId, form));
      // An added row has appeared.
      else if (draft.rest.length > 0) putBack(form, draft, draft.rest);
    }
  };
  findForms();
  const watcher = new MutationObserver(findForms);
  watcher.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());
  document.addEventListener("input", (event) => storeDraft(closest<HTMLFormElement>(event, formSelector)), {
    signal,
  });
  document.addEventListener("submit", ({ target }) => forgetSent(target as HTMLFormElement), { signal });
  document.addEventListener(
    "click",
    (event) => {
      // A Cancel link discards the draft.
      const form = navigator.onLine && closest(event, `${formSelector} a[href]`)?.closest("form");
      if (form) forget(form);
    },
    { signal },
  );
  // Another tab logged out and cleared localStorage.
  addEventListener("storage", ({ key }) => key === null && running?.abort(), { signal });
}

/** Finds an earlier draft of a form. Each open form has its own draft, so tabs do not overwrite each other's. */
async function openDraft(form: HTMLFormElement, prefix: string): Promise<void> {
  const fields = fieldsOf(form);
  const version = (form.elements.namedItem("version") as HTMLInputElement | null)?.value;
  const stored = new Map([...fields].map(([name, field]) => [name, readDefault(field)]));
  const draft: Draft = { key: null, version, stored, over: new Map(), rest: [] };
  drafts.set(form, draft);
  const key = await claimDraft(form, prefix);
  const kept: StoredDraft | undefined = key && JSON.parse(localStorage.getItem(key) as string);
  draft.key = key ?? `${prefix} ${Math.random().toString(36).slice(2)}`;
  if (kept) restore(form, draft, kept);
  storeDraft(form);
}

/** Locks the longest draft that no open form uses, and returns its key. */
async function claimDraft(form: HTMLFormElement, prefix: string): Promise<string | undefined> {
  const lengthOf = (key: string) => localStorage.getItem(key)?.length ?? 0;
  const keys = Object.keys(localStorage).filter((key) => key === prefix || key.startsWith(`${prefix} `));
  for (const key of keys.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (isOutdated(JSON.parse(localStorage.getItem(key) as string), Date.now())) localStorage.removeItem(key);
    else if (await hold(key, form)) return key;
  }
}

/** Returns whether this form has exclusive use of a draft. The document holds the lock while it is open. */
function hold(key: string, form: HTMLFormElement): boolean | Promise<boolean> {
  const holder = holders.get(key);
  if (holder && holder !== form && holder.isConnected) return false;
  holders.set(key, form);
  // Locks are not available over plain http.
  if (holder || !navigator.locks) return true;
  return new Promise<boolean>((resolve) => {
    const keep = (lock: Lock | null) => {
      resolve(lock !== null);
      if (lock) return new Promise<void>(() => {});
      holders.delete(key);
    };
    navigator.locks.request(key, { ifAvailable: true }, keep).catch(() => resolve(true));
  });
}

/** Stores only changed fields, each with its value before the change. */
function storeDraft(form: HTMLFormElement | null): void {
  const draft = form && drafts.get(form);
  if (!form || !draft?.key) return;
  const { key, version, stored, over, rest } = draft;
  const typed = [...fieldsOf(form)].flatMap(([name, field]): Typed[] => {
    const before = stored.get(name) ?? readDefault(field);
    return read(field) === before ? [] : [[name, read(field), over.get(name) ?? before]];
  });
  if (typed.length + rest.length === 0) {
    localStorage.removeItem(key);
    return;
  }
  void hold(key, form);
  try {
    const title = document.querySelector("h1")?.textContent;
    const texts: StoredDraft = { at: Date.now(), title, version, typed: [...typed, ...rest] };
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // The device is full, so the text remains only on this page.
  }
}

function forget(form: HTMLFormElement): void {
  const draft = drafts.get(form);
  if (draft?.key) localStorage.removeItem(draft.key);
}

/** Deletes the draft of a sent form once the form disappears. A refused form stays and shows why. */
function forgetSent(form: HTMLFormElement): void {
  let isRefused = false;
  const watcher = new MutationObserver(() => {
    if (form.isConnected) {
      isRefused = document.querySelector("main [role=alert], main [aria-invalid=true]") !== null;
      return;
    }
    watcher.disconnect();
    if (!isRefused) forget(form);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}

/** Restores a draft into its form and shows which of its fields have changed on the server since then. */
function restore(form: HTMLFormElement, draft: Draft, kept: StoredDraft): void {
  const isChanged = draft.version !== undefined && kept.version !== draft.version;
  draft.version &&= kept.version;
  const before = draft.stored;
  const restored = putBack(form, draft, readTyped(kept));
  const rows = addRows(form, draft);
  if (restored.length + rows === 0) return;
  const lines = ["What you typed here before is back."];
  if (isChanged) lines.push("This was changed since then. Please look through it before you save.");
  for (const [name, field] of restored) {
    const now = before.get(name);
    if (!isChanged || isTicked(field) || now === draft.over.get(name)) continue;
    const options = [...((field as HTMLSelectElement).options ?? [])];
    const shown = options.find(({ value }) => value === now)?.text ?? now;
    lines.push(`${field.labels?.[0]?.textContent.trim() ?? name}, stored now: ${shown || "nothing"}`);
  }
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.dataset.keptLine = "";
  line.textContent = lines.join("\n");
  form.prepend(line);
}

/** Returns the changed fields with their names. Values whose field does not exist yet stay in the draft. */
function putBack(form: HTMLFormElement, draft: Draft, typed: Typed[]): [string, Field][] {
  const fields = fieldsOf(form);
  draft.rest = [];
  const changed = typed.flatMap(([name, value, over]): [string, Field][] => {
    const field = fields.get(name);
    if (!field) {
      if (isWaiting(value, over)) draft.rest.push([name, value, over ?? ""]);
      return [];
    }
    const before = draft.stored.get(name) ?? readDefault(field);
    if (!isRestored(value, read(field), before, isTicked(field))) return [];
    draft.over.set(name, over);
    if (isTicked(field)) (field as HTMLInputElement).checked = value === "true";
    else field.value = value;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
    return [[name, field]];
  });
  for (const [, field] of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  return changed;
}

/** Adds the rows that a draft needs and returns how many. Their fields appear a little later. */
function addRows(form: HTMLFormElement, draft: Draft): number {
  const button = form.querySelector<HTMLButtonElement>("button[data-adds]");
  const row = new RegExp(`^${button?.dataset.adds}\\d+`);
  const missing = new Set(draft.rest.flatMap(([name]) => row.exec(name)?.[0] ?? []));
  for (const _ of missing) button?.click();
  return missing.size;
}
