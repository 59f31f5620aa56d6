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

/** Returns what the form still needs as a sentence. Null if nothing is typed yet, or nothing is needed. */
function describeNeed(emptyFields: RequiredField[], hasErrors: boolean): string | null {
  if (emptyFields.length === Object.keys(requiredFields).length) return null;
  if (emptyFields.length > 0)
    return `Still missing: ${emptyFields.map((name) => requiredFields[name]).join(", ")}.`;
  return hasErrors ? "Please correct the fields marked above." : null;
}

/**
 * What the sign-up form still needs, as a sentence, and whether its button is disabled. Computed in an effect, because
 * the server's HTML disables nothing (specification, section 5).
 */
export function useMissingFields(hasErrors: boolean) {
  const [emptyFields, setEmptyFields] = useState<RequiredField[] | null>(null);
  useEffect(() => setEmptyFields(findEmptyFields()), []);
  return {
    need: emptyFields && describeNeed(emptyFields, hasErrors),
    // An empty batch year does not disable the button.
    isBlocked: emptyFields !== null && (hasErrors || emptyFields.some((name) => name !== "batchYear")),
    onChange: () => setEmptyFields(findEmptyFields()),
  };
}
