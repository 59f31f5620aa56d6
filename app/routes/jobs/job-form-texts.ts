/** What the forms about a job say when they fail. */
export const jobFormTexts = {
  failed: "Failed to submit job posting",
  loggedOut: "You're logged out. Log in again, then come back and submit this once more.",
};
