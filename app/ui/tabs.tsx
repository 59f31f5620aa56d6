import { Link } from "react-router";
import { useIsOn } from "./page.tsx";

/** Links to related pages, without those of areas that are off. @param current the address of the open page */
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
}) => {
  const isOn = useIsOn();
  const shown = links.filter(([href]) => isOn(href));
  if (shown.length < 2) return null;
  return (
    <nav className={className} aria-label={label}>
      {shown.map(([href, text]) => (
        <Link key={href} to={href} aria-current={href === current ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
};

export const peopleAndQuestions = [
  ["/qa-threads", "People"],
  ["/questions", "Questions"],
] as const;
