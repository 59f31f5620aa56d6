import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Person, PersonLine } from "#app/people/person.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { listHref } from "./list-href.ts";
import * as styles from "./questions.css.ts";

/** A question in a list, with every value as text. */
export interface ListedQuestion {
  id: number;
  href: string;
  title: string;
  tags: string[];
  author: Person;
  ago: string;
  answers: number;
  isAccepted: boolean;
  votes: number;
  /** The beginning of the best answer. */
  bestAnswer: string | null;
}

export const TagList = ({ tags }: { tags: string[] }) => (
  <ul className={styles.tags} aria-label="Tags">
    {tags.map((tag) => (
      <li key={tag}>
        <Link to={listHref({ tag })} className={styles.tag}>
          {tag}
        </Link>
      </li>
    ))}
  </ul>
);

/** A number and what it counts. @param name the plural @param one the singular, if it differs */
export const Figure = ({
  count,
  name,
  one = name,
  className = styles.figure,
  children,
}: {
  count: number;
  name: string;
  one?: string;
  className?: string;
  children?: ReactNode;
}) => (
  <p className={className}>
    <b>{count}</b> <span>{count === 1 ? one : name}</span>
    {children}
  </p>
);

export const QuestionRow = ({ question }: { question: ListedQuestion }) => (
  <li className={styles.row}>
    <div className={styles.figures}>
      <Figure count={question.votes} name="votes" one="vote" />
      <Figure
        count={question.answers}
        name="answers"
        one="answer"
        className={question.isAccepted ? styles.acceptedFigure : styles.figure}
      >
        {question.isAccepted && <Icon name="check" size={16} label="one accepted" />}
      </Figure>
    </div>
    <div>
      <h2 className={styles.rowTitle}>
        <Link to={question.href} dir="auto">
          {question.title}
        </Link>
      </h2>
      <p className={quiet}>
        <PersonLine person={question.author} size="xs" /> <span>{question.ago}</span>
      </p>
      {question.bestAnswer && (
        <p className={styles.bestAnswer} dir="auto">
          {question.bestAnswer}
        </p>
      )}
      <TagList tags={question.tags} />
    </div>
  </li>
);
