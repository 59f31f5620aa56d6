/** Error messages of the job forms. */
export const jobFormTexts = {
  failed: "Failed to submit job posting",
  loggedOut: "You're logged out. Log in again, then come back and submit this once more.",
};

/** Moving between steps submits nothing yet, so it has other messages. */
export const wizardTexts = (form: FormData) =>
  form.get("intent") === "submit"
    ? jobFormTexts
    : {
        failed: "That did not go through. Nothing is lost: what you typed stays here. Try again in a moment.",
        loggedOut: jobFormTexts.loggedOut,
        field: "intent",
      };

export const logoFormTexts = {
  failed: "The logo could not be saved. Please try again.",
  loggedOut: "Please log in again, then choose the logo once more.",
  field: "logo",
};
