import type { jobs } from "#db/index.ts";

type Salary = Pick<typeof jobs.$inferSelect, "salaryCurrency" | "salaryType" | "salaryMin" | "salaryMax">;
type Currency = NonNullable<Salary["salaryCurrency"]>;

/** One per currency: creating a format costs fifty times as much as using it. */
const moneyFormats = new Map<string, Intl.NumberFormat>();

function formatMoney(amount: number, currency: Currency): string {
  let format = moneyFormats.get(currency);
  if (!format) {
    const style = {
      style: "currency",
      currency,
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    } as const;
    format = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en", style);
    moneyFormats.set(currency, format);
  }
  return format.format(amount);
}

/** A salary as text: "Not disclosed" without one, "Up to …" if only the maximum is known. */
export function formatSalary(job: Salary): string {
  const { salaryMin: min, salaryMax: max } = job;
  if (min === null && max === null) return "Not disclosed";
  const currency = job.salaryCurrency ?? "INR";
  const amount =
    min === null || max === null
      ? `${max === null ? "From" : "Up to"} ${formatMoney(max ?? min ?? 0, currency)}`
      : min === max
        ? formatMoney(min, currency)
        : `${formatMoney(min, currency)} to ${formatMoney(max, currency)}`;
  return `${amount} ${job.salaryType ?? "per year"}`;
}
