interface AreaDefinition {
  label: string;
  /** Its pages, feeds, files and calls: these addresses and all below them. `*` is one segment. */
  addresses: readonly string[];
  /** Frames that clients send. */
  frames?: readonly string[];
  /** Rooms that clients join: these names, and what follows a colon. */
  rooms?: readonly string[];
  /** Sources of Today's cards: `app/today/today.server.ts`. */
  cards?: readonly string[];
}

/**
 * What administrators switch on and off: its addresses, frames and cards. A kind of notice belongs to the area of its
 * link. `areas.test` requires an area, or none, for every route, call, frame, card and kind.
 */
export const areas = {
  jobs: {
    label: "Jobs",
    addresses: [
      "/jobs",
      "/post-job",
      "/files/applications",
      "/people/*/given/jobs",
      "/api/jobs",
      "/api/applications",
      "/api/reports/jobs",
    ],
    cards: ["applications", "application", "job", "posting"],
  },
  events: {
    label: "Events",
    addresses: ["/events", "/people/*/given/events", "/api/events"],
    cards: ["organize", "seat", "event", "coming"],
  },
  resources: {
    label: "Resources",
    addresses: [
      "/resources",
      "/files/thumbnails",
      "/files/\\d+",
      "/people/*/given/resources",
      "/api/resources",
      "/api/seed-categories",
    ],
    cards: ["note"],
  },
  questions: {
    label: "Questions and answers",
    addresses: [
      "/questions",
      "/people/*/given/questions",
      "/people/*/given/answers",
      "/api/questions",
      "/api/answers",
      "/api/comments",
    ],
    rooms: ["question"],
    cards: ["answer", "question"],
  },
  "anonymous-room": {
    label: "The anonymous room",
    addresses: ["/anonymous-post", "/api/anonymous-messages"],
    frames: ["anonymous-message"],
    rooms: ["anonymous-chat"],
  },
  mentoring: {
    label: "Mentoring",
    addresses: ["/mentoring", "/api/mentoring"],
    cards: ["mentoring", "mentor"],
  },
  thanks: {
    label: "Thanks",
    addresses: ["/people/me/thanks", "/api/*/*/thanks"],
    cards: ["thanks"],
  },
  announcements: {
    label: "Announcements",
    addresses: ["/announcements", "/api/announcements"],
    cards: ["announcement"],
  },
} as const satisfies Record<string, AreaDefinition>;

/** Whether anonymous messages are sent: by nobody, to earlier batches only, or by everybody. */
export const anonymousMessages = ["off", "upwards", "on"] as const;

export type Area = keyof typeof areas;
export const areaNames = Object.keys(areas) as Area[];
const definitions: Record<Area, AreaDefinition> = areas;

/** The source of a regular expression that matches the addresses of an area. */
export const patternOf = (area: Area): string =>
  `^(?:${areas[area].addresses.join("|").replaceAll("*", "[^/?#]+")})(?![\\w-])`;

const patterns = areaNames.map((area) => ({ area, pattern: new RegExp(patternOf(area)) }));

/** The areas that an address belongs to: two for the thanks for an answer. */
export const areasOf = (address: string): Area[] =>
  patterns.flatMap(({ area, pattern }) => (pattern.test(address) ? [area] : []));

/** @param room what a frame that joins a room names, or "" */
export const areaOfFrame = (event: string, room: string): Area | undefined =>
  areaNames.find(
    (area) =>
      definitions[area].frames?.includes(event) ||
      (room !== "" && definitions[area].rooms?.includes(room.split(":", 1)[0] ?? "")),
  );

export const areaOfCard = (source: string): Area | undefined =>
  areaNames.find((area) => definitions[area].cards?.includes(source));
