import { useEffect, useState } from "react";
import { Form, useLocation, useNavigation, useRevalidator } from "react-router";
import { Button, ButtonLink, Spinner } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import * as styles from "./parts.css.ts";

/** When categories that could not be loaded are asked for again, in milliseconds (specification, section 9). */
const delays = [1_000, 2_000, 4_000] as const;

/** Asks again by itself, three times. Answers whether it still does. */
function useRetries(): boolean {
  const { revalidate } = useRevalidator();
  const [tries, setTries] = useState<number | null>(null);
  useEffect(() => {
    const delay = delays[tries ?? 0];
    if (delay === undefined) return;
    // From now on the page waits; without scripts it never does, and shows the button.
    if (tries === null) setTries(0);
    const timer = setTimeout(async () => {
      await revalidate();
      setTries((count) => (count ?? 0) + 1);
    }, delay);
    return () => clearTimeout(timer);
  }, [tries, revalidate]);
  return tries !== null && tries < delays.length;
}

/** Stands where categories should be when they could not be loaded. */
export function CategoriesFailed() {
  const retrying = useRetries();
  const { pathname, search } = useLocation();
  if (retrying) {
    return (
      <p className={styles.waiting}>
        <Spinner label="Loading categories..." /> Loading categories...
      </p>
    );
  }
  return (
    <div className={styles.trouble}>
      <Alert texts={["Failed to load categories"]} />
      <ButtonLink to={pathname + search} variant="outline">
        Retry
      </ButtonLink>
    </div>
  );
}

/** Stands where categories should be when there are none: a member can have them made. */
export function NoCategories({ member, failed }: { member: boolean; failed: boolean }) {
  const busy = useNavigation().formData?.get("intent") === "seed";
  const { pathname } = useLocation();
  return (
    <div className={styles.trouble}>
      <p>No categories available</p>
      <Alert texts={failed ? ["Failed to seed categories"] : null} />
      {member && (
        <Form method="post" action="/resources">
          <input type="hidden" name="back" value={pathname} />
          <Button name="intent" value="seed" variant="outline" loading={busy}>
            Load Categories
          </Button>
        </Form>
      )}
    </div>
  );
}
