import { randomBytes } from "node:crypto";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { users } from "#db/index.ts";
import type { AskWay } from "#db/vocabulary.ts";
import { signOf } from "../ui/signs.ts";
import type { Person } from "./person.tsx";
import { getStudyStatus } from "./study-status.server.ts";

export const avatarUrl = (name: string): string => `/files/avatars/${name}`;

/**
 * The columns of `users` for `presentPerson`. Work, branch and batch have no audience setting: all members see them.
 */
export const personColumns = {
  id: users.id,
  name: users.name,
  status: users.status,
  avatarFile: users.avatarFile,
  company: users.company,
  position: users.position,
  batchYear: users.batchYear,
  programmeId: users.programmeId,
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
  programmeId: number | null;
  branch: string | null;
}

/** "Structural engineer, Archstone Bridges · 2025 Civil", or "Year 3 Computer Science"; null if nothing is known. */
function describePerson(row: PersonRow): string | null {
  const { company, position, batchYear, branch } = row;
  const { year, alumni } = getStudyStatus(row);
  if (year !== null && !alumni) return `Year ${year}${branch ? ` ${branch}` : ""}`;
  const work = [position, company].filter(Boolean).join(", ");
  const study = branch ? [batchYear, branch].filter(Boolean).join(" ") : batchYear && `Batch ${batchYear}`;
  return [work, study].filter(Boolean).join(" · ") || null;
}

/** Members who have left share one appearance. Neither they nor suspended members have a link. */
export function presentPerson(row: PersonRow): Person {
  const hasLeft = row.status === "deleted";
  return {
    name: row.name,
    href: row.status === "active" ? `/people/${row.id}` : null,
    avatarUrl: row.avatarFile && avatarUrl(row.avatarFile),
    line: hasLeft ? null : describePerson(row),
    sign: hasLeft ? "left" : null,
  };
}

const nothing = { href: null, avatarUrl: null, line: null };

/** All that a guest sees of a member: the name. */
export const presentName = (name: string): Person => ({ ...nothing, name, sign: null });

/** The ways in which a member can and likes to be asked, their favourite first. */
export const listAskWays = ({ askBy, allowAnonymous }: { askBy: AskWay[]; allowAnonymous: boolean }) =>
  askBy.filter((way) => (way === "anonymous" ? allowAnonymous : way !== "public" || isAreaOn("questions")));

/** 128 random bits: an alias reveals nothing about its owner, and nobody can guess one. */
export const createAlias = (): string => `anon_${randomBytes(16).toString("base64url")}`;

/**
 * A hidden author: the alias's label and sign, and nothing that identifies them.
 * @param letter see `signOf`; without a thread, everyone has the same one
 */
export const presentAlias = (label: string, letter = ""): Person => ({
  ...nothing,
  name: label,
  sign: signOf(letter),
});
