import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { visuallyHidden } from "#app/ui/styles/global.css.ts";

/** Announces the title after a client navigation to screen readers, as browsers do after a document load. */
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
