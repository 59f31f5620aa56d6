/** The session is over: to the log-in page, and back here after it. */
export function leaveForLogin(): void {
  location.assign(`/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`);
}
