import { eventTypes } from "#db/vocabulary.ts";

export { eventTypes };
export type EventType = (typeof eventTypes)[number];

export const eventTypeLabels: Record<EventType, string> = {
  hackathon: "Hackathon",
  session: "Session",
  workshop: "Workshop",
  seminar: "Seminar",
  other: "Other",
};

export const maxTitleLength = 150;
export const maxDescriptionLength = 5_000;
export const maxLocationLength = 200;
export const maxCoOrganizers = 5;
export const maxRepetitions = 12;
export const maxMessages = 2;
export const maxEventMessageLength = 1_000;
export const maxQuestions = 3;
export const maxQuestionLength = 200;
export const maxChoices = 10;
export const maxChoiceLength = 80;
export const maxRegistrationAnswerLength = 500;
export const maxRegistrationLimit = 1_000_000;

export const eventTexts = {
  whenTold:
    "Everyone who registered is told when the seven days end, and two days before it begins at the latest.",
  loadFailed: "Failed to load events",
  registerFailed: "Failed to register",
  unregisterFailed: "Failed to unregister",
  waitFailed: "Failed to join the waiting list",
  leaveFailed: "Failed to leave the waiting list",
  deleteFailed: "Failed to delete event",
  // The specification gives this sentence, although members have no console to check.
  saveFailed: "Failed to save event. Check console for details.",
  full: "Event is full",
  over: "This event is over.",
  running: "This event has begun.",
  notFull: "There are seats left. Register instead.",
  alreadyRegistered: "You are already registered.",
  gone: "This event is no longer available.",
  notYours: "Only the organizer of this event can change it.",
  endBeforeStart: "The end must be after the start.",
  organizersFull: "An event has at most five co-organizers. Remove one first.",
  organizerStays: "The member who announced the event stays its organizer.",
  notAsked: "Nobody asked you to organize this event.",
  notYourself: "You can't ask yourself.",
  noSuchMember: "This member can't be asked.",
  repeatFailed: "The event couldn't be repeated. Please try again.",
  repeatsAlready: "This event repeats already. Repeat the last one of its series.",
  tooManyRepetitions: "A series has at most 12 repetitions",
  everyWrong: "Choose week or month",
  timesWrong: "Repeat it 1 to 12 times",
  messageMissing: "Write a message",
  messageFailed: "The message couldn't be sent. Please try again.",
  messagesSent: "You have already sent two messages for this event, which is the maximum.",
  nobodyRegistered: "Nobody is registered yet.",
  notRegistered: "This member is not registered for this event.",
  answerFailed: "Your answers couldn't be saved. Please try again.",
  answerMissing: "Please answer this question.",
  answerUnknown: "Choose one of the answers.",
  unknownQuestion: "This event does not ask this question.",
  questionMissing: "Write the question.",
  questionKindWrong: "Choose a short text, one of several, or yes or no.",
  choicesMissing: "Give at least two answers to choose from.",
  tooManyChoices: "Give at most 10 answers to choose from.",
  tooManyQuestions: "An event asks at most three questions.",
  questionAnswered:
    "A question that has answers cannot be reworded. Remove it, with its answers, or ask another one.",
  questionsChanged: "The organizers have just changed their questions. Please answer them again.",
  registerFirst: "Register for this event first.",
  whoReads:
    "The organizers of this event and administrators read your answers. They are deleted 60 days after it ends.",
  checkInFailed: "That didn't work. Please try again.",
  unknownImage: "Please choose the image again.",
  loggedOut: "You're logged out. Log in again, then come back and submit this once more.",
  tooMany: "You've done this many times in a short while. Please try again later.",
} as const;

/** The filters of both lists in the order of their addresses. */
export const eventFilterNames = ["search", "type"] as const;
