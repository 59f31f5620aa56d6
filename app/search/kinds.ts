/** The kinds of results, in the order in which they are shown. */
export const searchKinds = {
  people: { title: "People", icon: "feature-alumni", list: "/qa-threads" },
  questions: { title: "Questions", icon: "ask", list: "/questions" },
  jobs: { title: "Jobs", icon: "case", list: "/jobs" },
  events: { title: "Events", icon: "feature-events", list: null },
  resources: { title: "Notes", icon: "book", list: "/resources/browse" },
  experiences: { title: "How it went", icon: "compass", list: null },
  boards: { title: "Boards", icon: "feature-threads", list: null },
  messages: { title: "Messages", icon: "chat", list: "/messages/search" },
  help: { title: "Help pages", icon: "lamp", list: null },
} satisfies Record<string, Kind>;

interface Kind {
  title: string;
  /** Shown beside the results that have no face. */
  icon: string;
  /** The list that finds the same results. */
  list: string | null;
}

export type ResultKind = keyof typeof searchKinds;
export const resultKinds = Object.keys(searchKinds) as ResultKind[];
