import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { resourceTexts } from "../../schemas/resource-rules.ts";
import { showToast } from "../../ui/toast.tsx";
import { sendUpload } from "./send-upload.ts";
import { toFormErrors } from "./upload-texts.ts";

/** The name of the button with which conform submits a form to validate one field. */
const validateIntent = "__intent__";

/** Sends the upload form with scripts. Whatever fails, the form stays as it is, with a message. */
export function useUpload() {
  const navigate = useNavigate();
  /** From 0 to 1 while the form is being sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const abortController = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    abortController.current = controller;
    return () => controller.abort();
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (isFieldValidation(event.nativeEvent)) return;
    setErrors({});
    // A rejected file has its own message.
    if (event.defaultPrevented) return setMessage(hasEmptyField(form) ? resourceTexts.fill : null);
    event.preventDefault();
    setMessage(null);
    setProgress(0);
    const { signal } = abortController.current;
    try {
      const result = await sendUpload(
        new FormData(form),
        { onProgress: setProgress, onPause: setIsPaused },
        signal,
      );
      if ("created" in result) {
        await navigate(`/resources/category/${result.created.slug}`);
        return showToast(result.created.message);
      }
      const { failure } = result;
      setErrors(toFormErrors(failure.errors));
      setMessage(
        failure.status === 401 ? resourceTexts.loggedOut : (failure.message ?? resourceTexts.failed),
      );
    } catch {
      if (!signal.aborted) setMessage(resourceTexts.failedByException);
    }
    setProgress(null);
    setIsPaused(false);
  }

  const clearError = (name: string) => setErrors(({ [name]: _cleared, ...rest }) => rest);

  return { progress, isPaused, message, errors, submit, clearError };
}

const isFieldValidation = (event: Event): boolean =>
  event instanceof SubmitEvent && event.submitter?.getAttribute("name") === validateIntent;

/** Whether a required field of the form is empty. */
export const hasEmptyField = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll<HTMLInputElement>("[required]")].some(({ value }) => value.trim() === "");
