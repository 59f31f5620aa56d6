import type { ReportSubject } from "#db/vocabulary.ts";

/** A link to the form that reports something to the administrators. @param backTo the local path to return to */
export function ReportLink({
  subject,
  id,
  backTo,
  label,
  className,
}: {
  subject: ReportSubject;
  id: string;
  backTo: string;
  label?: string;
  className?: string;
}) {
  const query = new URLSearchParams({ subject, id, redirectTo: backTo });
  return (
    <a href={`/reports/new?${query}`} className={className} aria-label={label}>
      Report
    </a>
  );
}
