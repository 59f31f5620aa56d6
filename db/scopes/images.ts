import { sql } from "drizzle-orm";
import { events } from "../schema/events.ts";
import { jobDrafts, jobs } from "../schema/jobs.ts";
import { images } from "../schema/resources.ts";
import { users } from "../schema/users.ts";
import { isImageInBin } from "./bin.ts";

export const isUnusedImage = sql`(not exists (select 1 from ${events} where image_id = ${images.id})
  and not exists (select 1 from ${users} where avatar_file = ${images.file})
  and not exists (select 1 from ${jobs} where company_logo = ${images.file})
  and not exists (select 1 from ${jobDrafts} as draft where draft.user_id = ${images.userId}
    and draft.fields ->> 'logo' = ${images.file}) and not ${isImageInBin})`;

export const isOfDeletedMember = sql`exists (select 1 from ${users} as owner
  where owner.id = ${images.userId} and owner.status = 'deleted')`;
