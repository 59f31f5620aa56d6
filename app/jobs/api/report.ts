import { z } from "zod";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { toCsvLine } from "#app/platform/http/csv.server.ts";
import { reportJobs } from "../report.server.ts";
import {
  type JobMonth,
  jobMonthSchema,
  jobReportCsvSchema,
  jobReportSchema,
} from "../report-input.server.ts";

/** The leading byte order mark makes spreadsheets read the file as UTF-8. */
const writeCsv = (months: JobMonth[]): string =>
  `\ufeff${[Object.keys(jobMonthSchema.shape), ...months.map((row) => Object.values(row).map(String))]
    .map(toCsvLine)
    .join("")}`;

export const jobReportPaths: Paths = {
  "/api/reports/jobs": {
    GET: call({
      operationId: "reportJobs",
      summary: "Count jobs and their outcomes, month by month",
      description:
        'Administrators only: jobs posted, links opened, members who applied and who have an offer. 1 to 4 are `"<5"`, more than 100,000 are 100,000. Sixty months at most, in the community\'s time zone.',
      auth: "user",
      query: jobReportSchema,
      responses: {
        200: {
          description: "A row a month, the earliest first",
          schema: z.array(jobMonthSchema),
          csv: jobReportCsvSchema,
        },
      },
      async handler({ query: { from, to, format }, viewer }) {
        const months = await reportJobs(viewer, { from, to });
        if (format !== "csv") return { status: 200, body: months };
        const name = `jobs-${months.at(0)?.month}-to-${months.at(-1)?.month}.csv`;
        return {
          status: 200,
          body: writeCsv(months),
          headers: {
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": `attachment; filename="${name}"`,
          },
        };
      },
    }),
  },
};
