import type { ComponentProps } from "react";
import { Link } from "react-router";
import { input as inputStyle } from "./forms/field.css.ts";
import { Icon } from "./icon.tsx";
import { search } from "./search-field.css.ts";
import { touchable } from "./styles/global.css.ts";
import { quiet } from "./styles/layout.css.ts";

/** A search field with its button. The filters belong to the same form. @param label names what it searches */
export const SearchField = ({ label, ...input }: { label: string } & ComponentProps<"input">) => (
  <div className={search}>
    <input
      type="search"
      className={inputStyle}
      aria-label={label}
      autoComplete="off"
      enterKeyHint="search"
      {...input}
    />
    <button type="submit" aria-label="Search">
      <Icon name="search" />
    </button>
  </div>
);

/** A link to the hits that the filters hide. */
export const WithoutFilters = ({ hidden, href }: { hidden: string | null; href: string }) =>
  hidden && (
    <p className={quiet}>
      <Link to={href} className={touchable} preventScrollReset>
        {hidden} more without your filters
      </Link>
    </p>
  );
