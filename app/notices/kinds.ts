import type { NoticeChoice } from "#db/vocabulary.ts";

/** The groups of the settings page, in order. */
export const noticeGroups = {
  people: "Connections and mentoring",
  events: "Events",
  questions: "Questions and thanks",
  jobs: "Jobs and saved searches",
  messages: "Messages and announcements",
  administration: "Administration",
} as const;
export type NoticeGroup = keyof typeof noticeGroups;
export const noticeGroupNames = Object.keys(noticeGroups) as NoticeGroup[];

/**
 * One kind of notice. In its texts, placeholders such as `{title}` and `{name}` are filled with members' words and
 * `{when}` with the time of an event. `{subject}` in the link is the value the notices are grouped by.
 */
export interface NoticeKind {
  /** Its group on the settings page. */
  group: NoticeGroup;
  /** Its row in that group. */
  label: string;
  /** Why the member receives this mail. */
  why: string;
  preset: NoticeChoice;
  /** Its drawing in the list, for notices without a face. */
  icon: string;
  link: string;
  /** @param facts members' words by name. A text may depend on which are present */
  text(count: number, facts: Record<string, string>): string;
  /** Additional text for mails. */
  details?: string;
  /** Its subject has been deleted. The linked page says so, and mails omit the link. */
  isGone?: true;
  /** Minimum minutes between two mails of one group. */
  gapMinutes?: number;
  isForAdmins?: true;
  isForModerators?: true;
}

const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);
const aboutEvent = "{title}\n{when}\n{location}";
const registered = "you are registered for this event, or are waiting for a seat";
const asked = "you asked this question, or follow it";
const administrator = "you are an administrator";
const day = 24 * 60;

const mentoringAnswers: Record<string, string> = {
  accepted: "{name} is your mentor now",
  declined: "{name} can't be your mentor this time",
  lapsed: "Your request to {name} had no answer and has lapsed",
};

const kinds = {
  "connection-asked": {
    group: "people",
    label: "Someone asks to connect",
    why: "a member wants to connect with you",
    preset: "mail",
    icon: "feature-alumni",
    link: "/people/{subject}",
    text: () => "{name} wants to connect with you",
  },
  "connection-accepted": {
    group: "people",
    label: "Someone accepts my request to connect",
    why: "you asked this member to connect",
    preset: "mail",
    icon: "feature-alumni",
    link: "/people/{subject}",
    text: () => "{name} accepted your request to connect",
  },
  "mentoring-asked": {
    group: "people",
    label: "Someone asks me to be their mentor",
    why: "you are open to mentoring",
    preset: "mail",
    icon: "compass",
    link: "/mentoring",
    text: () => "{name} asks you to be their mentor",
    details:
      "{name} asks you to be their mentor. You can accept, decline with a kind sentence, or let the request lapse after 14 days.",
  },
  "mentoring-answered": {
    group: "people",
    label: "My request for a mentor is answered",
    why: "you asked this member to be your mentor",
    preset: "mail",
    icon: "compass",
    link: "/mentoring",
    text: (_, { state = "" }) => mentoringAnswers[state] ?? "{name} answered your request",
  },
  "mentoring-ended": {
    group: "people",
    label: "One of my mentorings ends",
    why: "one of you is the other's mentor",
    preset: "mail",
    icon: "compass",
    link: "/mentoring",
    text: () => "{name} ended your mentoring",
  },
  "mentoring-silent": {
    group: "people",
    label: "One of my mentorings has been quiet for four weeks",
    why: "one of you is the other's mentor; we ask only once",
    preset: "mail",
    icon: "compass",
    link: "/mentoring",
    text: () => "You and {name} haven't written for four weeks. Still going?",
  },
  "organizing-asked": {
    group: "events",
    label: "Someone asks me to organize an event with them",
    why: "somebody wants to organize this event with you",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "{name} asks you to organize {title}",
  },
  "event-changed": {
    group: "events",
    label: "An event of mine has a new time or place",
    why: registered,
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "Changed: {title}",
    details: `An event you signed up for has a new time or place:\n\n${aboutEvent}`,
    gapMinutes: 15,
  },
  "event-asked": {
    group: "events",
    label: "An event of mine has a question for me",
    why: "you are registered for this event",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}/answers",
    text: () => "{title} has a question for you",
    details: "The organizers ask everybody who is registered. Your seat is yours, whatever you answer.",
    gapMinutes: 15,
  },
  "event-cancelled": {
    group: "events",
    label: "An event of mine is cancelled",
    why: registered,
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "Cancelled: {title}",
    details: `An event you signed up for has been cancelled:\n\n${aboutEvent}`,
    isGone: true,
  },
  "event-restored": {
    group: "events",
    label: "A cancelled event of mine will take place after all",
    why: registered,
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "It takes place after all: {title}",
    details: `An event you signed up for was cancelled and will take place after all:\n\n${aboutEvent}`,
  },
  "event-seat": {
    group: "events",
    label: "I get a seat from a waiting list",
    why: "you were waiting for a seat",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "You have a seat: {title}",
    details:
      "You were waiting for {title}, and a seat has come free: you are registered. If you can't come, please unregister there, so that the next person gets the seat.",
  },
  "event-tomorrow": {
    group: "events",
    label: "An event of mine begins tomorrow",
    why: "you are registered for this event",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "Reminder: {title}",
    details: `You are registered for this event, which begins within a day:\n\n${aboutEvent}\n\nIf you can't come, please unregister, so that someone else gets the seat.`,
  },
  "event-online": {
    group: "events",
    label: "An event of mine begins online within the hour",
    why: "you are registered for this event",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "Begins soon, online: {title}",
    details: `You are registered for this event, which begins within the hour. Its organizer gives this address to join it:\n\n{online}\n\n${aboutEvent}`,
  },
  "event-message": {
    group: "events",
    label: "The organizers of an event of mine write to everyone",
    why: "you are registered for this event",
    preset: "mail",
    icon: "feature-events",
    link: "/events/{subject}",
    text: () => "{name} about {title}: {text}",
    details: "{name} wrote to everyone who is registered for {title}:\n\n{whole}",
  },
  "job-deadline": {
    group: "jobs",
    label: "A job that I saved or track closes tomorrow",
    why: "you saved or track this job",
    preset: "mail",
    icon: "clock",
    link: "/jobs/{subject}",
    text: () => "Closes tomorrow: {title}",
    details: "A job that you saved or track is open until the end of tomorrow:\n\n{title}\n{company}\n{when}",
  },
  "application-received": {
    group: "jobs",
    label: "Someone applies for a job of mine",
    why: "you posted this job",
    preset: "mail",
    icon: "upload",
    link: "/jobs/{subject}/applications",
    text: (count) => many(count, "An application for {title}", "applications for {title}"),
    gapMinutes: day,
  },
  "applications-waiting": {
    group: "jobs",
    label: "Applications for my job are waiting for an answer",
    why: "you posted this job; we remind once a week",
    preset: "mail",
    icon: "upload",
    link: "/jobs/{subject}/applications",
    text: (_, { waiting = "1" }) =>
      many(
        Number(waiting),
        "An application for {title} is waiting for your answer",
        "applications for {title} are waiting for your answer",
      ),
  },
  "application-answered": {
    group: "jobs",
    label: "An application of mine is answered",
    why: "you applied for this job",
    preset: "mail",
    icon: "check",
    link: "/jobs/{subject}#application",
    text: (_, { state, words }) =>
      `${state === "invited" ? "You are invited: {title}" : "Not this time: {title}"}${words ? ". {words}" : ""}`,
  },
  "board-changed": {
    group: "messages",
    label: "A board that I keep has changed",
    why: "you keep this board",
    preset: "here",
    icon: "bell",
    link: "/boards/{subject}",
    text: (count) => many(count, "{name} changed {title}", "changes of {title}"),
  },
  "board-old": {
    group: "messages",
    label: "A board that I keep is past its date",
    why: "you keep this board",
    preset: "mail",
    icon: "clock",
    link: "/boards/{subject}",
    text: () => "Its date has passed: {title}. Is it still right?",
  },
  "board-wrong": {
    group: "messages",
    label: "A member says that a board I keep is wrong",
    why: "you keep this board",
    preset: "here",
    icon: "bell",
    link: "/boards/{subject}",
    text: (count) => many(count, "{name} says that something is wrong: {title}", "remarks about {title}"),
  },
  announcement: {
    group: "messages",
    label: "An announcement to all or to my batch",
    why: "it was announced to all members or to your batch",
    preset: "mail",
    icon: "bell",
    link: "/announcements",
    text: () => "Announcement: {text}",
    details: "Announced to you:\n\n{whole}",
  },
  "question-answered": {
    group: "questions",
    label: "An answer to a question that I asked or follow",
    why: asked,
    preset: "digest",
    icon: "ask",
    link: "/questions/{subject}",
    text: (count) => many(count, "A new answer to {title}", "people answered {title}"),
  },
  "question-commented": {
    group: "questions",
    label: "A comment on what I asked or follow",
    why: asked,
    preset: "digest",
    icon: "ask",
    link: "/questions/{subject}",
    text: (count) => many(count, "A new comment on {title}", "new comments on {title}"),
  },
  "answer-accepted": {
    group: "questions",
    label: "An answer is accepted",
    why: asked,
    preset: "digest",
    icon: "check",
    link: "/questions/{subject}",
    text: () => "An answer to {title} was accepted",
  },
  "question-asked-you": {
    group: "questions",
    label: "Someone asks me to answer",
    why: "somebody thinks that you know the answer",
    preset: "mail",
    icon: "ask",
    link: "/questions/{subject}",
    text: (count) => many(count, "You are asked to answer {title}", "people ask you to answer {title}"),
  },
  thanks: {
    group: "questions",
    label: "Something I gave helped somebody",
    why: "somebody says that something you gave helped",
    preset: "digest",
    icon: "lamp",
    link: "/people/me/thanks",
    text: (count, { name }) => `{title} helped ${many(count, name ? "{name}" : "somebody", "people")}`,
  },
  "report-decided": {
    group: "messages",
    label: "A report I sent is decided",
    why: "you reported this",
    preset: "here",
    icon: "shield",
    link: "/reports",
    text: (_, { what, reason }) =>
      what === "mute"
        ? `We read your answer and decided to keep the mute${reason ? ": {reason}" : ""}`
        : "We decided about your report: {outcome}",
  },
  "post-muted": {
    group: "messages",
    label: "I am muted, or my mute is lifted",
    why: "a moderator or administrator muted you, or lifted the mute",
    preset: "mail",
    icon: "shield",
    link: "/muted",
    text: (_, { what, done, when, reason }) =>
      done === "lifted"
        ? `You can post again: the mute is lifted${reason ? ": {reason}" : ""}`
        : `${what === "anonymous" ? "What you write anonymously is muted" : "You are muted"}${when ? " {when}" : ""}: {reason}`,
  },
  "post-hidden": {
    group: "messages",
    label: "Something of mine is hidden or removed",
    why: "you posted this",
    preset: "here",
    icon: "shield",
    link: "/{subject}",
    text: (_, { what, title, reason, done }) => {
      if (done === "hidden" && what === "job")
        return "Your {what} {title} is hidden: several members reported that it asks for money. A moderator or administrator will decide";
      if (done === "restored")
        return `A moderator or administrator brought your {what}${title ? " {title}" : ""} back`;
      if (done === "deleted")
        return "{name} deleted your {what} {title}. You can bring it back for seven days";
      return `Your {what}${title ? " {title}" : ""} was {done}: ${reason ? "{reason}" : "an administrator found that it doesn't belong here"}`;
    },
  },
  "saved-search": {
    group: "jobs",
    label: "A saved search finds something",
    why: "you saved a search that finds this",
    preset: "mail",
    icon: "bookmark",
    link: "/{subject}",
    text: (count) => many(count, "New for you: {title}", "new for your search {search}"),
  },
  "messages-unread": {
    group: "messages",
    label: "Messages stay unread for half an hour",
    why: "you haven't read this conversation; we won't write again until you do",
    preset: "mail",
    icon: "chat",
    link: "/messages/{subject}",
    text: () => "New message on {site} from {name}",
  },
  "admin-reports": {
    group: "administration",
    label: "Reports are waiting",
    why: "you are an administrator or a moderator",
    preset: "mail",
    icon: "shield",
    link: "/admin/reports",
    text: (count, { title }) =>
      title
        ? "A job is hidden until you decide about its reports: {title}"
        : many(count, "A report is waiting for a decision", "reports are waiting for a decision"),
    gapMinutes: day,
    isForAdmins: true,
    isForModerators: true,
  },
  "admin-approvals": {
    group: "administration",
    label: "People are waiting for approval",
    why: administrator,
    preset: "mail",
    icon: "shield",
    link: "/admin/members?list=pending",
    text: (count) => many(count, "Somebody is waiting for approval", "people are waiting for approval"),
    gapMinutes: day,
    isForAdmins: true,
  },
  "admin-trouble": {
    group: "administration",
    label: "The backup, the disk or the mail needs help",
    why: administrator,
    preset: "mail",
    icon: "shield",
    link: "/admin",
    text: () => "The server needs attention: the overview says why",
    gapMinutes: day,
    isForAdmins: true,
  },
} satisfies Record<string, NoticeKind>;

export type NoticeKindName = keyof typeof kinds;
/** Every kind of notice, in the order of the settings page. */
export const noticeKinds: Record<NoticeKindName, NoticeKind> = kinds;
export const noticeKindNames = Object.keys(kinds) as [NoticeKindName, ...NoticeKindName[]];

export const isNoticeKind = (text: string): text is NoticeKindName => Object.hasOwn(kinds, text);
