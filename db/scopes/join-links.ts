import { type SQL, sql } from "drizzle-orm";

/** On `join_links`: whether its maker may still make it. */
const isByMaker = sql`exists (select 1 from users as maker where maker.id = join_links.maker_id
  and maker.status = 'active' and (maker.is_admin = 1
    or (maker.announcer_batch = join_links.batch_year and join_links.is_direct = 0)))`;

/** On `join_links`: whether somebody can register with it. @param day today, `YYYY-MM-DD` */
export const isUsable = (day: string): SQL<boolean> =>
  sql<boolean>`(join_links.revoked_at is null and join_links.used < join_links.places
    and join_links.until >= ${day} and ${isByMaker})`.mapWith(Boolean);

/** On `join_links`: whether a member sees and revokes it. Administrators see those of all. */
export const isManagedBy = (memberId: number): SQL =>
  sql`exists (select 1 from users as manager where manager.id = ${memberId} and manager.status = 'active'
    and (manager.is_admin = 1
      or (join_links.maker_id = manager.id and manager.announcer_batch = join_links.batch_year)))`;
