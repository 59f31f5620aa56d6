import type { OpportunityType, WorkplaceType } from "#db/vocabulary.ts";
import companyTexts from "./companies.json" with { type: "json" };
import openingTexts from "./openings.json" with { type: "json" };

export type Company = keyof typeof companyTexts;

/** The companies where the demo's alumni work. */
export const companies = companyTexts as Record<Company, [name: string, about: string, industry: string]>;

interface Opening {
  title: string;
  company: Company;
  type: OpportunityType;
  workplace: WorkplaceType;
  cities: string[];
  text: string;
  skills: string[];
  branch: string;
  /** Rupees per year, month or hour, depending on the type. Without a minimum it shows as "Up to …". */
  pay?: [min: number | null, max: number];
  years?: [min: number, max: number];
}

/** The jobs of the demo community, oldest first. */
export const openings = openingTexts as Opening[];
