/**
 * `npm run make-admin -- EMAIL` makes a member an administrator, and approves a pending one. `--revoke` removes the role, from
 * the last administrator only with `--force`. `--reset-second-factor` helps a member who has lost the app and the recovery
 * codes, and keeps the role.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { normalizeLine } from "#app/platform/schemas/fields.server.ts";
import { requireStore } from "#app/platform/store/existing.server.ts";
import { connectStore } from "#db/connect.ts";
import { insertSelect } from "#db/insert-select.ts";
import { auditEntries, secondFactors, users } from "#db/schema/index.ts";
import { isAccountOf, isLastAdmin } from "#db/scopes/users.ts";
import { storageDir } from "#db/storage-dir.ts";

const args = process.argv.slice(2);
const revoke = args.includes("--revoke");
const isForced = args.includes("--force");
const reset = args.includes("--reset-second-factor");
const [email] = args.filter((arg) => !arg.startsWith("--"));
if (!email) {
  console.error("Usage: npm run make-admin -- EMAIL [--revoke [--force] | --reset-second-factor]");
  process.exit(2);
}
try {
  requireStore(storageDir);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
process.stderr.write(`Store: ${storageDir}\n`);
const db = await connectStore(storageDir);
const isNamed = isAccountOf(normalizeLine(email).toLowerCase());
const isMember = and(isNamed, eq(users.status, "active"));
const columns = { id: users.id, name: users.name, emailConfirmedAt: users.emailConfirmedAt };
const canLoseRole = and(isMember, isForced ? undefined : sql`not ${isLastAdmin}`);
const canBecomeAdmin = and(isNamed, inArray(users.status, ["active", "pending"]));
const [[before], [changed]] = await db.batch([
  db
    .select({
      name: users.name,
      isWaiting: sql`${users.status} = 'pending'`.mapWith(Boolean),
      isLast: sql`${isMember} and ${isLastAdmin}`.mapWith(Boolean),
    })
    .from(users)
    .where(isNamed),
  reset
    ? db.select(columns).from(users).where(isMember)
    : db
        .update(users)
        .set(revoke ? { isAdmin: false } : { isAdmin: true, isModerator: false, status: "active" })
        .where(revoke ? canLoseRole : canBecomeAdmin)
        .returning(columns),
  insertSelect(
    db,
    auditEntries,
    {
      adminId: users.id,
      action: `${revoke ? "stopped being" : "became"} an administrator by command`,
      createdAt: Date.now(),
    },
    users,
    and(isNamed, reset ? sql`false` : sql`changes() > 0`),
  ),
] as const);
if (reset && changed) await db.delete(secondFactors).where(eq(secondFactors.userId, changed.id));
db.close();
if (!changed && before?.isLast) {
  console.error(`${before.name} is the only administrator. Make another first, or add --force.`);
  process.exit(1);
}
if (!changed) {
  console.error(
    revoke || reset
      ? `There is no active member with the address ${email}.`
      : `There is no member with the address ${email} who is active or waits to be let in.`,
  );
  process.exit(1);
}
// A log line like the server's. Standard output has the message for the operator.
const event = {
  level: "info",
  time: new Date().toISOString(),
  ...(reset ? { event: "second-factor-off", by: "command" } : { event: "role-changed", isAdmin: !revoke }),
  memberId: changed.id,
  msg: "security",
};
process.stderr.write(`${JSON.stringify(event)}\n`);
if (reset) console.log(`${changed.name} logs in without a code now.`);
else if (revoke) console.log(`${changed.name} is no longer an administrator.`);
else {
  const approved = before?.isWaiting ? " The account waited to be let in, and is approved." : "";
  console.log(`${changed.name} is now an administrator.${approved}`);
  if (changed.emailConfirmedAt === null) {
    console.log("Nobody has confirmed this address yet: make sure that its owner registered it.");
  }
}
