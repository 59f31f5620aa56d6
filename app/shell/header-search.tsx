import { Form, Link, useLocation } from "react-router";
import { maxWholeSearchLength } from "#app/platform/schemas/search-rules.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SearchField } from "#app/ui/search-field.tsx";
import { guestSearch, iconButton } from "./header.css.ts";
import "./header-search.css.ts";

/** The site-wide search: a field in wide headers, a link in others. The search page has its own field. */
export function HeaderSearch({ memberId = "" }: { memberId: string | undefined }) {
  const { pathname } = useLocation();
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
