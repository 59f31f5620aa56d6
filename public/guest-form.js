// Guests' forms on pages without React: the log-in and the forgotten password.

const awayText = "You're offline. What you typed stays here until you reconnect.";
/** The typed email address, stored for this tab until the form is accepted. */
const storageName = "typed";
const main = document.querySelector("main");

const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

function start() {
  const form = main.querySelector("form[method=post][id]");
  if (!form) return;
  // The server's messages are shown beside the fields.
  form.noValidate = true;
  form.onsubmit = (event) => {
    event.preventDefault();
    void send(form);
  };
  for (const button of form.querySelectorAll("button[aria-controls]")) {
    const field = document.getElementById(button.getAttribute("aria-controls"));
    button.hidden = false;
    button.onclick = () => {
      const isShown = field.type === "text";
      field.type = isShown ? "password" : "text";
      button.textContent = isShown ? "Show" : "Hide";
    };
  }
  const { email } = form.elements;
  email.value ||= sessionStorage.getItem(storageName) ?? "";
  email.oninput = () => sessionStorage.setItem(storageName, email.value);
  form.oninput = ({ target }) => hideError(target);
}

/** Hides a field's error while it is edited, as React pages do. */
function hideError(field) {
  field.removeAttribute("aria-invalid");
  document.getElementById(`${field.id}-error`)?.remove();
}

async function send(form) {
  const button = form.querySelector("[type=submit]");
  say(button, null);
  if (!navigator.onLine) return say(button, awayText);
  button.disabled = button.ariaBusy = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    // Scripts cannot see where it redirects.
    if (response.type === "opaqueredirect") {
      sessionStorage.removeItem(storageName);
      return location.replace(form.dataset.next + location.search);
    }
    const page = await parse(response);
    main.replaceChildren(...page.querySelector("main").childNodes);
    document.title = page.title;
    start();
    (main.querySelector("[role=alert]") ?? main).focus();
  } catch {
    button.disabled = false;
    button.ariaBusy = null;
    say(button, navigator.onLine ? form.dataset.failed : awayText);
  }
}

/** Shows beside the button why nothing was sent, or clears the message. */
function say(button, text) {
  main.querySelector("[data-unsent]")?.remove();
  if (!text) return;
  // The server's message about the previous attempt is outdated.
  for (const alert of main.querySelectorAll("[role=alert]")) alert.remove();
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.dataset.unsent = "";
  line.textContent = text;
  button.after(line);
}

/** When this page is complete and idle, preloads the scripts of another page, which most members' pages share. */
async function loadAhead() {
  const address = main.querySelector("[data-opens]")?.dataset.opens;
  if (!address || navigator.connection?.saveData) return;
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await new Promise(window.requestIdleCallback ?? setTimeout);
  // Without cookies, because a page requested with an expired session would clear the device.
  const page = await parse(await fetch(address, { credentials: "omit" }));
  for (const link of page.querySelectorAll("link[rel=modulepreload]")) {
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

start();
addEventListener("online", () => main.querySelector("[data-unsent]")?.remove());
loadAhead().catch(() => {});
