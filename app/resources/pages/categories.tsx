import { useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { Button, Spinner } from "#app/ui/button.tsx";
import { type FormReply, useFailure } from "#app/ui/forms/form.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { LoadFailure } from "#app/ui/load-failure.tsx";
import { resourceTexts } from "../rules.ts";
import * as styles from "./resources.css.ts";

/** Specified in section 9. */
const retryDelaysMs = [1_000, 2_000, 4_000] as const;

/** Shown if the categories could not be loaded. Retries three times, then shows the error. */
export function CategoriesFailure() {
  const isRetrying = useAutomaticRetries();
  if (!isRetrying) return <LoadFailure text="Failed to load categories" />;
  return (
    <p className={styles.loading}>
      <Spinner label="Loading categories..." /> Loading categories...
    </p>
  );
}

/** Reloads the page's data up to three times. Returns whether another retry is pending. */
function useAutomaticRetries(): boolean {
  const { revalidate } = useRevalidator();
  // Null until hydration: the server renders the error with its Retry link.
  const [retries, setRetries] = useState<number | null>(null);
  useEffect(() => {
    const delayMs = retryDelaysMs[retries ?? 0];
    if (delayMs === undefined) return;
    if (retries === null) setRetries(0);
    const timer = setTimeout(async () => {
      await revalidate();
      setRetries((count) => (count ?? 0) + 1);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [retries, revalidate]);
  return retries !== null && retries < retryDelaysMs.length;
}

export const seedTexts = { failed: resourceTexts.seedingFailed, loggedOut: resourceTexts.loggedOut };

/** Shown in place of an empty list of categories. Members can create them with a post to the current page. */
export function NoCategories({ isMember }: { isMember: boolean }) {
  const failure = useFailure();
  const fetcher = useFetcher<FormReply>();
  const isSeeding = fetcher.state !== "idle";
  return (
    <div className={styles.emptyCategories}>
      <p>No categories available</p>
      {!isSeeding && <FormAlert failure={fetcher.data?.failure ?? failure} />}
      {isMember && (
        <fetcher.Form method="post">
          <Button name="intent" value="seed" variant="outline" loading={isSeeding}>
            Load Categories
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}
