import type { BinSubject } from "../../../db/vocabulary.ts";
import { letter } from "../application.ts";
import { createBoard, week } from "../boards.ts";
import { shareExperience } from "../experiences.ts";
import { offerMentoring, requestText } from "../mentoring.ts";
import { aliasFor, sendHidden, sendTo } from "../messages.ts";
import { mailedLink } from "../outbox.ts";
import { event, job, makeModerator } from "../people.ts";
import { picture } from "../profile.ts";
import { answer, ask, comment } from "../questions.ts";
import { dayIn } from "../time.ts";
import { share } from "../upload.ts";
import { idIn } from "../visitor.ts";
import type { Actor, Cast } from "./cast.ts";

let count = 0;
let batches = 0;

const nameIn = (address: string) => address.slice(address.lastIndexOf("/") + 1);

/** Pictures are drawn once for each owner, because rows only read them. */
async function drawOnce({ things }: Cast, key: string, draw: () => Promise<string>): Promise<string> {
  const drawn = things.get(key) ?? (await draw());
  things.set(key, drawn);
  return drawn;
}

/** Copies an owner's first row in the store. The API creates the first one. @returns both ids */
async function copyFirst(
  cast: Cast,
  { owner }: Actor,
  table: "jobs" | "events" | "questions",
  make: () => Promise<string>,
): Promise<[copy: string, first: string]> {
  const key = `the first of ${table} of ${owner.id}`;
  const first = cast.things.get(key) ?? (await make());
  cast.things.set(key, first);
  const database = cast.server.database();
  const all = database.pragma(`table_info(${table})`) as { name: string }[];
  const columns = all.map(({ name }) => name).filter((name) => name !== "id");
  const { lastInsertRowid } = database
    .prepare(`insert into ${table} (${columns}) select ${columns} from ${table} where id = ?`)
    .run(Number(first));
  return [String(lastInsertRowid), first];
}

async function copyQuestion(cast: Cast, actor: Actor): Promise<string> {
  const [copy, first] = await copyFirst(cast, actor, "questions", async () => (await ask(actor.owner)).id);
  cast.server
    .database()
    .prepare(
      `insert into question_tags (question_id, tag_id, position)
        select ?, tag_id, position from question_tags where question_id = ?`,
    )
    .run(Number(copy), Number(first));
  return copy;
}

/** Adds a member outside the cast. @returns the id */
function addMember({ server, kabir }: Cast, columns: { status?: string; isAdmin?: number } = {}): string {
  const { status = "active", isAdmin = 0 } = columns;
  const added = server
    .database()
    .prepare(
      `insert into users (status, is_admin, email, first_name, last_name, name, batch_year, created_at)
       select ?, ?, ?, first_name, last_name, name, batch_year, created_at from users where id = ?`,
    )
    .run(status, isAdmin, `added${++count}@college.example`, Number(kabir.id));
  return String(added.lastInsertRowid);
}

/**
 * Makes the things that rows name in braces, new each time. They belong to the owner of the requesting role. @returns
 * the id
 */
export const makers = {
  /** A number that makes texts unique. */
  count: () => String(++count),
  /** A day in the near future. */
  soon: () => dayIn(3),
  /** The code of a join link of the administrator's. */
  async joinLink({ actors }: Cast) {
    const admin = actors.admin.browser;
    const fields = { batchYear: "2027", branch: "Physics", limit: "50", until: dayIn(3) };
    await admin.post("/join", fields);
    return /\/join\/([\w-]{22})/.exec((await admin.get("/join")).text)?.[1] ?? "";
  },
  async joinLinkId(cast: Cast) {
    await makers.joinLink(cast);
    return String(cast.server.database().prepare("select max(id) from join_links").pluck().get());
  },
  self: (_cast: Cast, { id }: Actor) => id,
  owner: (_cast: Cast, { owner }: Actor) => owner.id,
  kabir: ({ kabir }: Cast) => kabir.id,
  stranger: (cast: Cast) => addMember(cast),
  newcomer: (cast: Cast) => addMember(cast),
  pending: (cast: Cast) => addMember(cast, { status: "pending" }),
  suspended: (cast: Cast) => addMember(cast, { status: "suspended" }),
  moderator(cast: Cast) {
    const id = addMember(cast);
    makeModerator(cast.server, { id });
    return id;
  },
  administrator: (cast: Cast) => addMember(cast, { isAdmin: 1 }),
  /** A member who sent the requesting role a request to connect, with its notice. */
  asker(cast: Cast, { id }: Actor) {
    const asker = addMember(cast);
    if (id === "0") return asker;
    const database = cast.server.database();
    const ids = { id: Number(id), asker: Number(asker) };
    database
      .prepare(
        "insert into connections (low_id, high_id, asked_by, created_at) values (@id, @asker, @asker, 1)",
      )
      .run(ids);
    // The directory begins with the latest batch, and shows twelve members of each.
    const latest = new Date().getUTCFullYear() + 6;
    database.prepare("update users set batch_year = @latest where id = @asker").run({ ...ids, latest });
    database
      .prepare(
        `insert into notices (user_id, kind, subject, actor_id, count, facts, url, at)
          values (@id, 'connection-asked', cast(@asker as integer), @asker, 1, '{}', '/connections', @now)`,
      )
      .run({ ...ids, now: Date.now() });
    return asker;
  },
  /** A batch without an announcement today. */
  quietBatch: () => String(1950 + (++batches % 80)),
  /** An announcement of the owner's to such a batch. */
  announcement(cast: Cast, { owner }: Actor) {
    const insert = `insert into announcements (user_id, text, batch_year, day, until, created_at)
      values (?, 'The reading room has moved.', ?, '2020-01-01', '2099-12-31', 1)`;
    const added = cast.server
      .database()
      .prepare(insert)
      .run(Number(owner.id), 1900 + ++batches);
    return String(added.lastInsertRowid);
  },
  /** A member who offers mentoring. */
  mentor(cast: Cast) {
    const id = addMember(cast);
    offerMentoring(cast.server, { id });
    return id;
  },
  /** A mentoring request to the owner. */
  async request(cast: Cast, { owner }: Actor) {
    offerMentoring(cast.server, owner, { places: 5 });
    const mentee = addMember(cast);
    const insert = `insert into mentorings (mentor_id, mentee_id, topic, text, asked_at)
      values (?, ?, 'firmware', ?, ?)`;
    const database = cast.server.database();
    // Frees one of the mentor's places, so that every role's request fits.
    database.prepare("delete from mentorings where mentor_id = ?").run(Number(owner.id));
    return String(
      database.prepare(insert).run(Number(owner.id), Number(mentee), requestText, Date.now()).lastInsertRowid,
    );
  },
  async job(cast: Cast, actor: Actor) {
    const make = async () => idIn(await actor.owner.call("POST", "/api/jobs", job));
    return (await copyFirst(cast, actor, "jobs", make))[0];
  },
  async event(cast: Cast, actor: Actor) {
    const make = async () => idIn(await actor.owner.call("POST", "/api/events", event));
    return (await copyFirst(cast, actor, "events", make))[0];
  },
  /** An event whose only seat is Kabir's. */
  async fullEvent({ kabir }: Cast, { owner }: Actor) {
    const id = idIn(await owner.call("POST", "/api/events", { ...event, registrationLimit: 1 }));
    await kabir.call("POST", `/api/events/${id}/register`);
    return id;
  },
  /** An event with an optional question at registration. */
  async askingEvent({ kabir }: Cast) {
    const questions = [{ text: "What do you eat?", kind: "text", required: false }];
    return idIn(await kabir.call("POST", "/api/events", { ...event, questions }));
  },
  /** The same event, with the actor registered. */
  async askingSeat(cast: Cast, actor: Actor) {
    const id = await makers.askingEvent(cast);
    await actor.program.call("POST", `/api/events/${id}/register`);
    return id;
  },
  resource: async (_cast: Cast, { owner }: Actor) =>
    idIn(await share(owner, { name: "notes.txt", bytes: Buffer.from(`Tides, ${++count}.`) })),
  /** Thanks with a line, from a new member for a resource of the owner's. */
  async thanks(cast: Cast, actor: Actor) {
    const insert = `insert into thanks (user_id, receiver_id, resource_id, line, created_at)
      values (?, ?, ?, 'It carried me.', 1)`;
    const ids = [addMember(cast), actor.owner.id, await makers.resource(cast, actor)];
    return String(
      cast.server
        .database()
        .prepare(insert)
        .run(...ids.map(Number)).lastInsertRowid,
    );
  },
  question: copyQuestion,
  async idAndSlug(_cast: Cast, { owner }: Actor) {
    const { id, slug } = await ask(owner);
    return `${id}/${slug}`;
  },
  async answered(cast: Cast, actor: Actor) {
    const id = await copyQuestion(cast, actor);
    await answer(cast.kabir, id);
    return id;
  },
  async hiddenQuestion(cast: Cast, actor: Actor) {
    const id = await copyQuestion(cast, actor);
    cast.server
      .database()
      .prepare("update questions set hidden_at = 1, hidden_reason = 'Rude' where id = ?")
      .run(Number(id));
    return id;
  },
  async lockedQuestion(cast: Cast, actor: Actor) {
    const id = await copyQuestion(cast, actor);
    cast.server.database().prepare("update questions set locked_at = 1 where id = ?").run(Number(id));
    return id;
  },
  /** An answer to a question of Kabir's. */
  answer: async ({ kabir }: Cast, { owner }: Actor) => (await answer(owner, (await ask(kabir)).id)).id,
  comment: async ({ kabir }: Cast, { owner }: Actor) => comment(owner, `questions/${(await ask(kabir)).id}`),
  experience: async (_cast: Cast, { owner }: Actor) => (await shareExperience(owner)).id,
  board: async ({ server }: Cast, { owner }: Actor) =>
    (await createBoard(server, owner, { title: `Board ${++count}` })).slug,
  /** A board with an earlier version. */
  async editedBoard(cast: Cast, actor: Actor) {
    const slug = await makers.board(cast, actor);
    await actor.owner.call("PUT", `/api/boards/${slug}`, { title: `Board ${++count}` });
    return slug;
  },
  /** A board with weekdays. */
  weekBoard: async ({ server }: Cast, { owner }: Actor) =>
    (await createBoard(server, owner, { title: `Board ${++count}`, body: week })).slug,
  /** The first version of the newest board. */
  boardVersion: async ({ server }: Cast) =>
    String(server.database().prepare("select max(id) from board_versions").pluck().get()),
  boardId: async ({ server }: Cast, { owner }: Actor) =>
    (await createBoard(server, owner, { title: `Board ${++count}` })).id,
  /** The name of a company that appears in one experience only. */
  companyOfExperience: async (_cast: Cast, { owner }: Actor) =>
    (await shareExperience(owner, { companyName: `Tidewater ${++count}` })).companyName.replace(" ", "%20"),
  jobHere: async (_cast: Cast, { owner }: Actor) =>
    idIn(await owner.call("POST", "/api/jobs", { ...job, applicationMethod: "here" })),
  /** A job of the owner's with two unanswered applications. */
  async waiting(cast: Cast, actor: Actor) {
    const id = await makers.jobHere(cast, actor);
    const insert = cast.server
      .database()
      .prepare(`insert into job_applications (job_id, user_id, letter, file_name, file_size, sent_at)
        values (?, ?, ?, 'cv.pdf', 1, ?)`);
    for (const member of [addMember(cast), addMember(cast)])
      insert.run(Number(id), Number(member), letter, Date.now());
    return id;
  },
  /** The address below `/jobs` of one of two unanswered applications. */
  async application(cast: Cast, actor: Actor) {
    const id = await makers.waiting(cast, actor);
    const newest = cast.server.database().prepare("select max(id) from job_applications").pluck().get();
    return `${id}/applications/${newest}`;
  },
  /** An answered application of the owner's for a job of Kabir's. */
  async answeredApplication({ server, kabir }: Cast, { owner }: Actor) {
    const jobId = idIn(await kabir.call("POST", "/api/jobs", { ...job, applicationMethod: "here" }));
    const insert = `insert into job_applications
      (job_id, user_id, letter, file_name, file_size, sent_at, state, answer, answered_at)
      values (?, ?, ?, 'cv.pdf', 1, 1, 'declined', 'No', 1)`;
    return String(server.database().prepare(insert).run(jobId, owner.id, letter).lastInsertRowid);
  },
  binnedJob: (cast: Cast, actor: Actor) => binned("job", cast, actor),
  binnedEvent: (cast: Cast, actor: Actor) => binned("event", cast, actor),
  binnedResource: (cast: Cast, actor: Actor) => binned("resource", cast, actor),
  binnedQuestion: (cast: Cast, actor: Actor) => binned("question", cast, actor),
  binnedAnswer: (cast: Cast, actor: Actor) => binned("answer", cast, actor),
  binnedComment: (cast: Cast, actor: Actor) => binned("comment", cast, actor),
  binnedExperience: (cast: Cast, actor: Actor) => binned("experience", cast, actor),
  /** An item of the administrator's. */
  async removedJob(cast: Cast, actor: Actor) {
    const id = await makers.job(cast, actor);
    await cast.actors.admin.program.call("DELETE", `/api/jobs/${id}`);
    return id;
  },
  /** The name of an uploaded image for an event. */
  image: (cast: Cast, { owner }: Actor) =>
    drawOnce(cast, `image of ${owner.id}`, async () => {
      const form = new FormData();
      form.set("file", await pictureFile());
      const answer = await owner.call("POST", "/api/uploads", form);
      return nameIn(answer.body.url);
    }),
  avatar: (cast: Cast) =>
    drawOnce(cast, "avatar", async () => {
      const form = new FormData();
      form.set("avatar", await pictureFile());
      const answer = await cast.kabir.call("PUT", "/api/users/avatar", form);
      return nameIn(answer.body.avatarUrl);
    }),
  message: async ({ kabir }: Cast, { owner }: Actor) =>
    idIn(await sendTo(kabir, owner.id, `Word ${++count}`)),
  sentMessage: async ({ kabir }: Cast, { owner }: Actor) =>
    idIn(await sendTo(owner, kabir.id, `Word ${++count}`)),
  /** The address of a file in a message from the owner. */
  async attachment(cast: Cast, actor: Actor) {
    const attachments = [await makers.upload(cast, actor)];
    const { body } = await sendTo(actor.owner, cast.kabir.id, "", { attachments });
    return body.attachments?.[0]?.id ?? "";
  },
  /** The id of a file that the owner uploaded for a message. */
  async upload(_cast: Cast, { owner }: Actor) {
    const form = new FormData();
    form.set("file", new File([`Word ${++count}`], "word.txt"));
    return idIn(await owner.call("POST", "/api/uploads?for=message", form));
  },
  line: async (_cast: Cast, { owner }: Actor) =>
    idIn(await owner.call("POST", "/api/anonymous-messages", { content: `Word ${++count}` })),
  /** The alias under which Kabir writes to the owner. */
  async alias({ kabir }: Cast, { owner }: Actor) {
    await sendHidden(kabir, owner, `Hidden word ${++count}`);
    return aliasFor(owner);
  },
  async report(cast: Cast, actor: Actor) {
    const subject = await makers.job(cast, actor);
    await cast.kabirsBrowser.post(`/reports/new?subject=job&id=${subject}`, {
      reason: "Not a job",
      readers: "moderators",
    });
    return String(cast.server.database().prepare("select max(id) from reports").pluck().get());
  },
  /** The path of the link in a mail. */
  async resetLink({ server, actors, kabir }: Cast) {
    await actors.guest.browser.post("/forgot-password", { email: kabir.email });
    return mailedLink(server, kabir.email, "/reset-password");
  },
  async invitationLink(cast: Cast) {
    const id = addMember(cast);
    await cast.actors.admin.browser.post(`/admin/members/${id}`, { intent: "invite" });
    return mailedLink(cast.server, `added${count}@college.example`, "/invitation");
  },
  /** A category of resources above all others, which nothing needs. */
  firstCategory({ server }: Cast) {
    const insert =
      "insert into resource_categories (name, slug, description, position) values ('First', ?, '', -1)";
    return String(server.database().prepare(insert).run(`first-${++count}`).lastInsertRowid);
  },
  failedMail({ server }: Cast) {
    const insert = `insert into mails (key, recipient, subject, text, created_at, failure)
      values (?, 'ila@college.example', 'A first mail', 'Hello', 1, 'No such mailbox')`;
    return String(server.database().prepare(insert).run(`failed ${++count}`).lastInsertRowid);
  },
  list(cast: Cast) {
    const insert =
      "insert into member_imports (admin_id, file_name, content, created_at) values (?, 'list.csv', 'Name', ?)";
    const admin = addMember(cast, { isAdmin: 1 });
    return String(cast.server.database().prepare(insert).run(Number(admin), Date.now()).lastInsertRowid);
  },
};

/** Makes something and deletes it into the owner's bin. @returns its id */
async function binned(kind: Exclude<BinSubject, "board">, cast: Cast, actor: Actor): Promise<string> {
  const id = await makers[kind](cast, actor);
  await actor.owner.call("DELETE", `/api/${kind}s/${id}`);
  return id;
}

const pictureFile = async () =>
  new File([new Uint8Array(await picture(40 + (++count % 200), 40))], "picture.png", { type: "image/png" });

/** The files that rows name with `@`. */
export const files: Record<string, () => File | Promise<File>> = {
  "@image": pictureFile,
  "@notes": () => new File([`Tides, ${++count}.`], "notes.txt", { type: "text/plain" }),
  "@nothing": () => new File([], "", { type: "application/octet-stream" }),
};
