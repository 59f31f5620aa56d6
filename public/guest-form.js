// A guest's form on a page without React: the log-in, and the one for a forgotten password.

const awayText = "You're offline. What you typed stays here until you reconnect.";
/** Of this tab, until the form has been accepted. */
const storageName = "typed";
const main = document.querySelector("main");

const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

function start() {
  const form = main.querySelector("form[method=post][id]");
  if (!form) return;
  // The server's sentences stand beside the fields.
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

/** A field's error goes while it is edited, as where React runs. */
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
    // Where it leads is hidden from scripts.
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

/** Says beside the button why nothing was sent, or nothing any more. */
function say(button, text) {
  main.querySelector("[data-unsent]")?.remove();
  if (!text) return;
  // What the server said of the last try is over.
  for (const alert of main.querySelectorAll("[role=alert]")) alert.remove();
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.dataset.unsent = "";
  line.textContent = text;
  button.after(line);
}

/** Loads the scripts of another page, which most members' pages share, when this one stands and nothing else is to do. */
async function loadAhead() {
  const address = main.querySelector("[data-opens]")?.dataset.opens;
  if (!address || navigator.connection?.saveData) return;
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await new Promise(window.requestIdleCallback ?? setTimeout);
  // As a guest: another page with an expired session's cookie would empty the device.
  const page = await parse(await fetch(address, { credentials: "omit" }));
  for (const link of page.querySelectorAll("link[rel=modulepreload]")) {
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

start();
addEventListener("online", () => main.querySelector("[data-unsent]")?.remove());
loadAhead().catch(() => {});
