// Filters a list on a page without React. Pages with React use `app/ui/client/use-filter-form.ts`.

import { closest, find, findAll, parse } from "../dom.ts";
import { isChanged, pauseAfter, readFilter } from "../filter-form.ts";
import { toast } from "../toast.ts";

const main = find("main");
/** A response to an earlier change would reset the fields. */
let requestCount = 0;
let pause: ReturnType<typeof setTimeout>;

const setLoading = (isLoading: boolean) => {
  const results = find("#results", main) ?? main;
  results.ariaBusy = isLoading ? "true" : null;
  for (const spinner of findAll("[data-loading]", main)) spinner.hidden = !isLoading;
  return results;
};

/** Loads this page with another filter. */
async function filter(form: HTMLFormElement): Promise<void> {
  const query = readFilter(form);
  const url = form.action + (query.size ? `?${query}` : "");
  const number = ++requestCount;
  setLoading(true);
  removeEventListener("online", retry);
  const page = await load(url).catch(() => null);
  if (number !== requestCount) return;
  if (page) show(page);
  else if (!showFailure(setLoading(false), url)) return;
  history.replaceState(null, "", url);
}

async function load(url: string): Promise<Document> {
  const response = await fetch(url);
  if (response.status >= 500) throw new Error("The server cannot read the list.");
  return parse(response);
}

/** Shows the new page, but leaves the cursor and the open sections as they were. */
function show(page: Document): void {
  const { name, type, value, selectionStart } = document.activeElement as HTMLInputElement;
  const open = [...findAll<HTMLDetailsElement>("details", main)].map((details) => details.open);
  for (const [index, details] of findAll<HTMLDetailsElement>("main details", page).entries())
    details.open = open[index] ?? false;
  main.replaceChildren(...find("main", page).childNodes);
  main.ariaBusy = null;
  const count = find("[role=status]", main);
  if (count) find("[data-announce]").textContent = count.textContent;
  const field = [...findAll<HTMLInputElement>("[name]", main)].find(
    (each) => each.name === name && (type !== "checkbox" || each.value === value),
  );
  if (!field) return;
  field.focus();
  if (selectionStart == null) return;
  field.value = value;
  field.setSelectionRange(selectionStart, selectionStart);
}

/** Replaces the list of another filter with the page's sentence and Retry. Returns whether the page has them. */
function showFailure(results: HTMLElement, url: string): boolean {
  const template = find<HTMLTemplateElement>("template[data-list-failure]", main);
  if (!template) {
    toast("That didn't load. Please try again.");
    return false;
  }
  const failure = template.content.cloneNode(true) as DocumentFragment;
  find<HTMLAnchorElement>("a", failure).href = url;
  if (navigator.onLine) find("[data-offline]", failure).remove();
  results.replaceChildren(failure, template);
  addEventListener("online", retry, { once: true });
  return true;
}

const retry = () => void filter(find<HTMLFormElement>("[data-filter]", main));

for (const form of findAll<HTMLFormElement>("[data-filter]"))
  if ([...form.elements].some(isChanged)) void filter(form);
for (const type of ["input", "submit"])
  addEventListener(type, (event) => {
    const form = closest<HTMLFormElement>(event, "[data-filter]");
    if (!form) return;
    if (type === "submit") event.preventDefault();
    clearTimeout(pause);
    requestCount++;
    pause = setTimeout(filter, type === "input" ? pauseAfter(event.target) : 0, form);
  });
addEventListener("click", (event) => {
  if (!closest(event, "[data-retry]")) return;
  event.preventDefault();
  retry();
});
