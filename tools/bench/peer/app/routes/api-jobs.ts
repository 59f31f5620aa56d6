import { jobs } from "../jobs.ts";

export const loader = () => Response.json({ data: jobs });
