import { subjects } from "./index.ts";
import { findRoutes } from "./routes.ts";
import { type Role, type Row, roles } from "./row.ts";

/** @returns the pages that a role may open, from the permission rows, which include every page */
const pagesOf = (rows: Row[], role: Role) =>
  rows.flatMap(([, send, statuses]) => {
    const [method, address = ""] = send.split(" ");
    const isOpen = /^(200|404|410)$/.test(statuses.split(" ")[roles.indexOf(role)] ?? "");
    return method === "GET" && isOpen && findRoutes(address).at(-1)?.isPage ? [address] : [];
  });

/** Every page, grouped by subject and a role that may open it. */
export const walks = Object.entries(subjects).flatMap(([subject, rows]) => {
  const ofOwner = pagesOf(rows, "owner");
  const ofAdmin = pagesOf(rows, "admin").filter((page) => !ofOwner.includes(page));
  return [
    { subject, role: "guest" as const, pages: pagesOf(rows, "guest") },
    { subject, role: "owner" as const, pages: ofOwner },
    { subject, role: "admin" as const, pages: ofAdmin },
  ].filter(({ pages }) => pages.length > 0);
});
