/**
 * The landing page's sections that a college can edit, with the maximum length of each text. `unedited` is what a
 * section shows without entries, and `heading` is its heading there, if that differs from its title.
 */
export const landingRules = {
  partners: {
    title: "Partner colleges",
    entry: "College",
    maxEntries: 7,
    unedited: "samples",
    columns: { name: { label: "Name", max: 45 } },
  },
  features: {
    title: "Features",
    entry: "Feature",
    maxEntries: 6,
    unedited: "its usual words",
    columns: { title: { label: "Title", max: 30 }, text: { label: "Text", max: 80 } },
  },
  placed: {
    title: "Placed students",
    heading: "Connect With Experienced Peers",
    entry: "Person",
    maxEntries: 4,
    unedited: "samples",
    columns: {
      name: { label: "Name", max: 35 },
      role: { label: "Batch", max: 20 },
      company: { label: "Company joined", max: 35 },
    },
  },
  testimonials: {
    title: "Testimonials",
    heading: "Loved by Students",
    entry: "Testimonial",
    maxEntries: 3,
    unedited: "samples",
    columns: {
      quote: { label: "Quote", max: 120 },
      name: { label: "Name", max: 35 },
      role: { label: "Branch and year", max: 30 },
    },
  },
} as const;
export type LandingSection = keyof typeof landingRules;

export const isLandingSection = (text: string | undefined): text is LandingSection =>
  text !== undefined && Object.hasOwn(landingRules, text);

export const landingTexts = {
  loadFailed: "Failed to load the home page's sections",
  saveFailed: "That couldn't be saved. Please try again.",
} as const;
