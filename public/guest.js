// Interaction for pages without React.

/** Each card enters once, when a fifth of it is visible. */
export function watchCards() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (target.dataset.enter && !isIntersecting) continue;
        target.dataset.enter = isIntersecting ? "in" : "wait";
        if (isIntersecting) watcher.unobserve(target);
      }
    },
    { threshold: 0.2 },
  );
  for (const card of document.querySelectorAll("[data-card]")) watcher.observe(card);
}

const find = (selector, root = document) => root.querySelector(selector);

let timer;
function toast(text) {
  const line = document.createElement("p");
  line.textContent = text;
  const region = find("[data-toasts]");
  region.replaceChildren(line);
  clearTimeout(timer);
  timer = setTimeout(() => line.remove(), 2000);
}

const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

/** Opens another page's dialog over this page. */
async function open(href) {
  const page = await parse(await fetch(href));
  for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
    if (find(`link[href="${sheet.getAttribute("href")}"]`)) continue;
    document.head.append(sheet);
    await new Promise((done) => {
      sheet.onload = sheet.onerror = done;
    });
  }
  if (find("dialog")) return;
  const dialog = find("dialog", page);
  document.body.append(dialog);
  dialog.onclick = (event) => {
    if (!event.target.closest("a")) return;
    event.preventDefault();
    history.back();
  };
  show(dialog, "follow", () => {
    history.back();
    toast("Thank you for your feedback.");
  });
  if (location.href !== href) history.pushState(null, "", href);
}

function show(dialog, redirect, onSent) {
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.onclose = () => dialog.remove();
  dialog.oncancel = (event) => {
    event.preventDefault();
    find("a", dialog).click();
  };
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const button = find("button", form);
    button.disabled = true;
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        redirect,
      });
      // A redirect that is not followed has status 0.
      if (response.redirected || !response.status) return onSent();
      // A refusal returns the form with its error. Anything else has no form and throws.
      form.outerHTML = find("dialog form", await parse(response)).outerHTML;
      // The message beside the field is enough.
      if (find("[aria-invalid]", dialog)) find("[role=alert]", dialog)?.remove();
      find("textarea", dialog).focus();
    } catch {
      find("[data-failure]", form).hidden = button.disabled = false;
    }
  };
}

/** Loads this page with another filter and keeps the cursor's position. */
async function filter(form) {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (!value.trim()) query.delete(name, value);
  const url = form.action + (query.size ? `?${query}` : "");
  const main = find("main");
  main.ariaBusy = true;
  const number = ++requestCount;
  try {
    const page = await parse(await fetch(url));
    if (number !== requestCount) return;
    const { name, type, value, selectionStart } = document.activeElement;
    for (const [index, details] of [...page.querySelectorAll("main details")].entries())
      details.open = main.querySelectorAll("details")[index]?.open;
    main.replaceChildren(...find("main", page).childNodes);
    const count = find("[role=status]", main);
    if (count) find("[data-announce]").textContent = count.textContent;
    history.replaceState(null, "", url);
    const field = [...main.querySelectorAll("[name]")].find(
      (each) => each.name === name && (type !== "checkbox" || each.value === value),
    );
    if (!field) return;
    field.focus();
    if (selectionStart == null) return;
    field.value = value;
    field.setSelectionRange(selectionStart, selectionStart);
  } catch {
    toast("That didn't load. Please try again.");
  } finally {
    if (number === requestCount) main.ariaBusy = null;
  }
}
let requestCount = 0;
let pause;

// React pages do all this themselves.
if (!window.__reactRouterContext) {
  watchCards();
  const dialog = find("dialog[open]");
  if (dialog)
    show(dialog, "manual", () => {
      location.href = "/#feedback";
    });
  addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && find("header details[open]");
    if (!menu) return;
    menu.open = false;
    find("summary", menu).focus();
  });
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== "/" || ctrlKey || metaKey || altKey || target.closest?.("input, textarea, select")) return;
    event.preventDefault();
    const field = find("[data-suggest]");
    if (field?.offsetParent) field.focus();
    else find("header a[href='/search']").click();
  });
  const suggest = (field) => {
    if (field.dataset?.suggest === undefined) return;
    import("./search.js").then(({ start }) => start(field)).catch(() => {});
  };
  addEventListener("focusin", ({ target }) => suggest(target));
  suggest(document.activeElement);
  const back = find("[data-back]");
  const before = window.navigation?.entries()[navigation.currentEntry.index - 1]?.url;
  if (back && /^\/\w+\/\d/.test(location.pathname) && /[?&](q|search)=/.test(before)) {
    back.lastChild.textContent = "Back to the search";
    back.onclick = (event) => {
      event.preventDefault();
      history.back();
    };
  }
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.onclick = () =>
      navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent).then(
        () => toast("Copied."),
        () => toast("Please try again."),
      );
  }
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[aria-disabled], a[data-dialog]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (link.ariaDisabled) toast("Please log in first");
    else open(link.href).catch(() => toast("That didn't load. Please try again."));
  });
  const isChanged = ({ value, defaultValue = value, checked, defaultChecked }) =>
    value !== defaultValue || checked !== defaultChecked;
  // On a slow connection people use filters before this script runs.
  for (const form of document.querySelectorAll("[data-filter]"))
    if ([...form.elements].some(isChanged)) void filter(form);
  for (const type of ["input", "submit"])
    addEventListener(type, (event) => {
      const form = event.target.closest("[data-filter]");
      if (!form) return;
      if (type === "submit") event.preventDefault();
      clearTimeout(pause);
      // The response to an earlier change would reset the fields.
      requestCount++;
      pause = setTimeout(filter, /text|search/.test(event.target.type) ? 300 : 0, form);
    });
  if (find("main form[method=post][id]:not(dialog *)")) import("./guest-form.js").catch(() => {});
  const { serviceWorker: worker } = navigator;
  worker?.register("/worker.js").catch(() => {});
  // A new worker stores the pages that were opened without it.
  if (worker && performance.getEntriesByType("navigation")[0]?.workerStart === 0)
    import("./visited.js").catch(() => {});
  const watchNetwork = () => worker?.controller && import("./away.js").catch(() => {});
  addEventListener("offline", watchNetwork);
  if (!navigator.onLine) watchNetwork();
  for (const type of ["click", "submit"])
    addEventListener(type, (event) => {
      const link = event.target.closest?.("a[href]");
      const page = location.href.split("#")[0];
      const isLeaving =
        !worker?.controller && link?.protocol.startsWith("http") && !link.href.startsWith(`${page}#`);
      if (navigator.onLine || event.defaultPrevented || (type === "click" && !isLeaving)) return;
      event.preventDefault();
      toast("You're offline. Try again when you reconnect.");
    });
  // The Back button closes the dialog, Forward opens it.
  addEventListener("popstate", () => {
    const dialog = find("dialog");
    const link = find("[data-dialog]");
    if (link?.pathname !== location.pathname) dialog?.close();
    else if (!dialog) void open(link.href);
  });
}
