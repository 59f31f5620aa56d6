import { redirect } from "react-router";

/** Without a client id there is nowhere to continue to: the log-in page says so. */
export const loader = () => redirect("/login?notice=google-off", 303);
