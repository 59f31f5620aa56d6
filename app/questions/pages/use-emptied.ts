import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Resets and folds a form without Conform, whose page stays, after it was sent successfully. Returns its ref.
 * @param isSent whether the form data being sent is this form's
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
