import { redirect } from "react-router";

/** Password managers send people here to change a password (W3C, "A Well-Known URL for Changing Passwords"). */
export function loader() {
  throw redirect("/forgot-password", 302);
}
