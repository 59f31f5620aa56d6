// Stores drafts of a member's forms, and sends messages left by a closed tab: docs/offline.md.

const maxAgeMs = 7 * 86_400_000;
const heldAfterMs = 1_000;
const formSelector = "form[method=post][id]";
/** Pages with long forms. Restoring a short one would surprise people. */
const draftPages =
  /^\/(post-job|mentoring\/new|questions|profile|resources|jobs\/\d+\/(edit|apply|applications)|events\/(new|\d+\/(edit|message)))/;
const fieldSelector =
  "textarea, select, input:not([type=hidden], [type=file], [type=password], [type=submit], [autocomplete=one-time-code])";

const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const read = (field) => (isTicked(field) ? String(field.checked) : field.value);
const prefixOf = (memberId, { id }) => `form ${memberId} ${location.pathname}#${id}`;

/** Numbers fields that share a name. */
function createNaming() {
  const counts = {};
  return (name) => {
    counts[name] = (counts[name] ?? 0) + 1;
    return counts[name] === 1 ? name : `${name} ${counts[name]}`;
  };
}

/** A form's fields by name. */
function fieldsOf(form) {
  const nameOf = createNaming();
  const fields = [...form.querySelectorAll(fieldSelector)].filter(({ name }) => name);
  return new Map(fields.map((field) => [nameOf(field.name), field]));
}

/** A field's value before anything was typed. */
function readDefault(field) {
  if (isTicked(field)) return String(field.defaultChecked);
  if (!field.options) return field.defaultValue;
  // React does not mark the selected option of a controlled select.
  return ([...field.options].find((option) => option.defaultSelected) ?? field).value;
}

let running;

/** Starts for a member or a guest, and deletes drafts of other members on this device. */
export function start(memberId) {
  // During a log-out that clears the device there is no service worker until the next page.
  const { serviceWorker: worker } = navigator;
  worker?.register("/worker.js").catch(() => {});
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  // A new worker stores the pages that were opened without it.
  if (worker && performance.getEntriesByType("navigation")[0]?.workerStart === 0)
    import("./visited.js").catch(() => {});
  addEventListener("offline", watchNetwork, { signal });
  if (!navigator.onLine) watchNetwork();
  if (!memberId) return;
  if (document.documentElement.dataset.kept) import("./kept-page.js").catch(() => {});
  for (const key of Object.keys(localStorage)) {
    const [, owner] = /^(?:outbox|draft|form|search) (\d+) /.exec(key) ?? [];
    if (!owner || owner === memberId) continue;
    localStorage.removeItem(key);
    // The files of unsent messages: message-files.js.
    indexedDB.deleteDatabase("outbox");
  }
  import("./install.js").catch(() => {});
  const send = () => void sendOutbox(memberId).then(() => sendCheckIns(memberId));
  send();
  addEventListener("online", send, { signal });
  addEventListener("storage", send, { signal });
  storeDrafts(memberId, signal);
}

/** Without a worker nothing is stored, not even away.js. */
const watchNetwork = () => navigator.serviceWorker?.controller && import("./away.js").catch(() => {});

/** Sends messages in order, each under its lock, which the tab that wrote it holds while it is open. */
async function sendOutbox(memberId) {
  const prefix = `outbox ${memberId} messages `;
  for (const key of Object.keys(localStorage).sort()) {
    if (!key.startsWith(prefix) || !navigator.locks) continue;
    await untilHeld(localStorage.getItem(key));
    const isSent = await navigator.locks.request(key, () => sendOne(key)).catch(() => false);
    if (!isSent) return;
  }
}

/** Sends the check-ins that an event's check-in page could not send (`app/events/pages/check-in/check-in-queue.ts`). */
async function sendCheckIns(memberId) {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(`outbox ${memberId} check-in `) || location.pathname.endsWith("/check-in")) continue;
    const { path, checkedIn } = JSON.parse(localStorage.getItem(key));
    const { status } = await fetch(path, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ checkedIn }),
    }).catch(() => ({}));
    if ([200, 403, 404].includes(status)) localStorage.removeItem(key);
  }
}

/** Waits long enough for the tab that stored a text to acquire its lock, which it requests at the same time. */
function untilHeld(text) {
  const age = Date.now() - (JSON.parse(text)?.sentAt ?? 0);
  return new Promise((resolve) => setTimeout(resolve, age < heldAfterMs ? heldAfterMs : 0));
}

async function sendOne(key) {
  const text = localStorage.getItem(key);
  if (text === null) return true;
  const { sentAt, ...message } = JSON.parse(text);
  if (message.files) {
    const { readFiles, uploadFiles } = await import("./message-files.js");
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
  if (ok && message.files) void (await import("./message-files.js")).removeFiles(message.tempId);
  return ok;
}

/** The drafts of this document's forms. */
const drafts = new WeakMap();
/** This document's forms by the draft keys whose locks it holds. */
const holders = new Map();

function storeDrafts(memberId, signal) {
  const findForms = () => {
    if (!draftPages.test(location.pathname)) return;
    for (const form of document.querySelectorAll(formSelector)) {
      const draft = drafts.get(form);
      if (!draft) void openDraft(form, prefixOf(memberId, form));
      // An added row has appeared.
      else if (draft.rest?.length > 0) putBack(form, draft, draft.rest);
    }
  };
  findForms();
  const watcher = new MutationObserver(findForms);
  watcher.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());
  document.addEventListener("input", ({ target }) => storeDraft(target.closest?.(formSelector)), { signal });
  document.addEventListener("submit", ({ target }) => forgetSent(target), { signal });
  document.addEventListener(
    "click",
    ({ target }) => {
      // A Cancel link discards the draft.
      const form = navigator.onLine && target.closest?.(`${formSelector} a[href]`)?.closest("form");
      if (form) forget(form);
    },
    { signal },
  );
  // Another tab logged out and cleared localStorage.
  addEventListener("storage", ({ key }) => key === null && running.abort(), { signal });
}

/** Finds an earlier draft of a form. Each open form has its own draft, so tabs do not overwrite each other's. */
async function openDraft(form, prefix) {
  const fields = fieldsOf(form);
  const version = form.elements.namedItem("version")?.value;
  const stored = new Map([...fields].map(([name, field]) => [name, readDefault(field)]));
  const draft = { key: null, version, stored, over: new Map(), rest: [] };
  drafts.set(form, draft);
  const key = await claimDraft(form, prefix);
  const kept = key && JSON.parse(localStorage.getItem(key));
  draft.key = key ?? `${prefix} ${Math.random().toString(36).slice(2)}`;
  if (kept) restore(form, draft, kept);
  storeDraft(form);
}

/** Locks the longest draft that no open form uses, and returns its key. */
async function claimDraft(form, prefix) {
  const lengthOf = (key) => localStorage.getItem(key)?.length ?? 0;
  const keys = Object.keys(localStorage).filter((key) => key === prefix || key.startsWith(`${prefix} `));
  for (const key of keys.sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const isOld = Date.now() - JSON.parse(localStorage.getItem(key)).at > maxAgeMs;
    if (isOld) localStorage.removeItem(key);
    else if (await hold(key, form)) return key;
  }
}

/** Returns whether this form has exclusive use of a draft. The document holds the lock while it is open. */
function hold(key, form) {
  const holder = holders.get(key);
  if (holder && holder !== form && holder.isConnected) return false;
  holders.set(key, form);
  // Locks are not available over plain http.
  if (holder || !navigator.locks) return true;
  return new Promise((resolve) => {
    const keep = (lock) => {
      resolve(lock !== null);
      if (lock) return new Promise(() => {});
      holders.delete(key);
    };
    navigator.locks.request(key, { ifAvailable: true }, keep).catch(() => resolve(true));
  });
}

/** Stores only changed fields, each with its value before the change. */
function storeDraft(form) {
  const draft = form && drafts.get(form);
  if (!draft?.key) return;
  const { key, version, stored, over, rest } = draft;
  const typed = [...fieldsOf(form)].flatMap(([name, field]) => {
    const before = stored.get(name) ?? readDefault(field);
    return read(field) === before ? [] : [[name, read(field), over.get(name) ?? before]];
  });
  if (typed.length + rest.length === 0) return localStorage.removeItem(key);
  void hold(key, form);
  try {
    const title = document.querySelector("h1")?.textContent;
    const texts = { at: Date.now(), title, version, typed: [...typed, ...rest] };
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // The device is full, so the text remains only on this page.
  }
}

function forget(form) {
  const draft = drafts.get(form);
  if (draft?.key) localStorage.removeItem(draft.key);
}

/** Deletes the draft of a sent form once the form disappears. A refused form stays and shows why. */
function forgetSent(form) {
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
function restore(form, draft, kept) {
  // Drafts from earlier versions contain every field, without number and without its value before the change.
  const nameOf = createNaming();
  const typed = kept.typed.map(([name, value, over]) => [
    over === undefined ? nameOf(name) : name,
    value,
    over,
  ]);
  const isChanged = draft.version !== undefined && kept.version !== draft.version;
  draft.version &&= kept.version;
  const before = draft.stored;
  const restored = putBack(form, draft, typed);
  const rows = addRows(form, draft);
  if (restored.length + rows === 0) return;
  const lines = ["What you typed here before is back."];
  if (isChanged) lines.push("This was changed since then. Please look through it before you save.");
  for (const [name, field] of restored) {
    const now = before.get(name);
    if (!isChanged || isTicked(field) || now === draft.over.get(name)) continue;
    const shown = [...(field.options ?? [])].find(({ value }) => value === now)?.text ?? now;
    lines.push(`${field.labels[0]?.textContent.trim() ?? name}, stored now: ${shown || "nothing"}`);
  }
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.dataset.keptLine = "";
  line.textContent = lines.join("\n");
  form.prepend(line);
}

/** Returns the changed fields with their names. Values whose field does not exist yet stay in the draft. */
function putBack(form, draft, typed) {
  const fields = fieldsOf(form);
  draft.rest = [];
  const changed = typed.flatMap(([name, value, over]) => {
    const field = fields.get(name);
    if (!field) {
      if (over !== undefined || !/^(true|false|)$/.test(value)) draft.rest.push([name, value, over ?? ""]);
      return [];
    }
    const before = draft.stored.get(name) ?? readDefault(field);
    // The field was typed in before this script loaded, so a shorter text must not replace a longer one.
    const isTyped = read(field) !== before;
    if (value === read(field) || (isTyped && (isTicked(field) || value.length <= read(field).length)))
      return [];
    draft.over.set(name, over);
    if (isTicked(field)) field.checked = value === "true";
    else field.value = value;
    const folded = field.closest("details");
    if (folded) folded.open = true;
    return [[name, field]];
  });
  for (const [, field] of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  return changed;
}

/** Adds the rows that a draft needs and returns how many. Their fields appear a little later. */
function addRows(form, draft) {
  const button = form.querySelector("button[data-adds]");
  const row = new RegExp(`^${button?.dataset.adds}\\d+`);
  const missing = new Set(draft.rest.flatMap(([name]) => row.exec(name)?.[0] ?? []));
  for (const _ of missing) button.click();
  return missing.size;
}
