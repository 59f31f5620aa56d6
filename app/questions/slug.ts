const maxSlugLength = 60;

export const createSlug = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, "") || "question";

export const questionPath = ({ id, title }: { id: number | string; title: string }): string =>
  `/questions/${id}/${createSlug(title)}`;
