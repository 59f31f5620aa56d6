// Keeps what a member types into forms, and sends the messages that a closed tab has left: docs/offline.md.

const maxAgeMs = 7 * 86_400_000;
const heldAfterMs = 1_000;
const formSelector = "form[method=post][id]";
/** What takes long to write. A short form that comes back would surprise. */
const draftPages =
  /^\/(post-job|mentoring\/new|questions|profile|resources|jobs\/\d+\/(edit|apply|applications)|events\/(new|\d+\/(edit|message)))/;
const fieldSelector =
  "textarea, select, input:not([type=hidden], [type=file], [type=password], [type=submit], [autocomplete=one-time-code])";

const fieldsOf = (form) => [...form.querySelectorAll(fieldSelector)].filter(({ name }) => name);
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const isTyped = (field) => !isTicked(field) && "defaultValue" in field && field.value !== field.defaultValue;
const read = (field) => (isTicked(field) ? String(field.checked) : field.value);
const keyOf = (memberId, { id }) => `form ${memberId} ${location.pathname}#${id}`;

let running;

/** Starts for a member, or for a guest, and drops what another member of this device has typed. */
export function start(memberId) {
  // While a log-out empties the device there is none, until the next page.
  const { serviceWorker: worker } = navigator;
  worker?.register("/worker.js").catch(() => {});
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  // A worker that takes over keeps what was opened without it.
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
    // The files of messages that wait: message-files.js.
    indexedDB.deleteDatabase("outbox");
  }
  import("./install.js").catch(() => {});
  const send = () => void sendOutbox(memberId).then(() => sendCheckIns(memberId));
  send();
  addEventListener("online", send, { signal });
  addEventListener("storage", send, { signal });
  storeDrafts(memberId, signal);
}

/** Without a worker nothing is kept, this script neither. */
const watchNetwork = () => navigator.serviceWorker?.controller && import("./away.js").catch(() => {});

/** Sends messages in order, each under its lock: the tab that writes it holds that as long as it is open. */
async function sendOutbox(memberId) {
  const prefix = `outbox ${memberId} messages `;
  for (const key of Object.keys(localStorage).sort()) {
    if (!key.startsWith(prefix) || !navigator.locks) continue;
    await untilHeld(localStorage.getItem(key));
    const isSent = await navigator.locks.request(key, () => sendOne(key)).catch(() => false);
    if (!isSent) return;
  }
}

/** What an event's check-in page (`app/routes/events/check-in-queue.ts`) could not send. */
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

/** Waits until the tab that has written a text must have its lock, which is asked for at the same time. */
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
  // A refusal is for the conversation's page, which says why.
  if (ok) localStorage.removeItem(key);
  if (ok && message.files) void (await import("./message-files.js")).removeFiles(message.tempId);
  return ok;
}

function storeDrafts(memberId, signal) {
  const seen = new WeakSet();
  const restore = () => {
    if (!draftPages.test(location.pathname)) return;
    for (const form of document.querySelectorAll(formSelector)) {
      if (seen.has(form)) continue;
      seen.add(form);
      // Typed before this script arrived.
      if (fieldsOf(form).some(isTyped)) storeDraft(form, memberId);
      else putBack(form, keyOf(memberId, form));
    }
  };
  restore();
  const watcher = new MutationObserver(restore);
  watcher.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());
  document.addEventListener("input", ({ target }) => storeDraft(target.closest?.(formSelector), memberId), {
    signal,
  });
  document.addEventListener("submit", ({ target }) => forgetSent(target, keyOf(memberId, target)), {
    signal,
  });
  document.addEventListener(
    "click",
    ({ target }) => {
      // Cancel.
      const form = navigator.onLine && target.closest?.(`${formSelector} a[href]`)?.closest("form");
      if (form) localStorage.removeItem(keyOf(memberId, form));
    },
    { signal },
  );
}

function storeDraft(form, memberId) {
  if (!form || !draftPages.test(location.pathname)) return;
  const typed = fieldsOf(form).map((field) => [field.name, read(field)]);
  try {
    const title = document.querySelector("h1")?.textContent;
    localStorage.setItem(keyOf(memberId, form), JSON.stringify({ at: Date.now(), title, typed }));
  } catch {
    // The device is full: the text is in this page alone.
  }
}

/** Forgets a form that was sent when it has gone. One that was refused stays, and its page says so. */
function forgetSent(form, key) {
  let isRefused = false;
  const watcher = new MutationObserver(() => {
    if (form.isConnected) {
      isRefused = document.querySelector("main [role=alert], main [aria-invalid=true]") !== null;
      return;
    }
    watcher.disconnect();
    if (!isRefused) localStorage.removeItem(key);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}

function putBack(form, key) {
  const kept = localStorage.getItem(key);
  if (!kept) return;
  const { at, typed } = JSON.parse(kept);
  const changed = fieldsOf(form).filter((field, index) => {
    const [name, value] = typed[index] ?? [];
    if (Date.now() - at > maxAgeMs || name !== field.name || value === read(field)) return false;
    if (isTicked(field)) field.checked = value === "true";
    else field.value = value;
    return true;
  });
  for (const field of changed) field.dispatchEvent(new Event("input", { bubbles: true }));
  if (changed.length === 0) return;
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.dataset.keptLine = "";
  line.textContent = "What you typed here before is back.";
  form.prepend(line);
}
