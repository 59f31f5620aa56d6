import type { ComponentProps } from "react";
import { input as inputStyle } from "./field.css.ts";
import { Icon } from "./icon.tsx";
import { search } from "./search-field.css.ts";

/** The field of every search, and its button. Its form has the filters beside it. @param label what it looks through */
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
