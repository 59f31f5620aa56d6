const isUnsent = (field: Element): boolean => {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  if (field.type === "file") return field.value !== "";
  return field.type !== "search" && field.value !== field.defaultValue;
};

export const hasUnsentForm = (): boolean =>
  [...document.forms].some(
    (form) => form.matches("main form[method=post]") && [...form.elements].some(isUnsent),
  );
