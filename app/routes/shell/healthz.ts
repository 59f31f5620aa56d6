import { db, users } from "#db/index.ts";

/** The health check: 200 while the database works, else 503. */
export async function loader() {
  try {
    await db.select({ id: users.id }).from(users).limit(1);
    return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
  } catch {
    return Response.json(
      { status: "unavailable" },
      { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "5" } },
    );
  }
}
