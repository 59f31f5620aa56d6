export interface Feature {
  /** The id of a drawing in `icons.svg`. */
  icon: "threads" | "jobs" | "resources" | "anonymous" | "alumni" | "events";
  title: string;
  text: string;
  to: string;
  isPublic: boolean;
}

/** The six features and their pages, with texts that a college may replace. */
export const features: readonly Feature[] = [
  {
    icon: "threads",
    title: "Q&A threads",
    to: "/questions",
    isPublic: false,
    text: "Answers from seniors and alumni who took the same exams.",
  },
  {
    icon: "jobs",
    title: "Job portal",
    to: "/jobs",
    isPublic: true,
    text: "Job and internship listings, posted by people who work there.",
  },
  {
    icon: "resources",
    title: "Resource sharing",
    to: "/resources",
    isPublic: true,
    text: "Study materials and notes, sorted by subject and year.",
  },
  {
    icon: "anonymous",
    title: "Anonymous posting",
    to: "/anonymous-post",
    isPublic: false,
    text: "Ask what you wouldn't ask out loud, without revealing who you are.",
  },
  {
    icon: "alumni",
    title: "Alumni network",
    to: "/qa-threads",
    isPublic: false,
    text: "Mentorship and career guidance from those a few years ahead.",
  },
  {
    icon: "events",
    title: "Live sessions and events",
    to: "/events",
    isPublic: true,
    text: "Workshops, talks and competitions, with a seat saved for you.",
  },
];

/** Made-up people, colleges and companies, until the college replaces them at `/admin/landing`. */
export const samples = {
  partners: [
    { name: "Saltmarsh Institute of Technology" },
    { name: "Banyan Hill Engineering College" },
    { name: "Meridian School of Applied Science" },
    { name: "Kestrel Valley Technical University" },
    { name: "Lanternfield College of Engineering" },
    { name: "Amberghat Polytechnic" },
    { name: "Northquay Institute of Design" },
  ],
  placed: [
    { name: "Ira Sample", role: "Batch-2025", company: "Northlight Robotics" },
    { name: "Devan Sample", role: "Batch-2025", company: "Samaya Transit Lab" },
    { name: "Tara Sample", role: "Batch-2025", company: "Tidewater Analytics" },
    { name: "Nikhil Sample", role: "Batch-2025", company: "Kite & Lantern Press" },
  ],
  testimonials: [
    {
      quote:
        "I asked one question about a motor driver and got three answers before dinner, one with a drawing.",
      name: "Asmi Sample",
      role: "Electronics, 2nd year",
    },
    {
      quote:
        "The senior who read my résumé had sat in the same interview two years before. That changed everything.",
      name: "Kabeer Sample",
      role: "Computer Science, 4th year",
    },
    {
      quote: "I stopped hunting for last year's notes. They're here, and I see the size before I download.",
      name: "Meher Sample",
      role: "Civil, 3rd year",
    },
  ],
};
