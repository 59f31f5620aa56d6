/**
 * `npm run make-admin -- EMAIL` makes a member an administrator; `--revoke` undoes it. `--reset-second-factor` lets a member log
 * in who has lost the app and the recovery codes, and leaves the role as it is.
 */
import { and, eq } from "drizzle-orm";
import { db, secondFactors, users } from "#db/index.ts";

const args = process.argv.slice(2);
const revoke = args.includes("--revoke");
const reset = args.includes("--reset-second-factor");
const [email] = args.filter((arg) => !arg.startsWith("--"));
if (!email) {
  console.error("Usage: npm run make-admin -- EMAIL [--revoke | --reset-second-factor]");
  process.exit(2);
}
const isMember = and(eq(users.email, email.trim().toLowerCase()), eq(users.status, "active"));
const columns = { id: users.id, name: users.name };
const [changed] = reset
  ? await db.select(columns).from(users).where(isMember)
  : await db.update(users).set({ isAdmin: !revoke }).where(isMember).returning(columns);
if (reset && changed) await db.delete(secondFactors).where(eq(secondFactors.userId, changed.id));
db.$client.close();
if (!changed) {
  console.error(`There is no active member with the address ${email}.`);
  process.exit(1);
}
// A log line like the server's. Standard output has the sentence for the person at the terminal.
const event = {
  level: "info",
  time: new Date().toISOString(),
  ...(reset ? { event: "second-factor-off", by: "command" } : { event: "role-changed", isAdmin: !revoke }),
  memberId: changed.id,
  msg: "security",
};
process.stderr.write(`${JSON.stringify(event)}\n`);
if (reset) console.log(`${changed.name} logs in without a code now.`);
else {
  console.log(
    revoke ? `${changed.name} is no longer an administrator.` : `${changed.name} is now an administrator.`,
  );
}
