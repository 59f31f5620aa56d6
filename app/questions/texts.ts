/** The texts of pages and calls about questions. */
export const questionTexts = {
  titleMissing: "Give your question a title",
  titleShort: "A title has at least 10 characters",
  bodyMissing: "Describe your question",
  bodyShort: "A question has at least 20 characters",
  answerMissing: "Write an answer",
  answerShort: "An answer has at least 2 characters",
  commentMissing: "Write a comment",
  commentShort: "A comment has at least 3 characters",
  tagsMissing: "Choose 1 to 5 tags",
  tagsWrong: "A tag has 1 to 30 of the characters a-z 0-9 + # . -",
  notSuggested: "Choose only from the members who are suggested",
  notTheAsker: "Only the person who asked this question anonymously can answer it anonymously.",
  noQuestion: "There is no such question.",
  noAnswer: "There is no such answer.",
  noComment: "There is no such comment.",
  notYours: "Only the person who wrote this can change it.",
  notYourQuestion: "Only the person who asked can accept an answer.",
  ownVote: "You can't vote for your own post.",
  locked: "This question is locked. It takes no more answers and comments.",
  answered: "This question has answers. It can't be deleted any more.",
  manyComments: "This post has as many comments as it can hold.",
  merged: "This question was merged into another one. Nothing is saved yet: write there.",
  tooManyQuestions: "You've asked many questions today. Please continue tomorrow.",
  tooManyAnswers: "You've written many answers today. Please continue tomorrow.",
  tooManyComments: "You've written many comments today. Please continue tomorrow.",
  tooManyVotes: "You've voted often in the last hour. Please continue later.",
  tooManyChanges: "You've changed many posts in the last hour. Please continue later.",
  tooManyPreviews: "You've looked at many previews in the last minutes. Please continue later.",
  tooManyAccepted: "You've accepted answers often in the last minutes. Please continue later.",
  tooManyFollowed: "You've followed questions often in the last minutes. Please continue later.",
  failed: "That couldn't be saved. Please try again.",
  askFailed: "Your question wasn't sent. Please try again.",
  answerFailed: "Your answer wasn't sent. Please try again.",
  loadFailed: "Failed to load questions",
  loggedOut: "You've been logged out. Please log in again.",
} as const;

/** Lengths in characters, and maximum counts. */
export const questionRules = {
  title: { min: 10, max: 150 },
  body: { min: 20, max: 20_000 },
  answer: { min: 2, max: 20_000 },
  comment: { min: 3, max: 600 },
  maxTags: 5,
  maxTagsLength: 200,
  maxAsked: 3,
  maxComments: 100,
  pageSize: 20,
} as const;

/** The socket's room of everyone who has the question open. */
export const questionRoom = (id: number | string): string => `question:${id}`;

/** The filters of the list, in the order of its address. */
export const questionFilterNames = ["sort", "tag", "search"] as const;
export type QuestionFilterName = (typeof questionFilterNames)[number];
