/** The sentences of the forms about a job when they fail. */
export const jobFormTexts = {
  failed: "Failed to submit job posting",
  loggedOut: "You're logged out. Log in again, then come back and submit this once more.",
};
