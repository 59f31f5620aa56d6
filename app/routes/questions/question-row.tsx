import { Link } from "react-router";
import { type Person, PersonLine } from "../../people/person.tsx";
import { quiet } from "../../styles/layout.css.ts";
import { listHref } from "./list-href.ts";
import * as styles from "./questions.css.ts";

/** A question of a list, every value as text. */
export interface ListedQuestion {
  id: number;
  href: string;
  title: string;
  tags: string[];
  author: Person;
  ago: string;
  answers: string;
  isAccepted: boolean;
  votes: string;
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

export const QuestionRow = ({ question }: { question: ListedQuestion }) => (
  <li className={styles.row}>
    <h2 className={styles.rowTitle}>
      <Link to={question.href} dir="auto">
        {question.title}
      </Link>
    </h2>
    <p className={quiet}>
      <PersonLine person={question.author} size="xs" /> · <span>{question.ago} ·</span>{" "}
      <span>
        <span className={question.isAccepted ? styles.accepted : undefined}>{question.answers}</span> ·
      </span>{" "}
      <span>{question.votes}</span>
    </p>
    <TagList tags={question.tags} />
  </li>
);
