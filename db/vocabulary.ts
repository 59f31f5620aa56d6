export const opportunityTypes = [
  "full-time",
  "part-time",
  "internship",
  "contract",
  "freelance",
  "contract-or-freelance",
  "volunteer",
] as const;
export type OpportunityType = (typeof opportunityTypes)[number];

export const workplaceTypes = ["on-site", "remote", "hybrid"] as const;
export type WorkplaceType = (typeof workplaceTypes)[number];

/** A condition on jobs in a list. */
export type JobCondition =
  | { kind: "open" }
  | { kind: "text"; columns: readonly JobText[]; text: string }
  | { kind: "choices"; column: JobChoice; values: readonly string[] }
  | { kind: "salary"; atLeast: number; currency: string | undefined; salaryType: string | undefined }
  | { kind: "no-salary" }
  | { kind: "newest" }
  | { kind: "experience"; atMost: number }
  | { kind: "age"; days: number };
/** What a numeric filter is compared with. */
export type JobNumber = "salary" | "experience" | "age";
/** The columns of `jobs_search`. */
export type JobText = "title" | "companyName" | "description" | "requiredSkills" | "locations" | "industry";
export type JobChoice = "opportunityType" | "workplaceType";

/** The filters of the directory and its API call, the most selective first. */
export const memberFilterNames = ["company", "topic", "mentoring", "branch"] as const;
export type MemberFilterName = (typeof memberFilterNames)[number];

/** How far a member's application has progressed, according to the member. */
export const trackingStates = ["applied", "interview", "offer", "closed"] as const;
export type TrackingState = (typeof trackingStates)[number];
export const jobSorts = ["newest", "deadline"] as const;
export const currencies = ["INR", "USD", "EUR", "GBP"] as const;
export const salaryTypes = ["per year", "per month", "per hour"] as const;
export const applicationMethods = ["website", "email", "in-person", "here"] as const;
/** `sent` and `read` have no answer yet. */
export const applicationStates = ["sent", "read", "invited", "declined"] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const eventTypes = ["hackathon", "session", "workshop", "seminar", "other"] as const;

export const registrationQuestionKinds = ["text", "choice", "yes-no"] as const;

/** A question that an event's organizers ask members who register. */
export interface RegistrationQuestion {
  /** Never used again, so that an answer cannot be taken for one to another question. */
  id: string;
  text: string;
  kind: (typeof registrationQuestionKinds)[number];
  choices: string[];
  required: boolean;
}

export const audiences = ["nobody", "connections", "members"] as const;

export type Visibility = (typeof audiences)[number];

export const privateFields = ["phone", "roll", "cgpa", "birthday", "gender", "location"] as const;
export type PrivateField = (typeof privateFields)[number];

export const scopeSubjects = [
  "users",
  "messages",
  "room",
  "resources",
  "events",
  "jobs",
  "questions",
] as const;
export type Scope = `${(typeof scopeSubjects)[number]}:${"read" | "write"}`;

/** Reactions to a message, in display order. */
export const signs = ["thumb", "heart", "laugh", "wow", "thanks", "check"] as const;
export type Reaction = (typeof signs)[number];

export const reportSubjects = [
  "user",
  "alias",
  "message",
  "room-line",
  "job",
  "application",
  "application-answer",
  "event",
  "resource",
  "question",
  "answer",
  "comment",
  "experience",
  "board",
  "thanks",
  // An appeal against a mute, by the muted member.
  "mute",
] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** Why a member reports a job. */
export const jobReportKinds = ["asks-for-money", "other"] as const;
export type JobReportKind = (typeof jobReportKinds)[number];

/** The parts of a question's page. Members may post them anonymously. */
const postKinds = ["question", "answer", "comment"] as const;
export type PostKind = (typeof postKinds)[number];
export const anonymousKinds = [...postKinds, "experience"] as const;
/** What members may post anonymously. */
export type AnonymousKind = (typeof anonymousKinds)[number];
export const isAnonymousKind = (kind: string): kind is AnonymousKind =>
  anonymousKinds.some((each) => each === kind);
export type AnonymousTable = `${AnonymousKind}s`;

/** Items that move to the bin when they are deleted. */
export const binSubjects = ["job", "event", "resource", "board", ...anonymousKinds] as const;
export type BinSubject = (typeof binSubjects)[number];
/** Items that are never anonymous. */
export type OwnedKind = Exclude<BinSubject, AnonymousKind>;
export const isBinSubject = (subject: string): subject is BinSubject =>
  binSubjects.some((each) => each === subject);

export const experienceKinds = ["interview", "internship", "job"] as const;
export type ExperienceKind = (typeof experienceKinds)[number];

export const boardKinds = ["timetable", "exams", "menu", "bus", "contacts"] as const;
export type BoardKind = (typeof boardKinds)[number];

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** How a member likes to be asked. */
export const askWays = ["message", "anonymous", "public"] as const;
export type AskWay = (typeof askWays)[number];

/** A position in a member's career. Months are `YYYY-MM`; `to` is null for a current position. */
export interface CareerStep {
  title: string;
  company: string;
  from: string;
  to: string | null;
}

export const mentoringStates = ["asked", "accepted", "declined", "lapsed", "ended"] as const;
export type MentoringState = (typeof mentoringStates)[number];

/** Requests that a member sent and received, current mentorings, and past ones. */
export const mentoringKinds = ["asked", "received", "current", "past"] as const;
export type MentoringKind = (typeof mentoringKinds)[number];

/** What a member can be thanked for. */
export const thankedKinds = ["answer", "comment", "resource", "event", "experience"] as const;
export type ThankedKind = (typeof thankedKinds)[number];

export const questionSorts = ["newest", "unanswered", "active"] as const;
export type QuestionSort = (typeof questionSorts)[number];

export const fileTypes = [
  "pdf",
  "doc",
  "docx",
  "ppt",
  "pptx",
  "xls",
  "xlsx",
  "txt",
  "zip",
  "rar",
  "jpg",
  "jpeg",
  "png",
  "gif",
  "mp4",
  "avi",
  "mov",
  "mp3",
  "wav",
] as const;

/** File types in messages. Pictures are stored as WebP. */
export const attachmentTypes = [...fileTypes, "webp"] as const;

export const resourceTypes = ["notes", "past-paper", "solution", "other"] as const;
/** The exam that a past paper is from. */
export const exams = ["mid-term", "end-term", "quiz", "other"] as const;

/** Sent only by mail, so the page of notices neither lists nor counts them. */
export const mailOnlyKinds = ["messages-unread"] as const;

export const noticeChoices = ["here", "mail", "digest", "never"] as const;
export type NoticeChoice = (typeof noticeChoices)[number];

export const searchKinds = ["jobs", "questions"] as const;
export const searchFrequencies = ["at-once", "daily"] as const;

/** The areas that administrators switch on and off: `app/platform/areas.ts`. Notices about each link to its pages. */
export const areaPages = {
  jobs: "/jobs",
  events: "/events",
  resources: "/resources",
  questions: "/questions",
  "anonymous-room": "/anonymous-post",
  mentoring: "/mentoring",
  thanks: "/people/me/thanks",
  announcements: "/announcements",
  experiences: "/experiences",
  boards: "/boards",
} as const;
export type Area = keyof typeof areaPages;
