import { redirect } from "react-router";

/** The address above the other pages redirects to the start at `/api`. */
export const loader = () => redirect("/api", 301);
