import { sql } from "drizzle-orm";
import { db } from "#db/index.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";
import { HttpError } from "../http/problem.server.ts";
import { mutedText, type Session } from "./session.server.ts";

/** With `canStillWrite`: says why a write was refused. @throws HttpError 401 without a session, 403 for a muted member */
export async function requireWriteAccess({ tokenHash }: Session, { isPost }: WriteKind): Promise<void> {
  const [can] = await db
    .select({
      write: canStillWrite(tokenHash, { isPost: false }),
      post: canStillWrite(tokenHash, { isPost: true }),
    })
    .from(sql`(select 1)`);
  if (!can?.write) throw new HttpError(401);
  if (isPost && !can.post) throw HttpError.withCode("muted", mutedText);
}
