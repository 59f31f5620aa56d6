/** What an entry of the audit trail is about, as its page shows it: an expression for a query of `audit_entries`. */
export const auditSubject =
  "nullif(concat_ws(' by ', subject, (select name from users where users.id = audit_entries.member_id)), '')";
