import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("jobs", "routes/jobs.tsx"),
  route("api/jobs", "routes/api-jobs.ts"),
] satisfies RouteConfig;
