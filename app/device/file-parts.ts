/** Small enough to arrive within 30 seconds over 18 KB/s. */
export const partBytes = 512 * 1024;

/** Returns a file's SHA-256 in hex, the address of its parts. Only in secure contexts. */
export async function hashFile(file: File): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
