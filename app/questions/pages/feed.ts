import { redirect } from "react-router";
import { createFeedResponse } from "#app/platform/feeds/atom.server.ts";
import { arePublic } from "../access.server.ts";
import { listQuestions } from "../read.server.ts";
import { questionPath } from "../slug.ts";

const maxEntries = 50;

/** The file is the same for everyone. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  // That page explains the reason to guests.
  if (!arePublic) throw redirect("/questions", 303);
  const { page } = await listQuestions({ sort: "newest" }, null, { limit: maxEntries });
  return createFeedResponse("/questions", "Questions", page, (question) => ({
    idPath: `/questions/${question.id}`,
    path: questionPath(question),
    title: question.title,
    summary: question.authorName,
    content: question.body,
    publishedAt: question.askedAt,
    updatedAt: question.editedAt ?? question.askedAt,
  }));
}
