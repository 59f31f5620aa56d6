import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { quiet } from "#app/ui/styles/layout.css.ts";
import * as styles from "./questions.css.ts";

export interface SimilarQuestion {
  href: string;
  title: string;
  answers: string;
}

export const SimilarList = ({
  questions,
  children,
}: {
  questions: readonly SimilarQuestion[];
  children?: ReactNode;
}) => (
  <section className={styles.similar} aria-label="Similar questions">
    <h2>Was this asked before?</h2>
    <ul>
      {questions.map(({ href, title, answers }) => (
        <li key={href}>
          <Link to={href} target="_blank" dir="auto">
            {title}
          </Link>{" "}
          <span className={quiet}>{answers}</span>
        </li>
      ))}
    </ul>
    {children}
  </section>
);

const pauseMs = 400;
const minLength = 10;

/** Questions similar to a title, shown while it is typed. */
export function SimilarWhileTyping({ title }: { title: string }) {
  const [questions, setQuestions] = useState<readonly SimilarQuestion[]>([]);
  useEffect(() => {
    if (title.trim().length < minLength) return setQuestions([]);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/questions/similar?title=${encodeURIComponent(title)}`, {
          signal: abort.signal,
        });
        const { data } = (await response.json()) as {
          data?: { id: string; slug: string; title: string; answers: number }[];
        };
        setQuestions(
          (data ?? []).map(({ id, slug, title, answers }) => ({
            href: `/questions/${id}/${slug}`,
            title,
            answers: answers === 1 ? "1 answer" : `${answers || "no"} answers`,
          })),
        );
      } catch {
        // Without a response nothing is shown here: the next step lists them.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [title]);
  return questions.length > 0 ? <SimilarList questions={questions} /> : null;
}
