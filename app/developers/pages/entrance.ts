import { redirect } from "react-router";

/** The pages below this address begin at the API's own. */
export const loader = () => redirect("/api", 301);
