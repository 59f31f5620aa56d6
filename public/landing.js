/** Cards below the screen come in when a fifth of them is seen, once. */
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

let timer;
function toast(text) {
  const line = document.createElement("p");
  line.textContent = text;
  const region = document.querySelector("[data-toasts]");
  region.replaceChildren(line);
  clearTimeout(timer);
  timer = setTimeout(() => line.remove(), 2000);
}

/** Opens the dialog of another page over this one. */
async function open(href) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const dialog = page.querySelector("dialog");
  for (const sheet of page.querySelectorAll("link[rel=stylesheet]")) {
    if (document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) continue;
    document.head.append(sheet);
    await new Promise((done) => {
      sheet.onload = sheet.onerror = done;
    });
  }
  if (document.querySelector("dialog")) return;
  document.body.append(dialog);
  dialog.onclose = () => dialog.remove();
  show(dialog);
  dialog.onclick = (event) => {
    if (!event.target.closest("a")) return;
    event.preventDefault();
    dialog.close();
  };
  dialog.onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const fields = new FormData(form);
    if (!fields.get("text").trim()) return;
    const sent = await fetch(form.action, { method: "POST", body: new URLSearchParams(fields) }).catch(
      () => ({}),
    );
    if (!sent.ok) return form.submit();
    dialog.close();
    toast("Thank you for your feedback.");
  };
}

function show(dialog) {
  dialog.removeAttribute("open");
  dialog.showModal();
}

// Where React runs, it does all this itself.
if (!window.__reactRouterContext) {
  watchCards();
  const dialog = document.querySelector("dialog[open]");
  if (dialog) {
    show(dialog);
    dialog.oncancel = () => dialog.querySelector("a").click();
  }
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[aria-disabled], a[data-dialog]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (link.ariaDisabled) toast("Please log in first");
    else
      open(link.href).catch(() => {
        location.href = link.href;
      });
  });
}
