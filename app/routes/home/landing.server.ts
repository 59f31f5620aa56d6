import { db, landing } from "#db/index.ts";
import type { LandingSection } from "../../schemas/landing-rules.ts";
import { samples } from "./content.ts";

/** The entries of a section: the college's own, or samples. */
export interface Shown<Entry> {
  isSample: boolean;
  entries: readonly Entry[];
}

/** Loads what the landing page shows of its college. A section that the college hides is null. */
export async function loadLanding() {
  const rows = await db.select().from(landing);
  const find = (name: LandingSection) => rows.find(({ section }) => section === name);
  const read = <Entry>(name: keyof typeof samples, sampleEntries: readonly Entry[]): Shown<Entry> | null => {
    const row = find(name);
    if (row?.isHidden) return null;
    const entries = (row?.entries ?? []) as Entry[];
    return entries.length > 0 ? { isSample: false, entries } : { isSample: true, entries: sampleEntries };
  };
  const ownFeatures = find("features");
  return {
    partners: read("partners", samples.partners),
    /** The college's own words, which the page puts over its own. */
    features: ownFeatures?.isHidden ? null : (ownFeatures?.entries ?? []),
    placed: read("placed", samples.placed),
    testimonials: read("testimonials", samples.testimonials),
  };
}
export type Landing = Awaited<ReturnType<typeof loadLanding>>;
