const recent: string[] = [];
const most = 30;

/** Collects a server's log, to print it if the test fails. */
export function keepLogged(chunk: string): void {
  recent.push(...chunk.split("\n").filter(Boolean));
  recent.splice(0, recent.length - most);
}

/** Forgets earlier lines when a test begins. */
export const forgetLogged = (): void => void recent.splice(0);

/** @returns the last lines that servers logged during the test, formatted for its failure */
export const showLogged = (title: string): string =>
  `The servers' last lines during “${title}”:\n${recent.join("\n") || "none"}`;
