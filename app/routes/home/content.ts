/**
 * Everything on the landing page that a college changes: edit this file and build.
 *
 * The people, colleges and companies below are made up. While `samples` is true the page says so. Replace them with
 * your own people, who have agreed to be named, and set it to false.
 */
export const samples = true;

/** The strip of seven partner colleges. */
export const partners = [
  "Saltmarsh Institute of Technology",
  "Banyan Hill Engineering College",
  "Meridian School of Applied Science",
  "Kestrel Valley Technical University",
  "Lanternfield College of Engineering",
  "Amberghat Polytechnic",
  "Northquay Institute of Design",
];

/** The six features and their pages. `icon` is a drawing in `drawings.tsx`. Guests get links to public pages only. */
export const features = [
  {
    icon: "threads",
    title: "Q&A threads",
    to: "/qa-threads",
    isPublic: false,
    description: "Answers from seniors and alumni who took the same exams.",
  },
  {
    icon: "jobs",
    title: "Job portal",
    to: "/jobs",
    isPublic: true,
    description: "Job and internship listings, posted by people who work there.",
  },
  {
    icon: "resources",
    title: "Resource sharing",
    to: "/resources",
    isPublic: true,
    description: "Study materials and notes, sorted by subject and year.",
  },
  {
    icon: "anonymous",
    title: "Anonymous posting",
    to: "/anonymous-post",
    isPublic: false,
    description: "Ask what you wouldn't ask out loud, without revealing who you are.",
  },
  {
    icon: "alumni",
    title: "Alumni network",
    to: "/qa-threads",
    isPublic: false,
    description: "Mentorship and career guidance from those a few years ahead.",
  },
  {
    icon: "events",
    title: "Live sessions and events",
    to: "/events",
    isPublic: true,
    description: "Workshops, talks and competitions, with a seat saved for you.",
  },
] as const;

/** Four placed students of batch 2025. `image` is a path of this site, or null for the first letter. */
export const placed = [
  { image: null, name: "Ira Sample", role: "Batch-2025", company: "Northlight Robotics" },
  { image: null, name: "Devan Sample", role: "Batch-2025", company: "Samaya Transit Lab" },
  { image: null, name: "Tara Sample", role: "Batch-2025", company: "Tidewater Analytics" },
  { image: null, name: "Nikhil Sample", role: "Batch-2025", company: "Kite & Lantern Press" },
];

export const testimonials = [
  {
    quote:
      "I asked one question about a motor driver and got three answers before dinner, one with a drawing.",
    name: "Asmi Sample",
    role: "Electronics, 2nd year",
    avatar: null,
  },
  {
    quote:
      "The senior who read my résumé had sat in the same interview two years before. That changed everything.",
    name: "Kabeer Sample",
    role: "Computer Science, 4th year",
    avatar: null,
  },
  {
    quote: "I stopped hunting for last year's notes. They're here, and I see the size before I download.",
    name: "Meher Sample",
    role: "Civil, 3rd year",
    avatar: null,
  },
];
