/** The changes for programs, the latest first. */
export const apiChanges: { date: string; changes: string[] }[] = [
  {
    date: "2026-11-24",
    changes: [
      "`GET /api/events` takes `search` and `type`.",
      "Events have `organizers`: `PUT, DELETE /api/events/{id}/organizers/{userId}` ask, accept and remove up to five beside the organizer, with the same rights.",
      "Events have `endDate`: optional, after `date`, and null takes it away. The description of a job or an event is Markdown.",
      "Resources have `courseCode` and `resourceType`, both optional: in `POST` and `PUT`, and as filters of `GET /api/resources`.",
      "`GET /api/search` looks through members, questions, jobs, events, notes and help, and `GET /api/search/suggestions` is for fields that suggest while somebody types. `search` of `GET /api/questions` and `GET /api/resources` finds several words in any order.",
      "`GET /api/users/me/today` has what waits for you: the line of the day and seven cards at most. `POST, PUT, DELETE /api/users/me/today/{id}` does what a card offers, brings it back or puts it away.",
      "`GET /api/users` takes `topic`, `company`, `branch` and `mentoring=1`. Members of `GET /api/questions/helpers` have `topics`.",
      "`GET /api/users/{id}/given` lists what a member gave: answers, resources, events or open jobs.",
      "`GET /api/jobs` takes `company`, `minSalary` with `currency` and `salaryType`, `maxExperience`, `postedWithin` in days, and `sort=deadline`.",
      "`PUT /api/jobs/{id}/tracking` and `GET /api/jobs/tracked` keep how far you are with a job. A job has `counts` for its poster.",
      "`PUT /api/jobs/{id}/logo` fills `companyLogo`. `PUT, DELETE /api/jobs/{id}/referral`: a job has `referrers` for members.",
    ],
  },
  {
    date: "2026-11-22",
    changes: [
      "Thanks: `PUT, DELETE /api/answers/{id}/thanks`, `PUT, DELETE /api/comments/{id}/thanks`, `PUT, DELETE /api/resources/{id}/thanks`, `PUT, DELETE /api/events/{id}/thanks`; `GET /api/users/me/thanks` and `PUT /api/users/me/thanks/{id}` for who got them. A vote for an answer is thanks for it: sixty a day.",
      "What is deleted waits in a bin for seven days: `POST /api/jobs/{id}/restore`, `POST /api/events/{id}/restore`, `POST /api/resources/{id}/restore`, `POST /api/questions/{id}/restore`, `POST /api/answers/{id}/restore` and `POST /api/comments/{id}/restore` bring it back.",
      "Questions: `GET, POST /api/questions`, `GET, PUT, DELETE /api/questions/{id}`, `PUT, DELETE /api/questions/{id}/follow`, `PUT, DELETE /api/questions/{id}/vote`, `POST /api/questions/{id}/comments`. `GET /api/questions/similar` and `GET /api/questions/helpers` are for the time before one asks, `GET /api/tags` has the tags.",
      "Answers: `GET, POST /api/questions/{id}/answers`, `GET, PUT, DELETE /api/answers/{id}`, `PUT, DELETE /api/answers/{id}/vote`, `POST /api/answers/{id}/comments`, `DELETE /api/comments/{id}`, and `PUT, DELETE /api/questions/{id}/accepted`.",
      "Notices: `GET /api/notices`, `PUT /api/notices/{id}/read`, `PUT /api/notices/read`, the frame `notice`, and the choices at `GET, PUT /api/users/me/notice-settings`.",
      "Saved searches: `GET, POST /api/saved-searches`, `DELETE /api/saved-searches/{id}`.",
      "Mentoring: `GET, POST /api/mentoring`, `PUT /api/mentoring/{id}`.",
      "`PUT /api/resources/{id}` changes a resource.",
      "Every problem has a stable `code`, and its `type` leads to its explanation.",
      '`GET /api/resources` names the next page in `Link: <…>; rel="next"`, as the other lists do.',
      "Jobs, events, resources and your own user have strong tags. Send one as `If-Match` with `PUT` or `DELETE`, and you get 412 instead of overwriting someone else's change.",
      "Tokens for some things only: `jobs:write`, `events:read` and so on. Each call names its scope; tokens that exist keep their rights.",
      "The socket joins your room when you log in and answers `ready`; `join` does nothing any more. A frame with an `id` gets an `ack`.",
      "A call with an `Idempotency-Key` is repeated safely across restarts of the server.",
      '`WWW-Authenticate` says `error="invalid_token"` for a token that is wrong or has ended.',
    ],
  },
];
