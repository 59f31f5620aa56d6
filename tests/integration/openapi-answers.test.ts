import { beforeAll, expect, test } from "vitest";
import { board, createBoard, makeAnnouncer } from "../support/boards.ts";
import { createChecker } from "../support/conformance.ts";
import { experience, shareExperience } from "../support/experiences.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { offerMentoring } from "../support/mentoring.ts";
import { aliasFor, sendHidden, sendTo } from "../support/messages.ts";
import { type Document, findOperation, listOperations, readDocument } from "../support/openapi.ts";
import { event, job, join, type Member, password, registration } from "../support/people.ts";
import { answer, ask, comment, question } from "../support/questions.ts";
import { startServer } from "../support/server.ts";
import { dayIn } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { type Answer, idIn, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const guest = new Visitor(server.url);
let document: Document;
let asha: Member;
let rohan: Member;
let check: ReturnType<typeof createChecker>;
beforeAll(async () => {
  document = await readDocument(server);
  check = createChecker(document);
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});

type Exchange = () => Promise<Answer>;
/** Deletes the resource at an address and restores it. @returns the answer to the restore */
async function restored(owner: Member, address: string) {
  await owner.call("DELETE", address);
  return owner.call("POST", `${address}/restore`);
}
const newJob = async () => idIn(await asha.call("POST", "/api/jobs", job));
const newJobHere = async () =>
  idIn(await asha.call("POST", "/api/jobs", { ...job, applicationMethod: "here" }));
const apply = (
  id: string,
  letter = "I wrote the motor control of our solar car, and would like to go on.",
) => {
  const body = new FormData();
  body.set("letter", letter);
  body.set("file", new File(["%PDF-1.4\n%%EOF\n"], "cv.pdf"));
  return rohan.call("POST", `/api/jobs/${id}/applications`, body);
};
const newEvent = async (more: object = {}) =>
  idIn(await asha.call("POST", "/api/events", { ...event, ...more }));
const fullEvent = async () => {
  const id = await newEvent({ registrationLimit: 1 });
  await asha.call("POST", `/api/events/${id}/register`);
  return id;
};
const answered = async () => {
  const { id } = await ask(asha);
  await comment(rohan, `questions/${id}`);
  await answer(rohan, id);
  return id;
};
/** Has Rohan ask Asha to connect again. @returns the id of her notice */
const told = async (): Promise<string> => {
  await rohan.call("DELETE", `/api/users/${asha.id}/connection`);
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const { data } = (await asha.get("/api/notices")).body;
  return data[0]?.id ?? "";
};
/** Has Rohan ask Asha to connect. @returns the id of her card */
const newCard = async (): Promise<string> => {
  await told();
  return `request-${rohan.id}`;
};
/** Sends the document's example of a mentoring request, from Rohan to Asha. */
const newRequest = () => {
  offerMentoring(server, asha, { topic: "python" });
  return rohan.call("POST", "/api/mentoring", { ...exampleOf("askMentor"), userId: asha.id });
};
const announcement = {
  text: "The reading room has moved.",
  batchYear: null,
  until: dayIn(7),
};
/** Makes Asha an administrator during one call. */
async function asAdmin(act: () => Promise<Answer>): Promise<Answer> {
  setAdmin(1);
  const answer = await act();
  setAdmin(0);
  return answer;
}
const setAdmin = (isAdmin: 0 | 1) =>
  server.database().prepare("update users set is_admin = ? where id = ?").run(isAdmin, Number(asha.id));
const announceToAll = () => asAdmin(() => asha.call("POST", "/api/announcements", announcement));
const newAnswer = async () => (await answer(rohan, (await ask(asha)).id)).id;
const newComment = async () => comment(asha, `questions/${await answered()}`);
const past = { date: "2020-01-01T10:00" };
let count = 0;
const newFile = () =>
  share(asha, { name: "notes.txt", bytes: Buffer.from(`Notes, ${++count}.`) }, { description: "Short." });
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const upload = (
  method: string,
  path: string,
  field: string,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(pixel),
) => {
  const body = new FormData();
  body.set(field, new File([bytes], "picture.png"));
  return rohan.fetch(path, { method, body });
};
const said = (content: string) => sendTo(asha, rohan.id, content);
const newMessage = async () => idIn(await said(`Message ${++count}`));
const newLine = async () =>
  idIn(await asha.call("POST", "/api/anonymous-messages", { content: `Line ${++count}` }));

/** At least one exchange for each success that the document lists for a call, and for its specific errors. */
const exchanges: Record<string, [status: number, exchange: Exchange][]> = {
  getOpenApiDocument: [[200, () => guest.get("/api/openapi.json")]],
  getAsyncApiDocument: [[200, () => guest.get("/api/asyncapi.json")]],
  registerUser: [
    [201, () => guest.call("POST", "/api/users/register", registration("kabir"))],
    [202, async () => registerForApproval()],
    [409, () => guest.call("POST", "/api/users/register", registration("asha"))],
  ],
  logIn: [
    [200, () => guest.call("POST", "/api/users/login", { email: asha.email, password })],
    [401, () => guest.call("POST", "/api/users/login", { email: asha.email, password: "wrong one" })],
  ],
  logOut: [
    [
      204,
      async () => {
        const { body } = await guest.call("POST", "/api/users/login", { email: asha.email, password });
        const { token } = body;
        return guest.call("POST", "/api/users/logout", undefined, { Authorization: `Bearer ${token}` });
      },
    ],
  ],
  getOwnToken: [[200, () => asha.get("/api/users/me/token")]],
  getOwnUser: [[200, () => asha.get("/api/users/me")]],
  setAvatar: [
    [200, () => upload("PUT", "/api/users/avatar", "avatar")],
    [415, () => upload("PUT", "/api/users/avatar", "avatar", new Uint8Array([1, 2, 3]))],
    [422, () => upload("PUT", "/api/users/avatar", "other")],
  ],
  listBlocks: [
    [
      200,
      async () => {
        await asha.call("PUT", `/api/users/${rohan.id}/block`);
        const answer = await asha.get("/api/users/me/blocks?limit=1");
        await asha.call("DELETE", `/api/users/${rohan.id}/block`);
        return answer;
      },
    ],
  ],
  listUsers: [
    [200, () => asha.get("/api/users?limit=1")],
    [200, () => asha.get("/api/users?search=ro")],
  ],
  getUser: [[200, () => asha.get(`/api/users/${rohan.id}`)]],
  listGiven: [[200, () => asha.get(`/api/users/${asha.id}/given?kind=resources`)]],
  updateUser: [[200, () => asha.call("PUT", `/api/users/${asha.id}`, exampleOf("updateUser"))]],
  connectWithUser: [
    [200, () => asha.call("PUT", `/api/users/${rohan.id}/connection`)],
    [422, () => asha.call("PUT", `/api/users/${asha.id}/connection`)],
  ],
  endConnection: [[200, () => asha.call("DELETE", `/api/users/${rohan.id}/connection`)]],
  blockUser: [
    [204, () => rohan.call("PUT", `/api/users/${asha.id}/block`)],
    [422, () => rohan.call("PUT", `/api/users/${rohan.id}/block`)],
  ],
  unblockUser: [[204, () => rohan.call("DELETE", `/api/users/${asha.id}/block`)]],
  sendMessage: [
    [201, () => said("Are you free on Friday?")],
    [200, () => said("Are you free on Friday?")],
    [404, () => sendTo(asha, "999999", "Is anyone there?")],
  ],
  listMessages: [
    [
      200,
      async () => {
        await said("And on Saturday?");
        return asha.get(`/api/messages/history/${asha.id}/${rohan.id}?limit=1`);
      },
    ],
    [
      200,
      async () => {
        await sendHidden(asha, rohan, "Guess who");
        return rohan.get(`/api/messages/history/${rohan.id}/${await aliasFor(rohan)}`);
      },
    ],
    [403, () => asha.get(`/api/messages/history/${rohan.id}/999999`)],
  ],
  markMessageSeen: [
    [200, async () => rohan.call("PUT", `/api/messages/seen/${idIn(await said("Or on Sunday?"))}`)],
  ],
  listConversations: [[200, () => rohan.get("/api/messages/conversations?limit=1")]],
  changeConversation: [
    [200, () => asha.call("PUT", `/api/messages/conversations/${rohan.id}`, exampleOf("changeConversation"))],
  ],
  searchMessages: [[200, () => asha.get("/api/messages/search?q=Friday")]],
  editMessage: [
    [
      200,
      async () => asha.call("PUT", `/api/messages/${await newMessage()}`, { content: `Changed ${++count}` }),
    ],
    [403, async () => rohan.call("PUT", `/api/messages/${await newMessage()}`, exampleOf("editMessage"))],
  ],
  deleteMessage: [[200, async () => asha.call("DELETE", `/api/messages/${await newMessage()}`)]],
  reactToMessage: [
    [200, async () => rohan.call("PUT", `/api/messages/${await newMessage()}/reaction`, { sign: "thanks" })],
  ],
  unreactToMessage: [[200, async () => rohan.call("DELETE", `/api/messages/${await newMessage()}/reaction`)]],
  listAnonymousMessages: [[200, () => asha.get("/api/anonymous-messages?limit=1")]],
  postAnonymousMessage: [
    [201, () => asha.call("POST", "/api/anonymous-messages", exampleOf("postAnonymousMessage"))],
  ],
  deleteAnonymousMessage: [
    [200, async () => asha.call("DELETE", `/api/anonymous-messages/${await newLine()}`)],
  ],
  reactToAnonymousMessage: [
    [
      200,
      async () => rohan.call("PUT", `/api/anonymous-messages/${await newLine()}/reaction`, { sign: "wow" }),
    ],
  ],
  unreactToAnonymousMessage: [
    [200, async () => rohan.call("DELETE", `/api/anonymous-messages/${await newLine()}/reaction`)],
  ],
  listJobs: [
    [200, () => asha.get("/api/jobs?limit=1")],
    [200, () => guest.get("/api/jobs?opportunityType=internship&search=firm")],
  ],
  createJob: [
    [201, () => asha.call("POST", "/api/jobs", exampleOf("createJob"))],
    [201, () => asha.call("POST", "/api/jobs", job, { "Idempotency-Key": "one" })],
    [201, () => asha.call("POST", "/api/jobs", job, { "Idempotency-Key": "one" })],
    [422, () => asha.call("POST", "/api/jobs", { ...job, salaryMax: 1 })],
  ],
  getJob: [[200, async () => guest.get(`/api/jobs/${await newJob()}`)]],
  updateJob: [
    [200, async () => asha.call("PUT", `/api/jobs/${await newJob()}`, exampleOf("updateJob"))],
    [403, async () => rohan.call("PUT", `/api/jobs/${await newJob()}`, { title: "Mine" })],
  ],
  trackJob: [
    [200, async () => rohan.call("PUT", `/api/jobs/${await newJob()}/tracking`, exampleOf("trackJob"))],
    [422, async () => rohan.call("PUT", `/api/jobs/${await newJob()}/tracking`, { state: "hired" })],
  ],
  listTrackedJobs: [[200, () => rohan.get("/api/jobs/tracked?limit=1")]],
  setJobLogo: [
    [
      200,
      async () => upload("PUT", `/api/jobs/${idIn(await rohan.call("POST", "/api/jobs", job))}/logo`, "logo"),
    ],
    [403, async () => upload("PUT", `/api/jobs/${await newJob()}/logo`, "logo")],
  ],
  applyForJob: [
    [201, async () => apply(await newJobHere())],
    [409, async () => apply(await newJob())],
    [422, async () => apply(await newJobHere(), "Too short")],
  ],
  listJobApplications: [
    [200, async () => asha.get(`/api/jobs/${await newJobHere()}/applications`)],
    [403, async () => rohan.get(`/api/jobs/${await newJobHere()}/applications`)],
  ],
  answerApplication: [
    [
      200,
      async () => {
        const address = `/api/jobs/${await newJobHere()}/applications`;
        const id = idIn(await apply(address.split("/")[3] ?? ""));
        return asha.call("PUT", `${address}/${id}`, { state: "declined", text: "We took somebody else." });
      },
    ],
    [404, async () => asha.call("PUT", `/api/jobs/${await newJobHere()}/applications/99`, { state: "read" })],
  ],
  reportJobs: [
    [422, () => asAdmin(() => asha.get("/api/reports/jobs?from=2026-13"))],
    [
      200,
      () => {
        setAdmin(1);
        return asha.get("/api/reports/jobs");
      },
    ],
    [
      403,
      () => {
        setAdmin(0);
        return asha.get("/api/reports/jobs");
      },
    ],
  ],
  listApplications: [[200, () => rohan.get("/api/applications")]],
  offerReferral: [
    [
      204,
      async () => {
        await rohan.call("PUT", `/api/users/${rohan.id}`, { company: job.companyName });
        return rohan.call("PUT", `/api/jobs/${await newJob()}/referral`);
      },
    ],
    [403, async () => asha.call("PUT", `/api/jobs/${await newJob()}/referral`)],
  ],
  withdrawReferral: [[204, async () => rohan.call("DELETE", `/api/jobs/${await newJob()}/referral`)]],
  restoreJob: [[200, async () => restored(asha, `/api/jobs/${await newJob()}`)]],
  listBoards: [[200, () => guest.get("/api/boards")]],
  createBoard: [
    [
      201,
      async () => {
        makeAnnouncer(server, asha);
        return asha.call("POST", "/api/boards", { ...exampleOf("createBoard"), keepers: [asha.id] });
      },
    ],
    [403, () => rohan.call("POST", "/api/boards", board)],
  ],
  getBoard: [[200, async () => guest.get(`/api/boards/${(await createBoard(server, asha)).slug}`)]],
  updateBoard: [
    [
      200,
      async () =>
        asha.call("PUT", `/api/boards/${(await createBoard(server, asha)).slug}`, exampleOf("updateBoard")),
    ],
    [403, async () => rohan.call("PUT", `/api/boards/${(await createBoard(server, asha)).slug}`, {})],
  ],
  deleteBoard: [
    [204, async () => asha.call("DELETE", `/api/boards/${(await createBoard(server, asha)).slug}`)],
  ],
  listCompanies: [[200, () => asha.get("/api/companies")]],
  listExperiences: [[200, () => asha.get("/api/experiences?role=firm")]],
  shareExperience: [
    [201, () => asha.call("POST", "/api/experiences", exampleOf("shareExperience"))],
    [422, () => asha.call("POST", "/api/experiences", { ...experience, year: 3000 })],
  ],
  getExperience: [[200, async () => asha.get(`/api/experiences/${(await shareExperience(rohan)).id}`)]],
  updateExperience: [
    [
      200,
      async () =>
        asha.call(
          "PUT",
          `/api/experiences/${(await shareExperience(asha)).id}`,
          exampleOf("updateExperience"),
        ),
    ],
    [403, async () => asha.call("PUT", `/api/experiences/${(await shareExperience(rohan)).id}`, {})],
  ],
  deleteExperience: [
    [204, async () => asha.call("DELETE", `/api/experiences/${(await shareExperience(asha)).id}`)],
  ],
  restoreExperience: [
    [200, async () => restored(asha, `/api/experiences/${(await shareExperience(asha)).id}`)],
  ],
  thankForExperience: [
    [200, async () => asha.call("PUT", `/api/experiences/${(await shareExperience(rohan)).id}/thanks`, {})],
  ],
  takeBackThanksForExperience: [
    [200, async () => asha.call("DELETE", `/api/experiences/${(await shareExperience(rohan)).id}/thanks`)],
  ],
  deleteJob: [[200, async () => asha.call("DELETE", `/api/jobs/${await newJob()}`)]],
  listResources: [[200, () => guest.get("/api/resources?limit=1&year=2")]],
  uploadResource: [
    [201, newFile],
    [415, () => share(asha, { name: "notes.exe", bytes: Buffer.from("MZ") })],
    [422, () => share(asha, null)],
  ],
  getResource: [[200, async () => guest.get(`/api/resources/${idIn(await newFile())}`)]],
  updateResource: [
    [
      200,
      async () => asha.call("PUT", `/api/resources/${idIn(await newFile())}`, exampleOf("updateResource")),
    ],
    [403, async () => rohan.call("PUT", `/api/resources/${idIn(await newFile())}`, { title: "Mine" })],
    [422, async () => asha.call("PUT", `/api/resources/${idIn(await newFile())}`, { year: 5 })],
  ],
  restoreResource: [[200, async () => restored(asha, `/api/resources/${idIn(await newFile())}`)]],
  deleteResource: [
    [403, async () => rohan.call("DELETE", `/api/resources/${idIn(await newFile())}`)],
    [200, async () => asha.call("DELETE", `/api/resources/${idIn(await newFile())}`)],
  ],
  listResourceCategories: [[200, () => guest.get("/api/resources/categories")]],
  seedResourceCategories: [[200, () => asha.call("POST", "/api/seed-categories")]],
  listEvents: [
    [200, () => asha.get("/api/events?limit=1")],
    [200, () => guest.get("/api/events?when=past")],
  ],
  createEvent: [[201, () => asha.call("POST", "/api/events", exampleOf("createEvent"))]],
  getEvent: [[200, async () => asha.get(`/api/events/${await fullEvent()}`)]],
  updateEvent: [
    [200, async () => asha.call("PUT", `/api/events/${await newEvent()}`, exampleOf("updateEvent"))],
  ],
  restoreEvent: [[200, async () => restored(asha, `/api/events/${await newEvent()}`)]],
  deleteEvent: [[200, async () => asha.call("DELETE", `/api/events/${await newEvent()}`)]],
  addOrganizer: [
    [200, async () => asha.call("PUT", `/api/events/${await newEvent()}/organizers/${rohan.id}`)],
    [422, async () => asha.call("PUT", `/api/events/${await newEvent()}/organizers/999999`)],
  ],
  removeOrganizer: [
    [
      200,
      async () => {
        const place = `/api/events/${await newEvent()}/organizers/${rohan.id}`;
        await asha.call("PUT", place);
        return asha.call("DELETE", place);
      },
    ],
  ],
  repeatEvent: [
    [201, async () => asha.call("POST", `/api/events/${await newEvent()}/repeat`, exampleOf("repeatEvent"))],
    [422, async () => asha.call("POST", `/api/events/${await newEvent()}/repeat`, { every: "day" })],
  ],
  listAttendees: [[200, async () => asha.get(`/api/events/${await fullEvent()}/attendees`)]],
  checkInAttendee: [
    [
      200,
      async () =>
        asha.call(
          "PUT",
          `/api/events/${await fullEvent()}/attendees/${asha.id}`,
          exampleOf("checkInAttendee"),
        ),
    ],
  ],
  messageRegistered: [
    [
      201,
      async () =>
        asha.call("POST", `/api/events/${await fullEvent()}/message`, exampleOf("messageRegistered")),
    ],
    [409, async () => asha.call("POST", `/api/events/${await newEvent()}/message`, { text: "Hello" })],
  ],
  registerForEvent: [
    [200, async () => rohan.call("POST", `/api/events/${await newEvent()}/register`)],
    [409, async () => rohan.call("POST", `/api/events/${await fullEvent()}/register`)],
  ],
  changeAnswers: [
    [200, async () => asha.call("PUT", `/api/events/${await fullEvent()}/answers`, { answers: {} })],
    [409, async () => rohan.call("PUT", `/api/events/${await fullEvent()}/answers`, { answers: {} })],
  ],
  unregisterFromEvent: [
    [200, async () => asha.call("POST", `/api/events/${await fullEvent()}/unregister`)],
    [
      409,
      async () => asha.call("POST", `/api/events/${await newEvent({ date: "2020-01-01T10:00" })}/unregister`),
    ],
  ],
  joinWaitingList: [
    [200, async () => rohan.call("POST", `/api/events/${await fullEvent()}/waiting`)],
    [409, async () => rohan.call("POST", `/api/events/${await newEvent()}/waiting`)],
  ],
  leaveWaitingList: [[200, async () => rohan.call("DELETE", `/api/events/${await fullEvent()}/waiting`)]],
  listQuestions: [[200, () => asha.get("/api/questions?limit=1")]],
  askQuestion: [
    [201, () => asha.call("POST", "/api/questions", exampleOf("askQuestion"))],
    [201, async () => asha.call("POST", "/api/questions", { ...question, isAnonymous: true })],
  ],
  listSimilarQuestions: [[200, () => asha.get("/api/questions/similar?title=machine+learning")]],
  listHelpers: [[200, () => asha.get("/api/questions/helpers?tags=python")]],
  getQuestion: [[200, async () => rohan.get(`/api/questions/${await answered()}`)]],
  updateQuestion: [
    [200, async () => asha.call("PUT", `/api/questions/${await answered()}`, exampleOf("updateQuestion"))],
    [403, async () => rohan.call("PUT", `/api/questions/${await answered()}`, { tags: ["mine"] })],
  ],
  restoreQuestion: [[200, async () => restored(asha, `/api/questions/${(await ask(asha)).id}`)]],
  deleteQuestion: [
    [204, async () => asha.call("DELETE", `/api/questions/${(await ask(asha)).id}`)],
    [409, async () => asha.call("DELETE", `/api/questions/${await answered()}`)],
  ],
  listAnswers: [[200, async () => asha.get(`/api/questions/${await answered()}/answers?limit=1`)]],
  answerQuestion: [
    [201, async () => rohan.call("POST", `/api/questions/${await answered()}/answers`, { body: "Graphs." })],
  ],
  acceptAnswer: [
    [
      200,
      async () => {
        const { id } = await ask(asha);
        const { id: answerId } = await answer(rohan, id);
        return asha.call("PUT", `/api/questions/${id}/accepted`, { answerId });
      },
    ],
  ],
  unacceptAnswer: [[204, async () => asha.call("DELETE", `/api/questions/${await answered()}/accepted`)]],
  voteForQuestion: [[200, async () => rohan.call("PUT", `/api/questions/${await answered()}/vote`)]],
  takeBackVoteForQuestion: [
    [200, async () => rohan.call("DELETE", `/api/questions/${await answered()}/vote`)],
  ],
  followQuestion: [[200, async () => asha.call("PUT", `/api/questions/${await answered()}/follow`)]],
  unfollowQuestion: [[200, async () => asha.call("DELETE", `/api/questions/${await answered()}/follow`)]],
  commentOnQuestion: [
    [
      201,
      async () =>
        asha.call("POST", `/api/questions/${await answered()}/comments`, exampleOf("commentOnQuestion")),
    ],
  ],
  getAnswer: [[200, async () => asha.get(`/api/answers/${await newAnswer()}`)]],
  updateAnswer: [
    [200, async () => rohan.call("PUT", `/api/answers/${await newAnswer()}`, exampleOf("updateAnswer"))],
  ],
  restoreAnswer: [[200, async () => restored(rohan, `/api/answers/${await newAnswer()}`)]],
  deleteAnswer: [[204, async () => rohan.call("DELETE", `/api/answers/${await newAnswer()}`)]],
  voteForAnswer: [[200, async () => asha.call("PUT", `/api/answers/${await newAnswer()}/vote`)]],
  takeBackVoteForAnswer: [[200, async () => asha.call("DELETE", `/api/answers/${await newAnswer()}/vote`)]],
  thankForAnswer: [
    [
      200,
      async () => asha.call("PUT", `/api/answers/${await newAnswer()}/thanks`, exampleOf("thankForAnswer")),
    ],
  ],
  takeBackThanksForAnswer: [
    [200, async () => asha.call("DELETE", `/api/answers/${await newAnswer()}/thanks`)],
  ],
  thankForComment: [
    [200, async () => rohan.call("PUT", `/api/comments/${await newComment()}/thanks`, { line: null })],
  ],
  takeBackThanksForComment: [
    [200, async () => rohan.call("DELETE", `/api/comments/${await newComment()}/thanks`)],
  ],
  thankForResource: [
    [200, async () => rohan.call("PUT", `/api/resources/${idIn(await newFile())}/thanks`, {})],
  ],
  takeBackThanksForResource: [
    [200, async () => rohan.call("DELETE", `/api/resources/${idIn(await newFile())}/thanks`)],
  ],
  thankForEvent: [
    [200, async () => rohan.call("PUT", `/api/events/${await newEvent(past)}/thanks`, { withName: true })],
    [409, async () => rohan.call("PUT", `/api/events/${await newEvent()}/thanks`, {})],
  ],
  takeBackThanksForEvent: [
    [200, async () => rohan.call("DELETE", `/api/events/${await newEvent(past)}/thanks`)],
  ],
  getToday: [
    [
      200,
      async () => {
        await rohan.call("POST", "/api/jobs", { ...job, requiredSkills: ["python"] });
        return asha.get("/api/users/me/today");
      },
    ],
  ],
  actOnTodayCard: [
    [
      204,
      async () => {
        const posted = await rohan.call("POST", "/api/jobs", job);
        return asha.call("POST", `/api/users/me/today/job-${posted.body.id}`);
      },
    ],
    [409, async () => rohan.call("POST", `/api/users/me/today/request-${asha.id}`)],
  ],
  hideTodayCard: [[204, async () => asha.call("DELETE", `/api/users/me/today/${await newCard()}`)]],
  restoreTodayCard: [[204, async () => asha.call("PUT", `/api/users/me/today/${await newCard()}`)]],
  listThanks: [
    [
      200,
      async () => {
        await rohan.call("PUT", `/api/resources/${idIn(await newFile())}/thanks`, { withName: true });
        return asha.get("/api/users/me/thanks?limit=1");
      },
    ],
  ],
  showThanks: [
    [
      200,
      async () => {
        const line = { line: "It carried me." };
        await rohan.call("PUT", `/api/resources/${idIn(await newFile())}/thanks`, line);
        const [{ id } = { id: "" }] = (await asha.get("/api/users/me/thanks")).body;
        return asha.call("PUT", `/api/users/me/thanks/${id}`, { shown: true });
      },
    ],
  ],
  commentOnAnswer: [
    [
      201,
      async () => asha.call("POST", `/api/answers/${await newAnswer()}/comments`, { body: "Why is that?" }),
    ],
  ],
  restoreComment: [
    [
      200,
      async () => restored(asha, `/api/comments/${await comment(asha, `questions/${await answered()}`)}`),
    ],
  ],
  deleteComment: [
    [
      204,
      async () => {
        const id = await comment(asha, `questions/${await answered()}`);
        return asha.call("DELETE", `/api/comments/${id}`);
      },
    ],
  ],
  listNotices: [
    [200, async () => told().then(() => asha.get("/api/notices"))],
    [422, () => asha.get("/api/notices?limit=x")],
  ],
  markNoticeRead: [
    [204, async () => asha.call("PUT", `/api/notices/${await told()}/read`)],
    [404, () => asha.call("PUT", "/api/notices/999999/read")],
  ],
  markAllNoticesRead: [[204, () => asha.call("PUT", "/api/notices/read")]],
  getNoticeSettings: [[200, () => asha.get("/api/users/me/notice-settings")]],
  updateNoticeSettings: [
    [200, () => asha.call("PUT", "/api/users/me/notice-settings", { digestHour: 7 })],
    [422, () => asha.call("PUT", "/api/users/me/notice-settings", { digestHour: 25 })],
  ],
  suggestResults: [
    [200, () => asha.get("/api/search/suggestions?q=asha")],
    [422, () => asha.get(`/api/search/suggestions?q=${"a".repeat(101)}`)],
  ],
  searchEverything: [
    [200, () => asha.get("/api/search?q=asha")],
    [200, () => asha.get("/api/search?q=Friday&kind=messages")],
    [422, () => asha.get(`/api/search?q=${"a".repeat(101)}`)],
  ],
  listSavedSearches: [[200, () => asha.get("/api/saved-searches")]],
  createSavedSearch: [[201, () => asha.call("POST", "/api/saved-searches", exampleOf("createSavedSearch"))]],
  deleteSavedSearch: [
    [
      204,
      async () => {
        const saved = await asha.call("POST", "/api/saved-searches", exampleOf("createSavedSearch"));
        return asha.call("DELETE", `/api/saved-searches/${idIn(saved)}`);
      },
    ],
    [404, () => asha.call("DELETE", "/api/saved-searches/999999")],
  ],
  listAnnouncements: [[200, () => asha.get("/api/announcements")]],
  createAnnouncement: [
    [201, () => announceToAll()],
    [403, () => rohan.call("POST", "/api/announcements", announcement)],
    [409, () => announceToAll()],
    [422, () => asha.call("POST", "/api/announcements", { ...announcement, until: "2020-01-31" })],
  ],
  takeBackAnnouncement: [
    [
      204,
      async () => {
        const [first] = (await asha.get("/api/announcements")).body;
        return asha.call("DELETE", `/api/announcements/${first?.id}`);
      },
    ],
    [404, () => asha.call("DELETE", "/api/announcements/999999")],
  ],
  nameAnnouncer: [
    [200, () => asAdmin(() => asha.call("PUT", `/api/users/${rohan.id}/announcer`, { batchYear: null }))],
    [403, () => asha.call("PUT", `/api/users/${rohan.id}/announcer`, { batchYear: 2027 })],
    [404, () => asAdmin(() => asha.call("PUT", "/api/users/999999/announcer", { batchYear: 2027 }))],
  ],
  listMentoring: [[200, () => rohan.get("/api/mentoring")]],
  askMentor: [
    [201, () => newRequest()],
    [409, () => rohan.call("POST", "/api/mentoring", { ...exampleOf("askMentor"), userId: asha.id })],
    [422, () => rohan.call("POST", "/api/mentoring", { ...exampleOf("askMentor"), text: "Help" })],
  ],
  changeMentoring: [
    [
      200,
      async () => {
        const { body } = await asha.get("/api/mentoring?kind=received");
        return asha.call("PUT", `/api/mentoring/${body[0]?.id}`, exampleOf("changeMentoring"));
      },
    ],
    [404, () => asha.call("PUT", "/api/mentoring/999999", exampleOf("changeMentoring"))],
  ],
  listTags: [[200, () => asha.get("/api/tags?search=elec")]],
  uploadImage: [
    [201, () => upload("POST", "/api/uploads", "file")],
    [415, () => upload("POST", "/api/uploads", "file", new Uint8Array([1, 2, 3]))],
  ],
};

const find = (id: string) => findOperation(document, id);

/** The document's own example of a JSON body. */
const exampleOf = (id: string): object =>
  find(id).operation.requestBody?.content["application/json"]?.example as object;

async function registerForApproval(): Promise<Answer> {
  const strict = await startServer({ REGISTRATION: "approval" });
  try {
    return await new Visitor(strict.url).call("POST", "/api/users/register", exampleOf("registerUser"));
  } finally {
    await strict.stop();
  }
}

test("every documented success has an exchange, and every exchange belongs to a documented call", () => {
  const documented = listOperations(document).map(({ operation }) => [
    operation.operationId,
    Object.keys(operation.responses).filter((status) => /^2/.test(status)),
  ]);
  const exchanged = Object.entries(exchanges).map(([id, list]) => [
    id,
    [...new Set(list.map(([status]) => String(status)))].filter((status) => /^2/.test(status)).sort(),
  ]);
  expect(Object.fromEntries(exchanged)).toEqual(Object.fromEntries(documented));
});

const cases = Object.entries(exchanges).flatMap(([id, list]) =>
  list.map(([status, exchange]) => ({ id, status, exchange })),
);
test.each(cases)("$id answers $status as described", async ({ id, status, exchange }) => {
  const answer = await exchange();
  expect([answer.status, ...check(find(id), answer)]).toEqual([status]);
  if (find(id).method !== "get" || status !== 200) return;
  const repeated = await repeat(id, answer);
  if (repeated) expect([repeated.status, ...check(find(id), repeated)]).toEqual([304]);
});

/** Repeats a GET conditionally, with the latest ETag. @returns null if the path has parameters */
async function repeat(id: string, { headers: known }: Answer): Promise<Answer | null> {
  const { path, operation } = find(id);
  if (path.includes("{")) return null;
  const caller = operation.security.some((each) => Object.keys(each).length === 0) ? guest : asha;
  const { headers: latest } = await caller.get(path);
  expect(known.get("ETag")).not.toBeNull();
  return caller.get(path, { "If-None-Match": latest.get("ETag") ?? "" });
}
