import type { ReactNode } from "react";
import { Form, Link, redirect } from "react-router";
import { getViewer, requireViewer } from "#app/platform/auth/guards.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { maxSearchLength } from "#app/platform/schemas/search-rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { describeHidden, hasEmptyParts } from "#app/ui/client/filter-address.ts";
import { useFilterForm } from "#app/ui/client/use-filter-form.ts";
import { Area } from "#app/ui/drawing.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { SearchField, WithoutFilters } from "#app/ui/search-field.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { peopleAndQuestions, Tabs } from "#app/ui/tabs.tsx";
import { arePublic } from "../access.server.ts";
import { questionFilterSchema } from "../input.server.ts";
import { countHidden, findBestAnswers, findNewTagName, listQuestions } from "../read.server.ts";
import { questionFilterNames, questionRules, questionTexts } from "../texts.ts";
import type { Route } from "./+types/list.ts";
import { type ListAddress, listHref } from "./list-href.ts";
import { presentListed } from "./present.server.ts";
import { QuestionRow } from "./question-row.tsx";
import * as styles from "./questions.css.ts";

export const handle = {
  title: "Questions",
  failed: questionTexts.loadFailed,
  scripts: "members",
  cache: { params: [...questionFilterNames, "cursor"], varyBy: "guests" },
};

/** The highest count shown for a search without its filters. */
const maxCount = 1_000;

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const viewer = arePublic ? await getViewer(args) : await requireViewer(args);
  const filter = questionFilterSchema.parse(Object.fromEntries(searchParams));
  const cursor = searchParams.get("cursor")?.slice(0, 40);
  if (hasEmptyParts(searchParams)) throw redirect(listHref({ ...filter, cursor }));
  const newTag = filter.tag && (await findNewTagName(filter.tag));
  if (newTag) throw redirect(listHref({ ...filter, tag: newTag, cursor }), 301);
  limitListSearch(viewer, getRequestContext(args.context), filter);
  const { page, next } = await listQuestions(filter, viewer, { limit: questionRules.pageSize, cursor });
  const address: ListAddress = filter;
  const bestAnswers = await findBestAnswers(page.filter(({ answers }) => answers > 0).map(({ id }) => id));
  const { all, shown } = await countHidden(filter, maxCount);
  return {
    filter: address,
    isFeed: arePublic,
    isMember: viewer !== null,
    rows: page.map((question) => presentListed(question, viewer, bestAnswers.get(question.id))),
    next: next ?? null,
    hidden: describeHidden(all, shown, maxCount),
  };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const sorts = [
  ["newest", "Newest"],
  ["unanswered", "Unanswered"],
  ["active", "Active"],
] as const;

export default function Questions({
  loaderData: { filter, rows, next, hidden, isFeed, isMember },
}: Route.ComponentProps) {
  const { sort = "newest", tag, search } = filter;
  return (
    <div className={styles.list}>
      <Title description="Questions of students, answered by those who know.">Questions</Title>
      {isFeed && (
        <link rel="alternate" type="application/atom+xml" title="Questions" href="/questions.atom" />
      )}
      <div className={styles.head}>
        <div>
          <h1>Questions</h1>
          <p>Ask what you want to know. Somebody here has been through it.</p>
        </div>
        <ButtonLink to="/questions/new">Ask a Question</ButtonLink>
        <Area className={styles.area} name="soundings" />
      </div>
      <Tabs className={styles.tabs} label="Q&A" links={peopleAndQuestions} current="/questions" />
      <SearchForm filter={filter} />
      {tag && (
        <div className={`${styles.buttons} ${quiet}`}>
          <Link to={listHref({ sort, search })} className={styles.tag} aria-label={`Remove the tag ${tag}`}>
            Tag: {tag}
            <Icon name="close" size={16} />
          </Link>
          {isMember && (
            <Link
              to={`/account/searches?kind=questions&query=${encodeURIComponent(`tag=${encodeURIComponent(tag)}`)}`}
              className={styles.act}
            >
              Tell me about new ones
            </Link>
          )}
        </div>
      )}
      <nav className={styles.sorts} aria-label="Order">
        {sorts.map(([value, text]) => (
          <Link
            key={value}
            to={listHref({ sort: value, tag, search })}
            aria-current={value === sort ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <WithoutFilters hidden={hidden} href={listHref({ search })} />
      <List
        rows={rows}
        next={next}
        filterNames={questionFilterNames}
        empty={describeNothing(filter)}
        scene="lead"
      >
        {(question) => <QuestionRow key={question.id} question={question} />}
      </List>
    </div>
  );
}

function SearchForm({ filter }: { filter: ListAddress }) {
  const formProps = useFilterForm(filter);
  return (
    <Form action="/questions" className={styles.filter} role="search" {...formProps}>
      <SearchField
        name="search"
        label="Search questions"
        placeholder="Search by title or text..."
        maxLength={maxSearchLength}
        defaultValue={filter.search}
      />
      {filter.tag && <input type="hidden" name="tag" value={filter.tag} />}
      {filter.sort && filter.sort !== "newest" && <input type="hidden" name="sort" value={filter.sort} />}
    </Form>
  );
}

function describeNothing({
  sort,
  tag,
  search,
}: ListAddress): [title: string, text: string, action?: ReactNode] {
  if (search || tag)
    return [
      "No question found",
      "Nobody has asked this yet. Try other words, or be the first to ask.",
      <ButtonLink key="all" to="/questions" variant="outline">
        All questions
      </ButtonLink>,
    ];
  if (sort === "unanswered")
    return ["Everything is answered", "Come back later, or look at the newest questions."];
  return ["No questions yet", "Ask the first one: how exams are, which elective to take, where to live."];
}
