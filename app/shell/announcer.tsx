import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";

/** Tells screen readers the title of a page that scripts opened, as browsers do with a page that they load. */
export function Announcer() {
  const { pathname } = useLocation();
  const [text, setText] = useState("");
  const announced = useRef(pathname);
  useEffect(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    setText(document.title.replace(/^\(\d+\+?\) /, ""));
  }, [pathname]);
  return (
    <p className={visuallyHidden} role="status" data-announce>
      {text}
    </p>
  );
}
