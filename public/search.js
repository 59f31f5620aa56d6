// Below the global search field: suggestions, recent searches, and pages stored on this device: docs/offline.md.

const pauseMs = 200;
const minLength = 2;
const maxRows = 8;
const maxRecent = 5;
const kindNames = {
  people: "Person",
  questions: "Question",
  jobs: "Job",
  events: "Event",
  resources: "Note",
  messages: "Message",
  help: "Help",
};

const styles = document.createElement("link");
styles.rel = "stylesheet";
styles.href = "/search.css";
document.head.append(styles);
await new Promise((done) => {
  styles.onload = styles.onerror = done;
});

const keyOf = (memberId) => `search ${memberId} recent`;
/** A member's recent searches on this device, latest first. Guests' searches are not stored. */
export const readRecent = (memberId) => JSON.parse(localStorage.getItem(keyOf(memberId)) ?? "[]");
export const forgetRecent = (memberId) => localStorage.removeItem(keyOf(memberId));

function remember(memberId, text) {
  if (!memberId || text.length < minLength) return;
  const others = readRecent(memberId).filter((other) => other !== text);
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify([text, ...others].slice(0, maxRecent)));
  } catch {
    // The device is full, so the search is not remembered.
  }
}

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const createHref = (text) => `/search?q=${encodeURIComponent(text)}`;

/** Finds pages stored on this device that contain all words. Matches in titles are first. */
export async function findKept(text) {
  const words = fold(text).split(/\s+/);
  const hasWords = (part) => words.every((word) => fold(part).includes(word));
  const [titled, others] = [[], []];
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    if (name !== "pages" && !name.startsWith("own ")) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const html = await (await cache.match(request, { ignoreVary: true })).text();
      const page = new DOMParser().parseFromString(html, "text/html");
      const { pathname, search } = new URL(request.url);
      const title = page.title.replace(/^\(\d+\+?\) | · [^·]*$/g, "");
      const row = { title, hint: "", href: pathname + search };
      if (hasWords(title)) titled.unshift(row);
      else if (hasWords(page.querySelector("main")?.textContent ?? "")) others.unshift(row);
    }
  }
  return [...titled, ...others];
}

/** Adds suggestions to a field, once. */
export function start(field) {
  if (field.role === "combobox") return;
  const memberId = field.dataset.suggest;
  const popup = document.createElement("div");
  const note = document.createElement("p");
  const list = document.createElement("div");
  let chosen;
  let timer;
  let request;

  popup.dataset.suggestions = "";
  list.id = "suggestions";
  list.role = "listbox";
  list.ariaLabel = "Suggestions";
  popup.append(note, list);
  field.role = "combobox";
  field.setAttribute("aria-controls", list.id);
  field.ariaAutoComplete = "list";
  hide();
  field.after(popup);

  function stop() {
    clearTimeout(timer);
    request?.abort();
  }

  function hide() {
    stop();
    choose(undefined);
    popup.hidden = true;
    field.ariaExpanded = "false";
  }

  function choose(row) {
    if (chosen) chosen.ariaSelected = "false";
    chosen = row;
    if (!row) return field.removeAttribute("aria-activedescendant");
    row.ariaSelected = "true";
    field.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  }

  /** @param text shown above the rows, and announced to screen readers before their number */
  function show(rows, text = "") {
    choose(undefined);
    note.textContent = text;
    note.hidden = !text;
    const links = rows.slice(0, maxRows).map(({ title, hint, href, act }, index) => {
      const link = document.createElement("a");
      const name = document.createElement("bdi");
      const small = document.createElement("small");
      Object.assign(link, { href, id: `suggestion-${index}`, role: "option", tabIndex: -1, onclick: act });
      link.ariaSelected = "false";
      name.textContent = title;
      small.textContent = hint;
      link.append(name, small);
      return link;
    });
    list.replaceChildren(...links);
    popup.hidden = links.length === 0 && !text;
    field.ariaExpanded = String(links.length > 0);
    const count = links.length === 1 ? "1 suggestion" : `${links.length || "No"} suggestions`;
    document.querySelector("[data-announce]").textContent = `${text} ${count}`.trim();
  }

  function showRecent() {
    const recent = memberId && !document.querySelector("[data-recent]") ? readRecent(memberId) : [];
    if (recent.length === 0) return hide();
    const forget = (event) => {
      event.preventDefault();
      forgetRecent(memberId);
      hide();
    };
    const rows = recent.map((text) => ({ title: text, hint: "", href: createHref(text) }));
    show([...rows, { title: "Clear recent searches", hint: "", href: "/search", act: forget }]);
  }

  async function showKept(text) {
    // Stored pages need a full page load, so that the worker can serve them.
    const open = (event) => {
      event.preventDefault();
      location.assign(event.currentTarget.href);
    };
    const rows = (await findKept(text)).map((row) => ({ ...row, act: open }));
    show(
      rows,
      rows.length > 0
        ? "No connection. On this device:"
        : "No connection, and nothing on this device has these words.",
    );
  }

  async function suggest(text) {
    request = new AbortController();
    const { signal } = request;
    try {
      const path = `/api/search/suggestions?q=${encodeURIComponent(text)}`;
      const response = await fetch(path, { signal });
      if (!response.ok) return hide();
      const { suggestions } = await response.json();
      if (signal.aborted) return;
      show(suggestions.map(({ kind, title, url }) => ({ title, hint: kindNames[kind], href: url })));
    } catch {
      if (!signal.aborted) await showKept(text);
    }
  }

  function update() {
    stop();
    const text = field.value.trim();
    if (!text) showRecent();
    else if (text.length < minLength) hide();
    else timer = setTimeout(suggest, pauseMs, text);
  }

  function move(step) {
    const rows = [undefined, ...list.children];
    choose(rows.at((rows.indexOf(chosen) + step) % rows.length));
  }

  field.addEventListener("input", update);
  field.addEventListener("focus", () => {
    if (!field.value) showRecent();
  });
  field.addEventListener("blur", hide);
  field.addEventListener("keydown", (event) => {
    const { key, isComposing, keyCode } = event;
    // Safari ends a composition before the keydown of the Enter that ended it.
    if (isComposing || keyCode === 229) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (popup.hidden) return update();
      return move(key === "ArrowDown" ? 1 : -1);
    }
    if (popup.hidden) return;
    if (key === "Escape") hide();
    else if (key === "Enter" && chosen) chosen.click();
    else return;
    event.preventDefault();
    // Otherwise it would close the header's menus.
    event.stopPropagation();
  });
  // Keeps the focus in the field.
  popup.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => {
    remember(memberId, field.value.trim());
    if (field.closest("header")) field.value = "";
    hide();
  });
  list.dataset.clientNav = "";
  field.form.addEventListener("submit", (event) => {
    const text = field.value.trim();
    remember(memberId, text);
    hide();
    if (!text || navigator.onLine) return;
    event.preventDefault();
    void showKept(text);
  });
  // The field was focused before this script loaded.
  if (document.activeElement === field) update();
}
