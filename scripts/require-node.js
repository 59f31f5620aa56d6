// Loaded before a command. Plain JavaScript, which an older Node reads too.
import * as crypto from "node:crypto";

if (!("argon2" in crypto)) {
  process.stderr.write(
    `Quadrant needs Node 24.7 or newer; this is ${process.version}. Install it, or run "npm ci", which brings it.\n`,
  );
  process.exit(1);
}
