import type { Member } from "./people.ts";
import { answer, ask, comment } from "./questions.ts";
import type { Visitor } from "./visitor.ts";

interface Tourists {
  asha: Member;
  rohan: Member;
  ashas: Visitor;
  rohans: Visitor;
  admins: Visitor;
}

/** Requests every page and call about questions once, and performs every action of members and administrators. */
export async function tourQuestions({ asha, rohan, ashas, rohans, admins }: Tourists): Promise<void> {
  const fields = { title: "Which chart do I need here?", body: "For the bay, in winter.", tags: "charts" };
  await ashas.post("/questions/new", { intent: "save", typedAt: "1", ...fields });
  await ashas.post("/questions/new", { intent: "next", isAnonymous: "on", ...fields });
  await ashas.get("/questions/new?step=check");
  for (let count = 0; count < 2; count++) await ashas.post("/questions/new?step=check", { intent: "ask" });
  await rohan.call("PUT", `/api/users/${rohan.id}`, { skills: ["Charts"] });
  const asked = await ask(asha, { tags: ["charts", "c"], ask: [rohan.id] });
  const other = await ask(rohan, { isAnonymous: true });
  const given = await answer(rohan, asked.id);
  const path = `/questions/${asked.id}/${asked.slug}`;

  const orders = ["newest", "active", "unanswered"].flatMap((sort) => [
    `sort=${sort}`,
    ...["tag=charts", "search=chart", "search=ch", "tag=charts&search=chart"].map(
      (it) => `${it}&sort=${sort}`,
    ),
  ]);
  const lists = orders.flatMap((query) => [query, `${query}&cursor=1768473000000-99`]);
  const reads = [
    ...lists.map((query) => `?${query}`),
    "/helpers?tags=charts,c",
    "/similar?title=which+chart+is+the+best",
    `/${asked.id}`,
    `/${asked.id}/answers`,
    `/${asked.id}/answers?cursor=0-1-1`,
  ].map((rest) => `/api/questions${rest}`);
  for (const address of [...reads, "/api/tags", "/api/tags?search=c", `/api/answers/${given.id}`])
    await asha.get(address);
  const pages = [
    ...lists.map((query) => `/questions?${query}`),
    ...["", `?answer=${given.id}`, "?answer=999", "?after=0-1-1"].map((query) => path + query),
    `/questions/${asked.id}/edit`,
    `/questions/${asked.id}/history?before=99`,
  ];
  for (const address of pages) for (const visitor of [ashas, admins]) await visitor.get(address);

  const post = `answer-${given.id}`;
  for (const intent of ["vote", "take-back", "accept", "unaccept", "follow", "unfollow"])
    await ashas.post(path, { intent, post });
  await rohans.post(path, { intent: "vote", post: `question-${asked.id}` });
  const line = { intent: "thank", post, line: "It carried me." };
  await ashas.post(path, line);
  await ashas.post(path, { ...line, withName: "on" });
  for (const address of ["/api/users/me/thanks", "/api/users/me/thanks?cursor=999"]) await rohan.get(address);
  const [{ id } = { id: "" }] = (await rohan.get("/api/users/me/thanks")).body;
  await rohan.call("PUT", `/api/users/me/thanks/${id}`, { shown: true });
  await rohans.get(`/reports/new?subject=thanks&id=${id}`);
  for (const intent of ["show", "hide", "block"]) await rohans.post("/people/me/thanks", { intent, id });
  await rohan.call("DELETE", `/api/users/${asha.id}/block`);
  await rohans.post(path, { intent: "answer", body: "And another one." });
  await ashas.post(path, { intent: "comment", post, body: "Is it hard?" });
  const commentId = await comment(rohan, `questions/${asked.id}`);
  await asha.call("PUT", `/api/questions/${asked.id}`, { tags: ["charts"] }, { "If-Match": '"1.x"' });
  await rohan.call("PUT", `/api/answers/${given.id}`, { body: "Take *this* one." }, { "If-Match": '"1.x"' });
  for (const thing of [`comment=${commentId}`, `answer=${given.id}`, ""]) {
    await admins.get(`/questions/${asked.id}/moderate?${thing}`);
    for (const intent of ["hide", "show", "lock", "unlock"])
      await admins.post(`/questions/${asked.id}/moderate?${thing}`, { intent, reason: "Rude" });
  }
  await admins.get("/admin/tags");
  await admins.post("/admin/tags", { tag: "charts", name: "maps" });
  await rohan.call("DELETE", `/api/comments/${commentId}`);
  await rohan.call("DELETE", `/api/answers/${given.id}`);
  await admins.post(`/questions/${asked.id}/moderate`, { intent: "merge", into: other.id });
  await rohan.call("DELETE", `/api/questions/${other.id}`);
}
