/** The rules of every call, with code in backticks. */
export const rules = [
  {
    title: "Tokens",
    text: "A program sends its token as `Authorization: Bearer TOKEN`. `POST /api/users/login` returns one, too. A token lasts 30 days from its last use; one that is wrong or has ended gets 401, even where guests are welcome. A read-only token reads everything and gets 403 on the rest; one for some things only, such as `jobs:write`, gets 403 on all others, and `WWW-Authenticate` names the scope that it lacks. Treat a token like a password: never put it into code that others see, and end it at once when it got out.",
  },
  {
    title: "Values",
    text: "Bodies are JSON, files aside. Ids are strings, times ISO 8601 in UTC, dates `YYYY-MM-DD`, and what is missing is `null`. A time without an offset is read in the community's time zone. A body has at most 64 KB, that of a job, a question or an answer 256 KB. Links begin with http or https.",
  },
  {
    title: "Answers",
    text: "Jobs, users, messages, tags, saved searches and settings are the whole response. Events, resources, categories, questions, answers, comments and notices are in `data`, beside `success`. New calls do without `data`.",
  },
  {
    title: "Long lists",
    text: 'They take `limit`. When there is more, the header `Link: <…>; rel="next"` has the address of the next page: follow it as it is. Unknown parameters and unknown values of filters are ignored; a cursor that no list gave is 422.',
  },
  {
    title: "Limits",
    text: 'A call that counts says how often you may still make it: `RateLimit: "job-3600";r=9;t=3541` means 9 more times in the next 3,541 seconds. After that you get 429, and `Retry-After` says how many seconds to wait.',
  },
  {
    title: "Sending again",
    text: "Did the network break before you had the answer? Send a POST that takes an `Idempotency-Key` again with the same key (1 to 64 ASCII characters of your own) and the same body: within 24 hours you get what the first call made, as it is now, and nothing is made twice. For a message `tempId` does the same.",
  },
  {
    title: "Reading again",
    text: "Every GET returns an `ETag`. Send it back as `If-None-Match`, and you get 304 without a body while nothing has changed. `HEAD` works wherever GET does, and `OPTIONS` lists the methods of an address.",
  },
  {
    title: "Changing what others change",
    text: "The `ETag` of a job, an event, a resource, a question, an answer or yourself names a version, also in the answer of the POST or PUT that made it. Send it as `If-Match` with PUT or DELETE: if someone has changed it since you read it, you get 412, and nothing is overwritten.",
  },
  {
    title: "From other sites",
    text: "Pages of other sites may call the API as a guest or with a token, never with the reader's cookie.",
  },
];
