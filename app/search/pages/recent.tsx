import { useEffect, useState } from "react";
import { Link } from "react-router";
import { loadSearchScript } from "#app/device/search-field.ts";
import { Button } from "#app/ui/button.tsx";
import { item } from "#app/ui/list.css.ts";
import { spread } from "#app/ui/styles/layout.css.ts";
import * as styles from "./search.css.ts";

/** A member's recent searches on this device. */
export function Recent({ memberId }: { memberId: string }) {
  const [recent, setRecent] = useState<string[]>([]);
  useEffect(() => {
    loadSearchScript().then(
      ({ readRecent }) => setRecent(readRecent(memberId)),
      () => {},
    );
  }, [memberId]);
  if (recent.length === 0) return null;
  const clear = async () => {
    setRecent([]);
    (await loadSearchScript()).forgetRecent(memberId);
    document.querySelector<HTMLElement>("main input[type=search]")?.focus();
  };
  return (
    <section aria-labelledby="recent" data-recent>
      <div className={spread}>
        <h2 id="recent">Recent searches</h2>
        <Button type="button" variant="link" onClick={() => void clear()}>
          Clear
        </Button>
      </div>
      <ul>
        {recent.map((text) => (
          <li key={text} className={item}>
            <Link to={`/search?${new URLSearchParams({ q: text })}`} className={styles.link} dir="auto">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
