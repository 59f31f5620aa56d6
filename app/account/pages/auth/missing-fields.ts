import { useEffect, useState } from "react";

const requiredFields = {
  firstName: "first name",
  lastName: "last name",
  email: "email",
  phone: "phone",
  password: "password",
  confirmPassword: "confirmed password",
  batchYear: "batch year",
};

type RequiredField = keyof typeof requiredFields;

function findEmptyFields(): RequiredField[] {
  const form = document.forms.namedItem("register");
  if (!form) return [];
  return (Object.keys(requiredFields) as RequiredField[]).filter((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.required && field.value.trim() === "";
  });
}

/** Returns what the form still needs as a sentence, or null. */
function describeNeed(emptyFields: RequiredField[], hasErrors: boolean): string | null {
  if (emptyFields.length > 0)
    return `Still missing: ${emptyFields.map((name) => requiredFields[name]).join(", ")}.`;
  return hasErrors ? "Please correct the fields marked above." : null;
}

/**
 * What the sign-up form still needs, as a sentence once something is typed, and whether its button is disabled. Computed in an effect, because
 * the server's HTML disables nothing (specification, section 5).
 */
export function useMissingFields(hasErrors: boolean) {
  const [emptyFields, setEmptyFields] = useState<RequiredField[] | null>(null);
  const [hasTyped, setHasTyped] = useState(false);
  useEffect(() => setEmptyFields(findEmptyFields()), []);
  return {
    need: hasTyped && emptyFields ? describeNeed(emptyFields, hasErrors) : null,
    // An empty batch year does not disable the button.
    isBlocked: emptyFields !== null && (hasErrors || emptyFields.some((name) => name !== "batchYear")),
    onChange() {
      setHasTyped(true);
      setEmptyFields(findEmptyFields());
    },
  };
}
