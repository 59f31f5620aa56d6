// Generated from the OpenAPI document: npx vitest run tests/integration/openapi.test.ts -u

export type Problem = {
    /** Where the code is explained, from the site's root */
    "type": "/developers/errors#merged" | "/developers/errors#malformed-request" | "/developers/errors#invalid-json" | "/developers/errors#invalid-idempotency-key" | "/developers/errors#login-required" | "/developers/errors#invalid-token" | "/developers/errors#wrong-credentials" | "/developers/errors#second-factor-required" | "/developers/errors#wrong-code" | "/developers/errors#not-allowed" | "/developers/errors#not-yours" | "/developers/errors#read-only-token" | "/developers/errors#insufficient-scope" | "/developers/errors#foreign-origin" | "/developers/errors#awaiting-approval" | "/developers/errors#awaiting-confirmation" | "/developers/errors#suspended" | "/developers/errors#muted" | "/developers/errors#blocked" | "/developers/errors#anonymous-refused" | "/developers/errors#not-found" | "/developers/errors#area-off" | "/developers/errors#method-not-allowed" | "/developers/errors#request-timeout" | "/developers/errors#conflict" | "/developers/errors#email-taken" | "/developers/errors#event-full" | "/developers/errors#event-over" | "/developers/errors#already-registered" | "/developers/errors#seats-left" | "/developers/errors#question-merged" | "/developers/errors#locked" | "/developers/errors#changed-meanwhile" | "/developers/errors#idempotency-key-running" | "/developers/errors#gone" | "/developers/errors#version-mismatch" | "/developers/errors#too-large" | "/developers/errors#address-too-long" | "/developers/errors#unsupported-type" | "/developers/errors#invalid-fields" | "/developers/errors#idempotency-key-reused" | "/developers/errors#too-many-requests" | "/developers/errors#internal-error" | "/developers/errors#unavailable";
    /** What went wrong, for programs: it stays when texts change */
    code: "merged" | "malformed-request" | "invalid-json" | "invalid-idempotency-key" | "login-required" | "invalid-token" | "wrong-credentials" | "second-factor-required" | "wrong-code" | "not-allowed" | "not-yours" | "read-only-token" | "insufficient-scope" | "foreign-origin" | "awaiting-approval" | "awaiting-confirmation" | "suspended" | "muted" | "blocked" | "anonymous-refused" | "not-found" | "area-off" | "method-not-allowed" | "request-timeout" | "conflict" | "email-taken" | "event-full" | "event-over" | "already-registered" | "seats-left" | "question-merged" | "locked" | "changed-meanwhile" | "idempotency-key-running" | "gone" | "version-mismatch" | "too-large" | "address-too-long" | "unsupported-type" | "invalid-fields" | "idempotency-key-reused" | "too-many-requests" | "internal-error" | "unavailable";
    /** The reason phrase of the status */
    title: string;
    status: number;
    /** A sentence for the caller */
    detail: string;
    error: string;
    message: string;
    success: boolean;
    /** The errors of each field, by its name */
    errors: {
        [key: string]: string[];
    };
    /** With `question-merged`: the id of the question to write to */
    mergedInto?: string;
    /** The id of a failed request in the server's log */
    requestId?: string;
};
export type OpenApiDocument = {
    openapi: "3.1.0";
    [key: string]: unknown;
};
export type AsyncApiDocument = {
    asyncapi: "3.1.0";
    [key: string]: unknown;
};
export type Profile = {
    id: string;
    name: string;
    email: string;
    /** Relative */
    avatarUrl: string | null;
    /** The year of graduation */
    batchYear: number | null;
    /** Year of study, from 1 */
    year: number | null;
    /** What they study; null counts as the first of the community's programmes */
    programme: string | null;
    branch: string | null;
    skills: string[];
    role: "student" | "alumni" | "admin";
    company: string | null;
    position: string | null;
    phone: string | null;
    roll: string | null;
    cgpa: number | null;
    birthday: string | null;
    gender: string | null;
    location: string | null;
    connection: "none" | "pending" | "connected";
    /** Who asked */
    connectionBy: ("me" | "them") | null;
    /** One sentence of their own */
    about: string;
    /** What they like to be asked about: at most five tags */
    topics: string[];
    /** How they like to be asked */
    askBy: ("message" | "anonymous" | "public")[];
    /** The day from which they like to be asked again; null when they like it now */
    notNowUntil: string | null;
    links: string[];
    /** The path from college to today; `to` is null for a current position */
    positions: {
        title: string;
        company: string;
        "from": string;
        to: string | null;
    }[];
    /** Null when they are not open to it */
    mentoring: {
        /** How many they mentor at a time */
        places: number;
        note: string;
        /** How many of the places are free */
        free: number;
    } | null;
    /** Whether their page says how many they have mentored */
    showsMentored: boolean;
};
export type Session = {
    token: string;
    user: Profile;
};
export type PendingRegistration = {
    token: null;
    user: null;
    message: string;
};
export type OwnToken = {
    /** Your own id */
    userId: string;
    /** Null: everything that you may do */
    scopes: string[] | null;
    /** Whether it can only read */
    readOnly: boolean;
};
export type AvatarAddress = {
    /** Relative */
    avatarUrl: string;
};
export type NoticeSettings = {
    kinds: {
        "connection-asked": "here" | "mail" | "digest" | "never";
        "connection-accepted": "here" | "mail" | "digest" | "never";
        "mentoring-asked": "here" | "mail" | "digest" | "never";
        "mentoring-answered": "here" | "mail" | "digest" | "never";
        "mentoring-ended": "here" | "mail" | "digest" | "never";
        "mentoring-silent": "here" | "mail" | "digest" | "never";
        "organizing-asked": "here" | "mail" | "digest" | "never";
        "event-changed": "here" | "mail" | "digest" | "never";
        "event-asked": "here" | "mail" | "digest" | "never";
        "event-cancelled": "here" | "mail" | "digest" | "never";
        "event-restored": "here" | "mail" | "digest" | "never";
        "event-seat": "here" | "mail" | "digest" | "never";
        "event-tomorrow": "here" | "mail" | "digest" | "never";
        "event-online": "here" | "mail" | "digest" | "never";
        "event-message": "here" | "mail" | "digest" | "never";
        "job-deadline": "here" | "mail" | "digest" | "never";
        "application-received": "here" | "mail" | "digest" | "never";
        "applications-waiting": "here" | "mail" | "digest" | "never";
        "application-answered": "here" | "mail" | "digest" | "never";
        "board-changed": "here" | "mail" | "digest" | "never";
        "board-old": "here" | "mail" | "digest" | "never";
        "board-wrong": "here" | "mail" | "digest" | "never";
        announcement: "here" | "mail" | "digest" | "never";
        "question-answered": "here" | "mail" | "digest" | "never";
        "question-commented": "here" | "mail" | "digest" | "never";
        "answer-accepted": "here" | "mail" | "digest" | "never";
        "question-asked-you": "here" | "mail" | "digest" | "never";
        thanks: "here" | "mail" | "digest" | "never";
        "report-decided": "here" | "mail" | "digest" | "never";
        "post-muted": "here" | "mail" | "digest" | "never";
        "post-hidden": "here" | "mail" | "digest" | "never";
        "saved-search": "here" | "mail" | "digest" | "never";
        "messages-unread": "here" | "mail" | "digest" | "never";
        "admin-reports": "here" | "mail" | "digest" | "never";
        "admin-approvals": "here" | "mail" | "digest" | "never";
        "admin-trouble": "here" | "mail" | "digest" | "never";
    };
    /** The hour at which the daily digest is due */
    digestHour: number;
    quietFrom: string;
    quietTo: string;
};
export type Notice = {
    id: string;
    kind: "connection-asked" | "connection-accepted" | "mentoring-asked" | "mentoring-answered" | "mentoring-ended" | "mentoring-silent" | "organizing-asked" | "event-changed" | "event-asked" | "event-cancelled" | "event-restored" | "event-seat" | "event-tomorrow" | "event-online" | "event-message" | "job-deadline" | "application-received" | "applications-waiting" | "application-answered" | "board-changed" | "board-old" | "board-wrong" | "announcement" | "question-answered" | "question-commented" | "answer-accepted" | "question-asked-you" | "thanks" | "report-decided" | "post-muted" | "post-hidden" | "saved-search" | "messages-unread" | "admin-reports" | "admin-approvals" | "admin-trouble";
    text: string;
    /** A path of the site */
    url: string;
    at: string;
    read: boolean;
    /** How often it happened since it was last read */
    count: number;
};
export type SavedSearch = {
    id: string;
    kind: "jobs" | "questions";
    query: string;
    frequency: "at-once" | "daily";
};
export type Author = {
    id: string | null;
    name: string;
};
export type TodayCard = {
    id: string;
    kind: "messages" | "request" | "answer" | "seat" | "event" | "question" | "note" | "job" | "thanks" | "administration";
    text: string;
    url: string;
    act: {
        label: string;
        /** `GET` leads to a page */
        method: "GET" | "POST";
        url: string;
    } | null;
    person: Author | null;
};
export type Today = {
    line: string;
    /** Seven at most, the one that has waited longest first */
    cards: TodayCard[];
};
export type Block = {
    id: string;
    name: string;
};
export type ReceivedThanks = {
    id: string;
    kind: "answer" | "comment" | "resource" | "event" | "experience";
    title: string;
    url: string;
    line: string | null;
    /** Null for somebody who thanks without a name */
    "from": {
        id: string;
        name: string;
    } | null;
    /** Whether your page shows the line */
    shown: boolean;
    day: string;
};
export type User = {
    id: string;
    name: string;
    email: string;
    /** Relative */
    avatarUrl: string | null;
    /** The year of graduation */
    batchYear: number | null;
    /** Year of study, from 1 */
    year: number | null;
    /** What they study; null counts as the first of the community's programmes */
    programme: string | null;
    branch: string | null;
    skills: string[];
    role: "student" | "alumni" | "admin";
    company: string | null;
    position: string | null;
    phone: string | null;
    roll: string | null;
    cgpa: number | null;
    birthday: string | null;
    gender: string | null;
    location: string | null;
    connection: "none" | "pending" | "connected";
    /** Who asked */
    connectionBy: ("me" | "them") | null;
};
export type Given = {
    /** The id of the answer, resource, event or job */
    id: string;
    kind: "answers" | "resources" | "events" | "jobs";
    /** For an answer, the title of its question */
    title: string;
    /** Relative */
    url: string;
    /** When it was answered, shared or posted; of an event when it starts */
    at: string;
    /** How many say that it helped; 0 for a job */
    helped: number;
    /** Whether the asker accepted the answer */
    isAccepted: boolean;
};
export type Connection = {
    connection: "none" | "pending" | "connected";
    /** Who asked */
    connectionBy: ("me" | "them") | null;
};
export type Person = {
    id: string;
    name: string;
};
export type Announcement = {
    id: string;
    text: string;
    batchYear: number | null;
    until: string;
    author: Person;
    createdAt: string;
    /** For members who may announce there: how many have read their notice of it; null for others */
    reads: (number | "<5") | null;
};
export type Announcer = {
    id: string;
    name: string;
    batchYear: number | null;
};
export type Mentoring = {
    id: string;
    /** Which of the two you are */
    role: "mentor" | "mentee";
    /** The other */
    user: Person;
    topic: string;
    text: string;
    state: "asked" | "accepted" | "declined" | "lapsed" | "ended";
    askedAt: string;
    answeredAt: string | null;
    answer: string | null;
    endedAt: string | null;
    endedBy: ("me" | "them") | null;
    thanks: string | null;
};
export type Attachment = {
    id: string;
    /** Relative, for the two members of the conversation only. With `?size=small` a picture of at most 560 pixels */
    url: string;
    name: string;
    /** Its media type: pictures become WebP */
    "type": string;
    /** In bytes */
    size: number;
    /** A picture's width in pixels */
    width: number | null;
    height: number | null;
};
export type Message = {
    id: string;
    senderId: string;
    receiverId: string;
    content: string;
    /** True for every message of an anonymous conversation */
    isAnonymous: boolean;
    timestamp: string;
    seen: boolean;
    sender: {
        id: string;
        name: string;
        email: string | null;
    };
    /** The message that this one answers */
    replyTo?: {
        id: string;
        senderId: string;
        /** Its first words */
        content: string;
    };
    /** Absent if there are none. `content` is empty if the message is only files */
    attachments?: Attachment[];
    /** Absent where nobody has reacted */
    reactions?: {
        sign: "thumb" | "heart" | "laugh" | "wow" | "thanks" | "check";
        count: number;
        /** Whether one of them is yours */
        own: boolean;
    }[];
    editedAt?: string;
    /** Set once its writer has deleted it: `content` then says so */
    deletedAt?: string;
};
export type MessageSeen = {
    id: string;
    seen: true;
};
export type FoundMessage = {
    id: string;
    senderId: string;
    receiverId: string;
    content: string;
    /** True for every message of an anonymous conversation */
    isAnonymous: boolean;
    timestamp: string;
    seen: boolean;
    sender: {
        id: string;
        name: string;
        email: string | null;
    };
    /** The message that this one answers */
    replyTo?: {
        id: string;
        senderId: string;
        /** Its first words */
        content: string;
    };
    /** Absent if there are none. `content` is empty if the message is only files */
    attachments?: Attachment[];
    /** Absent where nobody has reacted */
    reactions?: {
        sign: "thumb" | "heart" | "laugh" | "wow" | "thanks" | "check";
        count: number;
        /** Whether one of them is yours */
        own: boolean;
    }[];
    editedAt?: string;
    /** Set once its writer has deleted it: `content` then says so */
    deletedAt?: string;
    /** The other member of its conversation: an id, or an alias */
    partnerId: string;
};
export type Conversation = {
    /** A member's id, or an alias */
    userId: string;
    name: string;
    email: string | null;
    lastMessage: string;
    lastMessageTime: string;
    unreadCount: number;
    isAnonymous: boolean;
    /** Set while the conversation sends you no notices */
    muted?: true;
    /** Set while it is hidden from the list, until a new message */
    archived?: true;
};
export type AnonymousMessage = {
    id: string;
    content: string;
    guestId: string;
    timestamp: string;
    /** The line that this one answers */
    replyTo?: {
        id: string;
        guestId: string;
        /** Its first words */
        content: string;
    };
    /** Absent where nobody has reacted */
    reactions?: {
        sign: "thumb" | "heart" | "laugh" | "wow" | "thanks" | "check";
        count: number;
        /** Whether one of them is yours */
        own: boolean;
    }[];
    /** Set once its writer has deleted it: `content` then says so */
    deletedAt?: string;
    /** Whether the caller wrote it today */
    own: boolean;
};
export type Job = {
    id: string;
    title: string;
    companyName: string;
    companyLogo: string | null;
    companyWebsite: string | null;
    companyDescription: string | null;
    locations: string[];
    industry: string | null;
    workplaceType: "On-site" | "Remote" | "Hybrid";
    opportunityType: "Full Time" | "Part Time" | "Internship" | "Contract" | "Freelance" | "Contract / Freelance" | "Volunteer";
    salary: {
        currency: "INR" | "USD" | "EUR" | "GBP";
        "type": "per year" | "per month" | "per hour";
        minAmount: number | null;
        maxAmount: number | null;
    } | null;
    description: string;
    requiredSkills: string[];
    /** In years */
    minExperience: number | null;
    /** In years */
    maxExperience: number | null;
    education: string | null;
    deadline: string | null;
    applicationMethod: "website" | "email" | "in-person" | "here";
    applicationLink: string | null;
    applicationEmail: string | null;
    postedAt: string;
    /** False once its poster closed it, and after the day of its deadline */
    isOpen: boolean;
    postedBy: Person;
    /** For its poster, where one job is read: how many members opened the link and say that they applied; 1 to 4 are `"<5"` */
    counts?: {
        opened: number | "<5";
        applied: number | "<5";
    };
    /** For members, in the response for a single job: members who offer to refer somebody */
    referrers?: Person[];
    /** The contact person is for logged-in users only */
    contactName?: string | null;
    contactEmail?: string | null;
    contactPhone?: string | null;
};
export type TrackedJob = {
    job: Job;
    state: ("applied" | "interview" | "offer" | "closed") | null;
    note: string | null;
    changedAt: string | null;
};
export type Application = {
    id: string;
    job: {
        id: string;
        title: string;
        companyName: string;
    };
    applicant: Person;
    letter: string;
    /** For the applicant and the poster only; null 60 days after the job closed */
    file: {
        url: string;
        name: string;
        size: number;
    } | null;
    state: "sent" | "read" | "invited" | "declined";
    text: string | null;
    sentAt: string;
    answeredAt: string | null;
};
export type JobMonth = {
    month: string;
    postings: number | "<5";
    opened: number | "<5";
    applied: number | "<5";
    offers: number | "<5";
};
export type Company = {
    name: string;
    /** Open jobs, 100 at most */
    jobs: number;
    /** Members whose profile says that they work there, 100 at most */
    people: number;
    /** 100 at most */
    experiences: number;
};
export type Experience = {
    id: string;
    companyName: string;
    role: string;
    /** Null, except for its author, while it is one of fewer than three anonymous experiences with its company */
    year: number | null;
    kind: "interview" | "internship" | "job";
    rounds: string[];
    questions: string;
    advice: string;
    /** Whether there was an offer */
    offer: boolean | null;
    stipend: {
        currency: "INR" | "USD" | "EUR" | "GBP";
        "type": "per year" | "per month" | "per hour";
        minAmount: number | null;
        maxAmount: number | null;
    } | null;
    isAnonymous: boolean;
    author: Author;
    /** Whether it is yours. For a token with scopes what you posted anonymously is not */
    own: boolean;
    thanks: number;
    /** Whether you have thanked for it */
    thanked: boolean;
    /** When it was shared */
    month: string;
};
export type Thanks = {
    thanks: number;
    /** Whether you said so */
    thanked: boolean;
    line: string | null;
    withName: boolean;
};
export type Board = {
    id: string;
    slug: string;
    title: string;
    kind: "timetable" | "exams" | "menu" | "bus" | "contacts";
    body: string;
    /** Empty for guests */
    keepers: string[];
    until: string | null;
    updatedAt: string;
};
export type ListedResource = {
    id: string;
    title: string;
    description: string | null;
    category: {
        id: string;
        name: string;
        slug: string;
    };
    year: number;
    courseCode: string | null;
    resourceType: ("notes" | "past-paper" | "solution" | "other") | null;
    /** The year of a past paper; null for other kinds */
    paperYear: number | null;
    /** The exam that a past paper is from; null for other kinds */
    exam: ("mid-term" | "end-term" | "quiz" | "other") | null;
    /** Relative; GET counts as a download */
    fileUrl: string;
    fileType: "pdf" | "doc" | "docx" | "ppt" | "pptx" | "xls" | "xlsx" | "txt" | "zip" | "rar" | "jpg" | "jpeg" | "png" | "gif" | "mp4" | "avi" | "mov" | "mp3" | "wav";
    /** In bytes */
    size: number;
    downloadCount: number;
    /** The event that it is from */
    eventId: string | null;
    user: Person;
    createdAt: string;
    /** With `search`, the line where the words are in the file's text; else null */
    textMatch: string | null;
};
export type ResourceList = {
    success: true;
    data: ListedResource[];
    message: string;
    currentPage: number;
    totalPages: number;
    totalCount: number;
    /** The search found more than it counts: totalCount is a lower bound */
    totalCountCapped: boolean;
};
export type Resource = {
    id: string;
    title: string;
    description: string | null;
    category: {
        id: string;
        name: string;
        slug: string;
    };
    year: number;
    courseCode: string | null;
    resourceType: ("notes" | "past-paper" | "solution" | "other") | null;
    /** The year of a past paper; null for other kinds */
    paperYear: number | null;
    /** The exam that a past paper is from; null for other kinds */
    exam: ("mid-term" | "end-term" | "quiz" | "other") | null;
    /** Relative; GET counts as a download */
    fileUrl: string;
    fileType: "pdf" | "doc" | "docx" | "ppt" | "pptx" | "xls" | "xlsx" | "txt" | "zip" | "rar" | "jpg" | "jpeg" | "png" | "gif" | "mp4" | "avi" | "mov" | "mp3" | "wav";
    /** In bytes */
    size: number;
    downloadCount: number;
    /** The event that it is from */
    eventId: string | null;
    user: Person;
    createdAt: string;
};
export type ResourceUploaded = {
    success: true;
    data: Resource;
    message: string;
};
export type ResourceCategory = {
    id: string;
    name: string;
    slug: string;
    description: string;
    resourceCount: number;
    /** The latest six */
    resources: Resource[];
};
export type ResourceCategoryList = {
    success: true;
    data: ResourceCategory[];
    message: string;
};
export type ResourceAnswer = {
    success: true;
    data: Resource;
};
export type Event = {
    id: string;
    title: string;
    description: string;
    date: string;
    endDate: string | null;
    location: string;
    eventType: "hackathon" | "session" | "workshop" | "seminar" | "other";
    registrationLimit: number | null;
    registrationLink: string | null;
    /** Relative */
    imageUrl: string | null;
    organizerId: string;
    organizer: Person;
    /** The organizer first. Members who were asked are shown to themselves and to the organizers */
    organizers: {
        id: string;
        name: string;
        state: "organizer" | "co-organizer" | "asked";
    }[];
    registrationCount: number;
    waitingCount: number;
    /** How many of the registered came */
    checkedInCount: number;
    createdAt: string;
    updatedAt: string;
    /** For logged-in users; empty for guests */
    registrations: {
        userId: string;
    }[];
    /** What the organizers ask at registration */
    questions: {
        id: string;
        text: string;
        kind: "text" | "choice" | "yes-no";
        choices: string[];
        required: boolean;
    }[];
    /** For the registered from an hour before the start, and for the organizers; null for others */
    onlineUrl: string | null;
    /** The caller's place in the waiting list */
    waiting: number | null;
};
export type EventList = {
    success: true;
    data: Event[];
};
export type EventAnswer = {
    success: true;
    data: Event;
};
export type EventDeleted = {
    success: true;
};
export type Attendee = {
    id: string;
    name: string;
    checkedIn: boolean;
    /** By the question's id */
    answers: {
        [key: string]: string | boolean;
    };
};
export type EventMessage = {
    id: string;
    text: string;
    author: Person;
    sentAt: string;
};
export type Comment = {
    id: string;
    body: string;
    author: Author;
    /** Whether it is yours. For a token with scopes what you posted anonymously is not, nor is it `voted` or `following` */
    own: boolean;
    at: string;
};
export type Question = {
    id: string;
    title: string;
    slug: string;
    body: string;
    /** `body`, rendered */
    html: string;
    tags: string[];
    author: Author;
    isAnonymous: boolean;
    /** Whether it is yours. For a token with scopes what you posted anonymously is not, nor is it `voted` or `following` */
    own: boolean;
    askedAt: string;
    editedAt: string | null;
    /** How many */
    answers: number;
    acceptedAnswerId: string | null;
    votes: number;
    /** Whether you voted for it */
    voted: boolean;
    following: boolean;
    /** Whether the question is closed to new answers and comments */
    isLocked: boolean;
    /** An administrator has hidden it from everyone but its author */
    isHidden: boolean;
    /** Oldest first, a hundred at most */
    comments: Comment[];
};
export type QuestionList = {
    success: true;
    data: Question[];
};
export type QuestionResult = {
    success: true;
    data: Question;
};
export type Answer = {
    id: string;
    questionId: string;
    body: string;
    /** `body`, rendered */
    html: string;
    author: Author;
    /** Whether it is yours. For a token with scopes what you posted anonymously is not, nor is it `voted` or `following` */
    own: boolean;
    answeredAt: string;
    editedAt: string | null;
    votes: number;
    /** Whether you voted for it */
    voted: boolean;
    accepted: boolean;
    /** Oldest first, a hundred at most */
    comments: Comment[];
};
export type AnswerList = {
    success: true;
    data: Answer[];
};
export type AnswerResult = {
    success: true;
    data: Answer;
};
export type CommentResult = {
    success: true;
    data: Comment;
};
export type SearchResult = {
    id: string;
    title: string;
    text: string;
    url: string;
    person: Author | null;
};
export type SearchAnswer = {
    kinds: {
        kind: "people" | "questions" | "jobs" | "events" | "resources" | "experiences" | "boards" | "messages" | "help";
        total: number;
        /** Whether there are more than `total` */
        totalCountCapped: boolean;
        results: SearchResult[];
    }[];
};
export type SearchSuggestions = {
    suggestions: {
        kind: "people" | "questions" | "jobs" | "events" | "resources" | "experiences" | "boards" | "messages" | "help";
        title: string;
        url: string;
        /** The picture of a person who has one */
        avatarUrl: string | null;
    }[];
};
export type ImageAddress = {
    /** With `for=message`: what `attachments` of a message takes */
    id?: string;
    /** Relative */
    url: string;
};
export type Responses = {
    "GET /api/openapi.json": OpenApiDocument;
    "GET /api/asyncapi.json": AsyncApiDocument;
    "POST /api/users/register": Session | PendingRegistration;
    "POST /api/users/login": Session;
    "POST /api/users/logout": "";
    "GET /api/users/me/token": OwnToken;
    "GET /api/users/me": Profile;
    "PUT /api/users/avatar": AvatarAddress;
    "GET /api/users/me/notice-settings": NoticeSettings;
    "PUT /api/users/me/notice-settings": NoticeSettings;
    "GET /api/notices": {
        success: true;
        data: Notice[];
    };
    "PUT /api/notices/read": "";
    "PUT /api/notices/{}/read": "";
    "GET /api/saved-searches": SavedSearch[];
    "POST /api/saved-searches": SavedSearch;
    "DELETE /api/saved-searches/{}": "";
    "GET /api/users/me/today": Today;
    "POST /api/users/me/today/{}": "";
    "DELETE /api/users/me/today/{}": "";
    "PUT /api/users/me/today/{}": "";
    "GET /api/users/me/blocks": Block[];
    "GET /api/users/me/thanks": ReceivedThanks[];
    "PUT /api/users/me/thanks/{}": ReceivedThanks;
    "GET /api/users": User[];
    "GET /api/users/{}": Profile;
    "PUT /api/users/{}": Profile;
    "GET /api/users/{}/given": Given[];
    "PUT /api/users/{}/connection": Connection;
    "DELETE /api/users/{}/connection": Connection;
    "PUT /api/users/{}/block": "";
    "DELETE /api/users/{}/block": "";
    "GET /api/announcements": Announcement[];
    "POST /api/announcements": Announcement;
    "DELETE /api/announcements/{}": "";
    "PUT /api/users/{}/announcer": Announcer;
    "GET /api/mentoring": Mentoring[];
    "POST /api/mentoring": Mentoring;
    "PUT /api/mentoring/{}": Mentoring;
    "POST /api/messages/send": Message;
    "GET /api/messages/history/{}/{}": Message[];
    "PUT /api/messages/seen/{}": MessageSeen;
    "GET /api/messages/search": FoundMessage[];
    "PUT /api/messages/{}": Message;
    "DELETE /api/messages/{}": Message;
    "PUT /api/messages/{}/reaction": Message;
    "DELETE /api/messages/{}/reaction": Message;
    "GET /api/messages/conversations": Conversation[];
    "PUT /api/messages/conversations/{}": Conversation;
    "GET /api/anonymous-messages": AnonymousMessage[];
    "POST /api/anonymous-messages": AnonymousMessage;
    "DELETE /api/anonymous-messages/{}": AnonymousMessage;
    "PUT /api/anonymous-messages/{}/reaction": AnonymousMessage;
    "DELETE /api/anonymous-messages/{}/reaction": AnonymousMessage;
    "GET /api/jobs": Job[];
    "POST /api/jobs": Job;
    "GET /api/jobs/{}": Job;
    "PUT /api/jobs/{}": Job;
    "DELETE /api/jobs/{}": Job;
    "PUT /api/jobs/{}/logo": Job;
    "PUT /api/jobs/{}/referral": "";
    "DELETE /api/jobs/{}/referral": "";
    "POST /api/jobs/{}/restore": Job;
    "GET /api/jobs/tracked": TrackedJob[];
    "PUT /api/jobs/{}/tracking": TrackedJob;
    "GET /api/jobs/{}/applications": Application[];
    "POST /api/jobs/{}/applications": Application;
    "PUT /api/jobs/{}/applications/{}": Application;
    "GET /api/applications": Application[];
    "GET /api/reports/jobs": JobMonth[];
    "GET /api/companies": Company[];
    "GET /api/experiences": Experience[];
    "POST /api/experiences": Experience;
    "GET /api/experiences/{}": Experience;
    "PUT /api/experiences/{}": Experience;
    "DELETE /api/experiences/{}": "";
    "PUT /api/experiences/{}/thanks": Thanks;
    "DELETE /api/experiences/{}/thanks": Thanks;
    "POST /api/experiences/{}/restore": Experience;
    "GET /api/boards": Board[];
    "POST /api/boards": Board;
    "GET /api/boards/{}": Board;
    "PUT /api/boards/{}": Board;
    "DELETE /api/boards/{}": "";
    "GET /api/resources": ResourceList;
    "POST /api/resources": ResourceUploaded;
    "GET /api/resources/categories": ResourceCategoryList;
    "GET /api/resources/{}": ResourceAnswer;
    "PUT /api/resources/{}": ResourceAnswer;
    "DELETE /api/resources/{}": ResourceAnswer;
    "PUT /api/resources/{}/thanks": Thanks;
    "DELETE /api/resources/{}/thanks": Thanks;
    "POST /api/resources/{}/restore": Resource;
    "POST /api/seed-categories": ResourceCategoryList;
    "GET /api/events": EventList;
    "POST /api/events": EventAnswer;
    "GET /api/events/{}": EventAnswer;
    "PUT /api/events/{}": EventAnswer;
    "DELETE /api/events/{}": EventDeleted;
    "POST /api/events/{}/repeat": Event[];
    "GET /api/events/{}/attendees": Attendee[];
    "PUT /api/events/{}/attendees/{}": Attendee;
    "POST /api/events/{}/message": EventMessage;
    "PUT /api/events/{}/organizers/{}": EventAnswer;
    "DELETE /api/events/{}/organizers/{}": EventAnswer;
    "POST /api/events/{}/restore": Event;
    "POST /api/events/{}/register": EventAnswer;
    "PUT /api/events/{}/answers": EventAnswer;
    "POST /api/events/{}/unregister": EventAnswer;
    "POST /api/events/{}/waiting": EventAnswer;
    "DELETE /api/events/{}/waiting": EventAnswer;
    "PUT /api/events/{}/thanks": Thanks;
    "DELETE /api/events/{}/thanks": Thanks;
    "GET /api/questions": QuestionList;
    "POST /api/questions": QuestionResult;
    "GET /api/questions/similar": QuestionList;
    "GET /api/questions/helpers": {
        id: string;
        name: string;
        /** What they like to be asked about */
        topics: string[];
        skills: string[];
    }[];
    "GET /api/questions/{}": QuestionResult;
    "PUT /api/questions/{}": QuestionResult;
    "DELETE /api/questions/{}": "";
    "POST /api/questions/{}/restore": Question;
    "GET /api/questions/{}/answers": AnswerList;
    "POST /api/questions/{}/answers": AnswerResult;
    "PUT /api/questions/{}/accepted": QuestionResult;
    "DELETE /api/questions/{}/accepted": "";
    "PUT /api/questions/{}/vote": {
        votes: number;
        /** Whether you voted for it */
        voted: boolean;
    };
    "DELETE /api/questions/{}/vote": {
        votes: number;
        /** Whether you voted for it */
        voted: boolean;
    };
    "PUT /api/questions/{}/follow": {
        following: boolean;
    };
    "DELETE /api/questions/{}/follow": {
        following: boolean;
    };
    "POST /api/questions/{}/comments": CommentResult;
    "GET /api/answers/{}": AnswerResult;
    "PUT /api/answers/{}": AnswerResult;
    "DELETE /api/answers/{}": "";
    "POST /api/answers/{}/restore": Answer;
    "PUT /api/answers/{}/vote": {
        votes: number;
        /** Whether you voted for it */
        voted: boolean;
    };
    "DELETE /api/answers/{}/vote": {
        votes: number;
        /** Whether you voted for it */
        voted: boolean;
    };
    "PUT /api/answers/{}/thanks": Thanks;
    "DELETE /api/answers/{}/thanks": Thanks;
    "POST /api/answers/{}/comments": CommentResult;
    "DELETE /api/comments/{}": "";
    "PUT /api/comments/{}/thanks": Thanks;
    "DELETE /api/comments/{}/thanks": Thanks;
    "POST /api/comments/{}/restore": Comment;
    "GET /api/tags": {
        name: string;
        count: number;
    }[];
    "GET /api/search": SearchAnswer;
    "GET /api/search/suggestions": SearchSuggestions;
    "POST /api/uploads": ImageAddress;
};
