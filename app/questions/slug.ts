import { createSlug } from "#app/platform/schemas/slug.ts";

export const questionSlug = (title: string): string => createSlug(title, "question");

export const questionPath = ({ id, title }: { id: number | string; title: string }): string =>
  `/questions/${id}/${questionSlug(title)}`;
