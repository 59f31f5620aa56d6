import { sql } from "drizzle-orm";
import { db } from "#db/index.ts";
import { connectionChanges, countRequests, selectConnection } from "#db/scopes/connections.ts";
import type { Viewer } from "../auth/session.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { connectionTexts } from "./connection-texts.ts";
import { type ConnectionState, describeConnection } from "./describe-connection.ts";

/**
 * Changes the connection between the viewer and another member, for page and API. Doing it again changes nothing.
 * @param userId null when nothing can have that id
 * @returns what there is between them now
 * @throws HttpError 404 for anyone but an active member, 422 for oneself, 403 when the other blocks the viewer, 409 when
 * the other was faster, 429
 */
export async function changeConnection(
  viewer: Viewer,
  userId: number | null,
  change: keyof typeof connectionChanges,
): Promise<ConnectionState> {
  if (userId === null) throw new HttpError(404, connectionTexts.unknown);
  if (userId === viewer.id) {
    throw new HttpError(422, connectionTexts.toYourself, {
      errors: { userId: [connectionTexts.toYourself] },
    });
  }
  limitAct("connection", viewer.id, connectionTexts.tooMany);
  const [, [row]] = await db.batch([
    connectionChanges[change](viewer.id, userId),
    selectConnection(viewer.id, userId),
  ]);
  if (!row) throw new HttpError(404, connectionTexts.unknown);
  const state = describeConnection(row, viewer.id);
  const isAsked = state.connection === "connected" || state.connectionBy === "me";
  if (row.isBlocked && !isAsked && (change === "ask" || change === "accept")) {
    throw new HttpError(403, connectionTexts.blocked);
  }
  const isDone =
    change === "ask"
      ? isAsked
      : change === "accept"
        ? state.connection === "connected"
        : state.connection === "none";
  if (!isDone) throw new HttpError(409, connectionTexts.settled);
  return state;
}

const requestCount = countRequests(sql.placeholder("viewerId"), 100).prepare();

/** How many members wait for the viewer's answer, up to 100. */
export async function loadRequestCount(viewerId: number): Promise<number> {
  const [row] = await requestCount.execute({ viewerId });
  return row?.count ?? 0;
}
