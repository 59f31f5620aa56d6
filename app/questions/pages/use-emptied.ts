import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Empties a form without Conform, whose page stays, once it was sent well, and folds it away. Returns its ref.
 * @param isSent whether what is being sent is this form's
 */
export function useEmptied(isSent: (sent: FormData) => boolean, hasFailed: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const { state, formData } = useNavigation();
  useEffect(() => {
    if (formData && isSent(formData)) wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (hasFailed) return;
    form.current?.reset();
    const fold = form.current?.closest("details");
    if (!fold) return;
    fold.open = false;
    fold.querySelector("summary")?.focus();
  });
  return form;
}
