import { Form, Link, redirect } from "react-router";
import { getViewer, requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { useFilterForm } from "../../client/use-filter-form.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { arePublic } from "../../questions/access.server.ts";
import { findNewTagName, listQuestions } from "../../questions/read.server.ts";
import { questionFilterSchema } from "../../schemas/question.ts";
import { questionRules, questionTexts } from "../../schemas/question-texts.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { TextInput } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import { peopleAndQuestions, Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { type ListAddress, listHref } from "./list-href.ts";
import { presentListed } from "./present.server.ts";
import { plainField } from "./question-fields.tsx";
import { QuestionRow } from "./question-row.tsx";
import * as styles from "./questions.css.ts";

export const handle = { cache: { params: ["sort", "tag", "search", "cursor"], varyBy: "guests" } };

export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const viewer = arePublic ? await getViewer(args) : await requireViewer(args);
  const filter = questionFilterSchema.parse(Object.fromEntries(searchParams));
  const cursor = searchParams.get("cursor")?.slice(0, 40);
  // A form without scripts submits its empty fields too.
  if ([...searchParams.values()].some((value) => value.trim() === ""))
    throw redirect(listHref({ ...filter, cursor }));
  const found = await queryOrNull(args.context, async () => {
    const newTag = filter.tag && (await findNewTagName(filter.tag));
    if (newTag) return { newTag };
    return listQuestions(filter, viewer, { limit: questionRules.pageSize, cursor });
  });
  if (found && "newTag" in found) throw redirect(listHref({ ...filter, tag: found.newTag, cursor }), 301);
  const address: ListAddress = filter;
  return {
    filter: address,
    isFeed: arePublic,
    isMember: viewer !== null,
    isContinued: cursor !== undefined,
    list: found && {
      rows: found.page.map(presentListed),
      nextHref: found.next ? listHref({ ...filter, cursor: found.next }) : null,
    },
  };
}

export const clientLoader = withFallback(({ url }) => {
  const { searchParams } = new URL(url);
  const filter: ListAddress = {
    tag: searchParams.get("tag") ?? undefined,
    search: searchParams.get("search") ?? undefined,
  };
  return { filter, isFeed: false, isMember: true, isContinued: false, list: null };
});

const sorts = [
  ["newest", "Newest"],
  ["unanswered", "Unanswered"],
  ["active", "Active"],
] as const;

export default function Questions({
  loaderData: { filter, list, isFeed, isMember, isContinued },
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
      </div>
      <Tabs className={styles.tabs} label="Q&A" links={peopleAndQuestions} current="/questions" />
      <SearchForm filter={filter} />
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
      {tag && (
        <div className={styles.acts}>
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
      {!list && <LoadFailure text={questionTexts.loadFailed} />}
      {list?.rows.length === 0 && <Nothing filter={filter} isContinued={isContinued} />}
      {list && (
        <ul className={styles.rows}>
          {list.rows.map((question) => (
            <QuestionRow key={question.id} question={question} />
          ))}
        </ul>
      )}
      {(list?.nextHref || isContinued) && (
        <nav className={styles.more} aria-label="More questions">
          {isContinued && (
            <ButtonLink to={listHref(filter)} variant="ghost">
              First page
            </ButtonLink>
          )}
          {list?.nextHref && (
            <ButtonLink to={list.nextHref} variant="outline">
              More questions
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  );
}

function SearchForm({ filter }: { filter: ListAddress }) {
  const formProps = useFilterForm({ search: filter.search });
  return (
    <Form action="/questions" className={styles.filter} role="search" {...formProps}>
      <div className={styles.searchField}>
        <TextInput
          field={plainField("search", "search", filter.search)}
          label="Search"
          optional={false}
          type="search"
          maxLength={200}
          enterKeyHint="search"
        />
      </div>
      {filter.tag && <input type="hidden" name="tag" value={filter.tag} />}
      {filter.sort && filter.sort !== "newest" && <input type="hidden" name="sort" value={filter.sort} />}
      <Button variant="outline">Search</Button>
    </Form>
  );
}

function Nothing({
  filter: { sort, tag, search },
  isContinued,
}: {
  filter: ListAddress;
  isContinued: boolean;
}) {
  if (isContinued) {
    return (
      <EmptyState title="No more questions">
        <p>You've reached the end of this list.</p>
      </EmptyState>
    );
  }
  if (search || tag) {
    return (
      <EmptyState title="No question found">
        <p>Nobody has asked this yet. Try other words, or be the first to ask.</p>
        <ButtonLink to="/questions" variant="outline">
          All questions
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={sort === "unanswered" ? "Everything is answered" : "No questions yet"}>
      <p>
        {sort === "unanswered"
          ? "Come back later, or look at the newest questions."
          : "Ask the first one: how exams are, which elective to take, where to live."}
      </p>
    </EmptyState>
  );
}
