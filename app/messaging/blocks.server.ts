import { block, unblock } from "#db/scopes/blocks.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { parsePartnerId } from "../schemas/message.ts";
import { blockTexts } from "../schemas/message-rules.ts";

/**
 * Blocks a member by id, or a hidden one by alias. Blocking twice is the same.
 * @throws HttpError 404, 422, 429
 */
export async function blockPerson(viewerId: number, person: string): Promise<void> {
  const id = parsePartnerId(person);
  if (id === null) throw new HttpError(404, blockTexts.unknown);
  if (id === viewerId) throw new HttpError(422, blockTexts.yourself);
  limitAct("block", viewerId, blockTexts.tooMany);
  const [blocked] = await block(viewerId, id);
  if (!blocked) throw new HttpError(404, blockTexts.unknown);
}

/** Ends a block. Ending one that does not exist changes nothing. @throws HttpError 404, 429 */
export async function unblockPerson(viewerId: number, person: string): Promise<void> {
  const id = parsePartnerId(person);
  if (id === null) throw new HttpError(404, blockTexts.unknown);
  limitAct("block", viewerId, blockTexts.tooMany);
  await unblock(viewerId, id);
}
