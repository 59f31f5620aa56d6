const recent: string[] = [];
const most = 30;

/** Keeps what a server of this process logs, for a test that fails. */
export function keepLogged(chunk: string): void {
  recent.push(...chunk.split("\n").filter(Boolean));
  recent.splice(0, recent.length - most);
}

/** Forgets what was logged so far: a test begins. */
export const forgetLogged = (): void => void recent.splice(0);

/** The last lines that servers logged during a test, as its failure shows them. */
export const showLogged = (title: string): string =>
  `The servers' last lines during “${title}”:\n${recent.join("\n") || "none"}`;
