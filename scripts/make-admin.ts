/** `npm run make-admin -- EMAIL` makes a member an administrator; `--revoke` undoes it. */
import { and, eq } from "drizzle-orm";
import { db, users } from "#db/index.ts";

const args = process.argv.slice(2);
const revoke = args.includes("--revoke");
const [email] = args.filter((arg) => !arg.startsWith("--"));
if (!email) {
  console.error("Usage: npm run make-admin -- EMAIL [--revoke]");
  process.exit(2);
}
const [changed] = await db
  .update(users)
  .set({ isAdmin: !revoke })
  .where(and(eq(users.email, email.trim().toLowerCase()), eq(users.status, "active")))
  .returning({ id: users.id, name: users.name });
db.$client.close();
if (!changed) {
  console.error(`There is no active member with the address ${email}.`);
  process.exit(1);
}
// A log line like the server's. Standard output has the sentence for the person at the terminal.
const event = {
  level: "info",
  time: new Date().toISOString(),
  event: "role-changed",
  memberId: changed.id,
  isAdmin: !revoke,
  msg: "security",
};
process.stderr.write(`${JSON.stringify(event)}\n`);
console.log(
  revoke ? `${changed.name} is no longer an administrator.` : `${changed.name} is now an administrator.`,
);
