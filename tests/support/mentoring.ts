import type { Member } from "./people.ts";
import type { TestServer } from "./server.ts";

export const requestText =
  "I'm in my third year and would like to write firmware for small motors. Could we talk once a month?";

/** Makes a member offer mentoring, and a topic. */
export function offerMentoring(
  server: TestServer,
  { id }: Pick<Member, "id">,
  { places = 2, topic = "firmware" } = {},
): void {
  const database = server.database();
  database.prepare("insert or ignore into tags (name, question_count) values (?, 1)").run(topic);
  database
    .prepare(
      `insert or ignore into user_topics (user_id, tag_id, position)
       select ?, id, 1 from tags where name = ?`,
    )
    .run(Number(id), topic);
  database
    .prepare("update users set mentoring_places = ?, mentoring_note = 'An hour a month.' where id = ?")
    .run(places, Number(id));
}

/** Asks a mentor through the API. @returns the path of the request */
export async function askMentor(mentee: Member, mentor: Pick<Member, "id">): Promise<string> {
  const sent = { userId: mentor.id, topic: "firmware", text: requestText };
  const { status, body } = await mentee.call("POST", "/api/mentoring", sent);
  if (status !== 201) throw new Error(`asking: ${status} ${JSON.stringify(body)}`);
  return `/api/mentoring/${body.id}`;
}
