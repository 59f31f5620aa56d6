import type { OpportunityType, WorkplaceType } from "#db/vocabulary.ts";

// Used in the browser, which loads neither the schemas nor zod: docs/decisions/0005.

export const opportunityLabels = {
  "full-time": "Full Time",
  "part-time": "Part Time",
  internship: "Internship",
  contract: "Contract",
  freelance: "Freelance",
  "contract-or-freelance": "Contract / Freelance",
  volunteer: "Volunteer",
} as const satisfies Record<OpportunityType, string>;
export const workplaceLabels = {
  "on-site": "On-site",
  remote: "Remote",
  hybrid: "Hybrid",
} as const satisfies Record<WorkplaceType, string>;

export const wizardOpportunities = [
  ["full-time", "Full Time"],
  ["internship", "Internship"],
  ["contract-or-freelance", "Contractual / Freelance work"],
  ["volunteer", "Volunteer"],
] as const;
export const wizardWorkplaces = [
  ["on-site", "On-site / Work from office"],
  ["remote", "Remote / Work from home"],
  ["hybrid", "Hybrid"],
] as const;

/** The filter panel's choices. Contract and Freelance each match contract-or-freelance as well. */
export const filterOpportunities = [
  "full-time",
  "part-time",
  "internship",
  "contract",
  "freelance",
  "volunteer",
] as const;

export const suggestedLocations = [
  "Bangalore",
  "Mumbai",
  "Delhi",
  "Hyderabad",
  "Chennai",
  "Pune",
  "Kolkata",
  "Ahmedabad",
  "Kochi",
  "Pan India",
] as const;
export const suggestedIndustries = [
  "Information Technology",
  "Banking & Finance",
  "Healthcare",
  "Manufacturing",
  "Retail",
  "Education",
  "Marketing & Advertising",
  "Consulting",
  "E-commerce",
  "Transportation & Logistics",
] as const;
