import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { showToast } from "#app/ui/toast.tsx";
import { resourceTexts } from "../rules.ts";
import { sendUpload } from "./send-upload.ts";
import { moreHref, placeOf, toFormErrors } from "./upload-fields.ts";

/** The name of the button that conform uses to validate one field. */
const validateIntent = "__intent__";

/** Sends the upload form with scripts. If that fails, the form remains as it is, with a message. */
export function useUpload() {
  const navigate = useNavigate();
  /** From 0 to 1 while the form is being sent, else null. */
  const [progress, setProgress] = useState<number | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const signal = useAbortSignal();

  /** Prevents the browser's own submit. Returns whether the form can be sent. */
  function check(event: FormEvent<HTMLFormElement>): boolean {
    if (isFieldValidation(event.nativeEvent)) return false;
    setErrors({});
    // A rejected file shows its own message.
    const isRefused = event.defaultPrevented;
    setMessage(isRefused && hasEmptyField(event.currentTarget) ? resourceTexts.fill : null);
    event.preventDefault();
    return !isRefused;
  }

  async function send(form: HTMLFormElement) {
    setProgress(0);
    try {
      const result = await sendUpload(
        new FormData(form),
        { onProgress: setProgress, onPause: setIsPaused },
        signal.current,
      );
      if ("created" in result) {
        await navigate(placeOf(result.created));
        const link = { to: moreHref(result.created), text: "Upload more" };
        return showToast(result.created.message, { link });
      }
      const { failure } = result;
      setErrors(toFormErrors(failure.errors));
      setMessage(
        failure.status === 401 ? resourceTexts.loggedOut : (failure.message ?? resourceTexts.failed),
      );
    } catch {
      if (!signal.current.aborted) setMessage(resourceTexts.failedByException);
    }
    setProgress(null);
    setIsPaused(false);
  }

  const clearError = (name: string) => setErrors(({ [name]: _cleared, ...rest }) => rest);

  return { progress, isPaused, message, errors, check, send, setMessage, clearError };
}

const isFieldValidation = (event: Event): boolean =>
  event instanceof SubmitEvent && event.submitter?.getAttribute("name") === validateIntent;

/** Whether a required field of the form is empty. */
export const hasEmptyField = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>("[required]")].some(({ value }) => value.trim() === "");

/** A signal that aborts when the page is left. */
export function useAbortSignal(): { readonly current: AbortSignal } {
  const signal = useRef(AbortSignal.abort());
  useEffect(() => {
    const controller = new AbortController();
    signal.current = controller.signal;
    return () => controller.abort();
  }, []);
  return signal;
}
