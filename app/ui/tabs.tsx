import { Link } from "react-router";

/** Links to related pages. @param current the address of the open page */
export const Tabs = ({
  label,
  links,
  current,
  className,
}: {
  label: string;
  links: readonly (readonly [href: string, text: string])[];
  current: string;
  className: string;
}) => (
  <nav className={className} aria-label={label}>
    {links.map(([href, text]) => (
      <Link key={href} to={href} aria-current={href === current ? "page" : undefined}>
        {text}
      </Link>
    ))}
  </nav>
);

export const peopleAndQuestions = [
  ["/qa-threads", "People"],
  ["/questions", "Questions"],
] as const;
