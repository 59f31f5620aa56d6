import { sql } from "drizzle-orm";
import { db } from "#db/index.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";
import { HttpError } from "../http/problem.server.ts";
import { mutedText, type Session } from "./session.server.ts";

/**
 * Checks whether a running request may still write (`canStillWrite`), and says why a write was refused.
 * @throws HttpError 401 when its session has ended, 403 for a muted member's post
 */
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
