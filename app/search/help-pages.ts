/** The help pages: title, summary, address. */
export const helpPages = [
  ["How this works", "What members do here, its rules, and who runs it", "/about"],
  ["Give feedback", "Tell us what is missing, wrong or good", "/feedback"],
  ["API", "Tokens, calls and examples for programs and developers", "/api"],
  ["A first bot", "Write a small program that uses the API, step by step", "/developers/first-bot"],
  [
    "The socket",
    "Realtime frames for programs: messages, notices and the anonymous room",
    "/developers/socket",
  ],
  ["Errors of the API", "What each problem code means and what to do", "/developers/errors"],
  ["Forgot your password?", "Get a link by email to set a new password", "/forgot-password"],
] as const;
