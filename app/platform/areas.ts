import { type Area, areaPages } from "#db/vocabulary.ts";

interface AreaDefinition {
  label: string;
  /** Its further pages, feeds, files and calls: these addresses and all below them. `*` is one segment. */
  addresses: readonly string[];
  /** Frames that clients send. */
  frames?: readonly string[];
  /** Rooms that clients join: these names, and what follows a colon. */
  rooms?: readonly string[];
  /** Sources of Today's cards: `app/today/rules.ts`. */
  cards?: readonly string[];
  /** Kinds of notices: `app/notices/kinds.ts`. Those about several areas belong to none. */
  kinds?: readonly string[];
}

/** `areas.test` requires an area, or none, for every route, call, frame, card and kind. */
export const areas: Record<Area, AreaDefinition> = {
  jobs: {
    label: "Jobs",
    addresses: [
      "/post-job",
      "/files/applications",
      "/people/*/given/jobs",
      "/api/jobs",
      "/api/applications",
      "/api/reports/jobs",
    ],
    cards: ["applications", "application", "job", "posting"],
    kinds: ["job-deadline", "application-received", "applications-waiting", "application-answered"],
  },
  events: {
    label: "Events",
    addresses: ["/people/*/given/events", "/api/events"],
    cards: ["organize", "seat", "event", "coming"],
    kinds: [
      ...["organizing-asked", "event-changed", "event-cancelled", "event-restored", "event-seat"],
      ...["event-asked", "event-tomorrow", "event-online", "event-message"],
    ],
  },
  resources: {
    label: "Resources",
    addresses: [
      "/files/thumbnails",
      "/files/\\d+",
      "/people/*/given/resources",
      "/api/resources",
      "/api/seed-categories",
      "/admin/settings/categories",
    ],
    cards: ["note"],
  },
  questions: {
    label: "Questions and answers",
    addresses: ["/people/*/given/answers", "/api/questions", "/api/answers", "/api/comments"],
    rooms: ["question"],
    cards: ["answer", "question"],
    kinds: ["question-answered", "question-commented", "answer-accepted", "question-asked-you"],
  },
  "anonymous-room": {
    label: "The anonymous room",
    addresses: ["/api/anonymous-messages"],
    frames: ["anonymous-message"],
    rooms: ["anonymous-chat"],
  },
  mentoring: {
    label: "Mentoring",
    addresses: ["/api/mentoring"],
    cards: ["mentoring", "mentor"],
    kinds: ["mentoring-asked", "mentoring-answered", "mentoring-ended", "mentoring-silent"],
  },
  thanks: {
    label: "Thanks",
    addresses: ["/api/*/*/thanks"],
    cards: ["thanks"],
    kinds: ["thanks"],
  },
  announcements: {
    label: "Announcements",
    addresses: ["/api/announcements"],
    cards: ["announcement"],
    kinds: ["announcement"],
  },
  boards: {
    label: "Boards",
    addresses: ["/api/boards"],
    kinds: ["board-changed", "board-old", "board-wrong"],
  },
  experiences: {
    label: "Companies and experiences",
    addresses: ["/companies", "/api/companies", "/api/experiences"],
  },
};

/** Whether anonymous messages are sent: by nobody, to earlier batches only, or by everybody. */
export const anonymousMessages = ["off", "upwards", "on"] as const;

export type { Area };
export const areaNames = Object.keys(areas) as Area[];

/** The source of a regular expression that matches the addresses of an area. */
export const patternOf = (area: Area): string =>
  `^(?:${[areaPages[area], ...areas[area].addresses].join("|").replaceAll("*", "[^/?#]+")})(?![\\w-])`;

const patterns = areaNames.map((area) => ({ area, pattern: new RegExp(patternOf(area)) }));

/** The areas that an address belongs to: two for the thanks for an answer. */
export const areasOf = (address: string): Area[] =>
  patterns.flatMap(({ area, pattern }) => (pattern.test(address) ? [area] : []));

/** @param room what a frame that joins a room names, or "" */
export const areaOfFrame = (event: string, room: string): Area | undefined =>
  areaNames.find(
    (area) =>
      areas[area].frames?.includes(event) ||
      (room !== "" && areas[area].rooms?.includes(room.split(":", 1)[0] ?? "")),
  );

export const areaOfCard = (source: string): Area | undefined =>
  areaNames.find((area) => areas[area].cards?.includes(source));

export const areaOfKind = (kind: string): Area | undefined =>
  areaNames.find((area) => areas[area].kinds?.includes(kind));
