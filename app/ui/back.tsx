import { type ComponentProps, useEffect, useState } from "react";
import { findFormerSearch } from "#app/device/former-search.ts";
import { back } from "./back.css.ts";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** A link to the parent page, or back to the search that led here. */
export function Back({ children, ...link }: ComponentProps<typeof ButtonLink>) {
  const [isFromSearch, setIsFromSearch] = useState(false);
  useEffect(() => setIsFromSearch(findFormerSearch() !== null), []);
  return (
    <div className={back}>
      <ButtonLink
        variant="link"
        data-back
        {...link}
        onClick={(event) => {
          if (!isFromSearch || !findFormerSearch()) return;
          event.preventDefault();
          history.back();
        }}
      >
        <Icon name="left" size={16} />
        {isFromSearch ? "Back to the search" : children}
      </ButtonLink>
    </div>
  );
}
