import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { FormFailure } from "../../ui/form.tsx";

/**
 * Empties a form whose page stays, once it was sent well. Returns its ref.
 * @param isSent whether what is being sent is this form's
 */
export function useEmptied(isSent: (sent: FormData) => boolean, failure: FormFailure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  const { state, formData } = useNavigation();
  useEffect(() => {
    if (formData && isSent(formData)) wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    const field = document.activeElement;
    if (failure || !form.current) return;
    // Conform replaces the fields. One that has the focus while React removes it would send the form past React.
    if (field instanceof HTMLElement && form.current.contains(field)) field.blur();
    form.current.reset();
  });
  return form;
}
