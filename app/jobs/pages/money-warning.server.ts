/** A clause at a time, so that "no interview, but a registration fee" is not read as "no registration fee". */
const clauseEnd = /[.!?;,\n()•]|\bbut\b|\bhowever\b/;

const money = String.raw`(?:fees?|deposit|charges?|amount|money|payment|rs\.?|inr|rupees|₹)`;
const kinds = [
  ...[
    "registration",
    "application",
    "processing",
    "joining",
    "enrolment",
    "enrollment",
    "training",
    "course",
  ],
  ...["verification", "documentation", "document", "security", "admission", "onboarding", "interview", "kit"],
  ...[
    "laptop",
    "caution",
    "token",
    "placement",
    "certificate",
    "certification",
    "refundable",
    "non-refundable",
  ],
];

/** Phrases that ask the reader to pay. Each pattern is linear in the length of a clause. */
const demands = [
  new RegExp(String.raw`\b(?:${kinds.join("|")})\s+(?:\w+\s+)?(?:fees?|deposit|charges?)\b`),
  new RegExp(
    String.raw`\b(?:must|should|needs? to|ha(?:ve|s) to|required to|asked to|please|kindly|candidates?|students?|you)\s+(?:first\s+)?(?:pay|deposit|transfer|send|remit)\s+(?:[\w,'-]+\s+){0,4}${money}`,
  ),
  /\b(?:personal|savings|private)\s+bank\s+account\b/,
  /\b(?:pay|deposit|transfer|send|remit)\w*\s+(?:\S+\s+){0,6}(?:personal|savings|private|my|his|her)\s+(?:bank\s+)?account\b/,
  /\b(?:pay|transfer|send|remit)\s+(?:\S+\s+){0,6}(?:gpay|google pay|phonepe|paytm|upi)\b/,
];

/** "No registration fee", "we never ask for a deposit". */
const denial =
  /\b(?:no|not|never|nor|without|zero|free|nobody|none|don't|doesn't|won't|isn't|aren't|waive[ds]?)\b(?:\s+\S+){0,5}\s*$/;
/** "Registration fee: none". */
const denialAfter =
  /^\s*(?:(?::|is|are|-|–)\s*)?(?:none|nil|zero|free|waived|rs\.? ?0\b|₹ ?0\b|0\b|not (?:required|charged|taken|asked|needed))/;
/** The employer pays, or the word describes the work itself. */
const otherPayer =
  /\b(?:we|company|employer|college) (?:will |also )?(?:pays?|covers?|bears?|reimburses?|refunds?)\b|\b(?:reimbursed|covered|borne|paid) by\b/;
const subjectAfter =
  /^\s*(?:insurance|software|modules?|systems?|products?|management|engines?|platforms?|collections?|portals?|features?|pages?|calculators?|models?|api|apis|records?|accounting)\b/;
const workBefore = /\b(?:build|design|develop|maintain|automate|manage|reconcile|test|improve)\w*\b/;

function isDemand(clause: string, pattern: RegExp): boolean {
  const found = pattern.exec(clause);
  if (!found) return false;
  const before = clause.slice(0, found.index);
  const after = clause.slice(found.index + found[0].length);
  return !(
    denial.test(before) ||
    denialAfter.test(after) ||
    subjectAfter.test(after) ||
    workBefore.test(before) ||
    otherPayer.test(clause)
  );
}

/** Longer clauses are cut, because nobody writes them and a pattern's time grows with them. */
const maxClauseLength = 400;

/** Whether a job's text asks its readers for fees, a deposit or money to somebody's own bank account. */
export const asksForMoney = (texts: readonly (string | null)[]): boolean =>
  texts
    .flatMap((text) => (text ?? "").toLowerCase().replaceAll("’", "'").split(clauseEnd))
    .some((clause) => demands.some((pattern) => isDemand(clause.slice(0, maxClauseLength), pattern)));

export const moneyWarning =
  "This text seems to ask for money. A genuine employer charges no fee or deposit and uses no personal bank account. Ask somebody before you pay, and report the job if you are asked to pay.";
