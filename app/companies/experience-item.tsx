import { Link } from "react-router";
import { ReportLink } from "#app/moderation/report-link.tsx";
import { PersonLine } from "#app/people/person.tsx";
import { details as opened } from "#app/thanks/thanks-act.css.ts";
import { ThanksAct } from "#app/thanks/thanks-act.tsx";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { FlashLine } from "#app/ui/flash.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { item } from "#app/ui/list.css.ts";
import { More } from "#app/ui/more.tsx";
import { touchable } from "#app/ui/styles/global.css.ts";
import { prose, quiet, row, spread, stack } from "#app/ui/styles/layout.css.ts";
import type { PresentedExperience } from "./present.server.ts";

/** An experience in a list, where its texts are folded. */
export const ExperienceItem = ({ experience }: { experience: PresentedExperience }) => (
  <li className={item}>
    <h3 dir="auto">
      <Link to={`/experiences/${experience.id}`} className={touchable}>
        {experience.role}
      </Link>
    </h3>
    <Facts experience={experience} />
    <Rounds experience={experience} />
    <Author experience={experience} />
    <div className={spread}>
      <details className={opened}>
        <summary className={buttonClass({ variant: "link" })}>Questions and advice</summary>
        <Texts experience={experience} />
      </details>
      <Acts experience={experience} />
    </div>
    <FlashLine at={keyOf(experience)} />
  </li>
);

export const Facts = ({ experience: { facts } }: { experience: PresentedExperience }) => (
  <p className={quiet}>{facts.join(" · ")}</p>
);

export const Rounds = ({ experience: { rounds } }: { experience: PresentedExperience }) =>
  rounds.length > 0 && (
    <p dir="auto">
      <b>Rounds:</b> {rounds.map((round, index) => `${index + 1}. ${round}`).join("; ")}
    </p>
  );

export const Texts = ({ experience: { questions, advice } }: { experience: PresentedExperience }) => (
  <div className={stack[3]}>
    {questions && <Text title="What they asked" text={questions} />}
    {advice && <Text title="Advice" text={advice} />}
  </div>
);

const Text = ({ title, text }: { title: string; text: string }) => (
  <div className={stack[1]}>
    <p className={quiet}>{title}</p>
    <p className={prose} dir="auto">
      <LinkedText text={text} />
    </p>
  </div>
);

const keyOf = ({ id }: PresentedExperience) => `experience-${id}`;

/** Who shared it, and the reader's actions. */
export const Actions = ({ experience }: { experience: PresentedExperience }) => (
  <>
    <div className={spread}>
      <Author experience={experience} />
      <Acts experience={experience} isProminent />
    </div>
    <FlashLine at={keyOf(experience)} />
  </>
);

const Author = ({ experience: { author, month } }: { experience: PresentedExperience }) => (
  <p className={quiet}>
    <PersonLine person={author}> · {month}</PersonLine>
  </p>
);

/** @param isProminent whether it is the page's one item, not a row that looks like the next */
const Acts = ({
  experience,
  isProminent = false,
}: {
  experience: PresentedExperience;
  isProminent?: boolean;
}) => {
  const { id, role, own, thanks } = experience;
  return (
    <div className={`${row[3]} ${quiet}`} id={keyOf(experience)}>
      <ThanksAct
        of={keyOf(experience)}
        thanks={thanks}
        canThank={!own}
        className={isProminent ? buttonClass({ variant: "outline", size: "sm" }) : undefined}
        action={`/experiences/${id}`}
      />
      {own ? (
        <ButtonLink to={`/experiences/${id}/edit`} variant={isProminent ? "outline" : "link"} size="sm">
          Edit
        </ButtonLink>
      ) : (
        <More label={`More about ${role}`}>
          <ReportLink
            subject="experience"
            id={id}
            backTo={`/experiences/${id}`}
            className={buttonClass({ variant: "link", size: "sm" })}
          />
        </More>
      )}
    </div>
  );
};
