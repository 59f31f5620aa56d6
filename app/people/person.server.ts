import { users } from "#db/index.ts";
import { avatarUrl } from "../schemas/user.ts";
import type { Person } from "./person.tsx";
import { getStudyStatus } from "./study-status.server.ts";

/** Of `users`, what `presentPerson` needs. Work, branch and batch have no audience of their own: members see them. */
export const personColumns = {
  id: users.id,
  name: users.name,
  status: users.status,
  avatarFile: users.avatarFile,
  company: users.company,
  position: users.position,
  batchYear: users.batchYear,
  branch: users.branch,
};

export interface PersonRow {
  id: number;
  name: string;
  status: (typeof users.$inferSelect)["status"];
  avatarFile: string | null;
  company: string | null;
  position: string | null;
  batchYear: number | null;
  branch: string | null;
}

/** "Structural engineer, Archstone Bridges · 2025 Civil", or "Year 3 Computer Science"; null when nothing is known. */
export function describePerson({ company, position, batchYear, branch }: PersonRow): string | null {
  const { year, alumni } = getStudyStatus(batchYear);
  if (year !== null && !alumni) return `Year ${year}${branch ? ` ${branch}` : ""}`;
  const work = [position, company].filter(Boolean).join(", ");
  const study = [batchYear, branch].filter(Boolean).join(" ");
  return [work, study].filter(Boolean).join(" · ") || null;
}

/** Who left has one form of their own, and leads nowhere. */
export function presentPerson(row: PersonRow): Person {
  const isDeleted = row.status === "deleted";
  return {
    name: row.name,
    href: isDeleted ? null : `/people/${row.id}`,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    line: isDeleted ? null : describePerson(row),
    isAnonymous: false,
  };
}

/** A hidden author: the alias's label, and nothing that tells who it is. */
export const presentAlias = (label: string): Person => ({
  name: label,
  href: null,
  avatarUrl: null,
  line: null,
  isAnonymous: true,
});
