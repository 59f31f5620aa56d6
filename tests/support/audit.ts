/** SQL expression over `audit_entries` for an entry's subject, as the page of the audit trail shows it. */
export const auditSubject =
  "nullif(concat_ws(' by ', subject, (select name from users where users.id = audit_entries.member_id)), '')";
