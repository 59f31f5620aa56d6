import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Loaded before the server by `--import`: counts the passwords that it hashes. The message `hashes` requests the
// number.

let hashes = 0;
const { argon2 } = crypto;
crypto.argon2 = (...values: Parameters<typeof argon2>) => {
  hashes++;
  argon2(...values);
};
syncBuiltinESMExports();
process.on("message", (message) => {
  if (message === "hashes") process.send?.({ hashes });
});
process.channel?.unref();
