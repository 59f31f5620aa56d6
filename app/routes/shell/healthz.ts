import { db, users } from "#db/index.ts";

/** For whoever watches the server: 200 only if the database answers. */
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
