// Loaded before a command. Plain JavaScript, so that an older Node can run it and name the required version.
import * as crypto from "node:crypto";

if (!("argon2" in crypto)) {
  process.stderr.write(
    `Quadrant needs Node 24.7 or newer; this is ${process.version}. Install it, or run "npm ci", which brings it.\n`,
  );
  process.exit(1);
}
