import { job } from "../people.ts";
import type { Row } from "./row.ts";

export const jobs: Row[] = [
  ["list jobs", "GET /api/jobs", "200 200 200 200 200 200"],
  ["read a job", "GET /api/jobs/{job}", "200 200 200 200 200 200"],
  ["post a job", "POST /api/jobs", "401 201 201 201 403 403", job],
  ["change a job", "PUT /api/jobs/{job}", "401 403 200 200 403 403", { title: "New" }],
  ["close a job", "PUT /api/jobs/{job}", "401 403 200 200 200 403", { isOpen: false }],
  ["delete a job", "DELETE /api/jobs/{job}", "401 403 200 200 200 403"],
  ["see the jobs", "GET /jobs", "200 200 200 200 200"],
  ["see a job", "GET /jobs/{job}", "200 200 200 200 200"],
  ["close a job on its page", "POST /jobs/{job}", "401 403 303 303 303", { intent: "close" }],
  ["reopen a job on its page", "POST /jobs/{job}", "401 403 303 303 303", { intent: "reopen" }],
  ["delete a job on its page", "POST /jobs/{job}", "401 403 303 303 303", { intent: "delete" }],
  ["save a job", "POST /jobs/{job}", "401 303 303 303 303", { intent: "save" }],
  ["forget a saved job", "POST /jobs/{job}", "401 303 303 303 303", { intent: "forget" }],
  ["see their jobs", "GET /jobs/mine", "login 200 200 200 200"],
  ["see their saved jobs", "GET /jobs/mine?show=saved", "login 200 200 200 200"],
  ["open a job's form", "GET /jobs/{job}/edit", "login 403 200 200 200"],
  ["send a job's form, blank", "POST /jobs/{job}/edit", "401 403 422 422 403", { title: "" }],
  ["open the wizard", "GET /post-job", "login 200 200 200 200"],
  ["go back in the wizard", "POST /post-job", "401 303 303 303 303", { intent: "previous" }],
  ["go on in the wizard, blank", "POST /post-job", "401 422 422 422 422", { intent: "next" }],
  ["save the wizard's draft", "POST /post-job", "401 303 303 303 303", { intent: "save" }],
  ["post by the wizard, blank", "POST /post-job?step=3", "401 422 422 422 422", { intent: "submit" }],
  ["preview a blank job", "POST /post-job?step=3", "401 422 422 422 422", { intent: "preview" }],
  ["follow jobs in a feed reader", "GET /jobs.atom", "200 200 200 200 200"],
];
