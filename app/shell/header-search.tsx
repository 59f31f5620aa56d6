import { useEffect } from "react";
import { Form, Link, useLocation } from "react-router";
import { maxWholeSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { guestSearch, iconButton } from "./header.css.ts";
import "./header-search.css.ts";

/** The site-wide search: a field in wide headers, a link in others. The search page has its own field. */
export function HeaderSearch({ memberId = "" }: { memberId: string | undefined }) {
  const { pathname } = useLocation();
  useSearchScript();
  return (
    <>
      {pathname !== "/search" && (
        <Form action="/search" role="search" aria-label="Everything">
          <SearchField
            name="q"
            label="Search everything"
            placeholder="Search"
            maxLength={maxWholeSearchLength}
            data-suggest={memberId}
          />
        </Form>
      )}
      <Link to="/search" className={memberId ? iconButton : guestSearch} aria-label="Search">
        <Icon name="search" size={24} />
      </Link>
    </>
  );
}

const searchScript = "/search.js";
const fields = "input, textarea, select, [contenteditable]";

/** Pressing "/" moves to the search. Suggestions load on first focus. Without React, public/guest.js does the same. */
function useSearchScript(): void {
  useEffect(() => {
    const load = (target: EventTarget | null) => {
      if (target instanceof HTMLInputElement && target.dataset.suggest !== undefined)
        import(/* @vite-ignore */ searchScript).then(({ start }) => start(target)).catch(() => {});
    };
    const loadFocused = ({ target }: FocusEvent) => load(target);
    const goToSearch = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping = target instanceof Element && target.closest(fields) !== null;
      if (key !== "/" || ctrlKey || metaKey || altKey || isTyping) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>("[data-suggest]");
      if (field?.offsetParent) field.focus();
      else document.querySelector<HTMLAnchorElement>("header a[href='/search']")?.click();
    };
    load(document.activeElement);
    document.addEventListener("focusin", loadFocused);
    document.addEventListener("keydown", goToSearch);
    return () => {
      document.removeEventListener("focusin", loadFocused);
      document.removeEventListener("keydown", goToSearch);
    };
  }, []);
}
