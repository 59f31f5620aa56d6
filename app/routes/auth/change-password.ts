import { redirect } from "react-router";

/** Where password managers lead people who want a new password (W3C, "A well-known URL for changing passwords"). */
export const loader = () => redirect("/forgot-password", 302);
