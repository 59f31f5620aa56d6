import { expect, test } from "vitest";
import { asksForMoney } from "./money-warning.server.ts";

test.each([
  "A refundable security deposit of ₹2,000 is collected before joining.",
  "Pay a registration fee of Rs 500 to confirm the seat",
  "There is no interview, but a registration fee of 499 applies.",
  "No experience needed. Training charges: 3,000",
  "Selected students have to pay Rs. 1500 for the laptop.",
  "Candidates must first deposit the amount of ₹ 999.",
  "Please transfer the money to my personal bank account.",
  "Send ₹299 by GPay to 98200 00000",
  "The registration fee is not refundable.",
  "You should pay a small fee for the certificate",
  "PROCESSING FEE applies",
  "Kindly remit INR 750 today",
])("a job that says %j asks for money", (text) => {
  expect(asksForMoney([null, text])).toBe(true);
});

test.each([
  "There is no fee.",
  "No registration fee, no deposit.",
  "We never ask for a registration fee.",
  "We do not charge any kind of application fee.",
  "Registration fee: none",
  "The processing fee is waived",
  "Application fee: ₹0",
  "You will work on deposit insurance.",
  "Sell term deposits, fixed deposits and deposit insurance to banks.",
  "Build the application fee module of our college product.",
  "Maintain the security deposit ledger",
  "We pay ₹25,000 per month, and we pay the registration fee of the conference.",
  "The course fee is reimbursed by the company.",
  "Integrate UPI and GPay payments",
  "Salary is paid to your bank account every month.",
  "You must pay attention to detail.",
  "Free coffee and a training budget",
  "Security engineer, charged with token handling",
  "",
])("a job that says %j does not", (text) => {
  expect(asksForMoney([text])).toBe(false);
});

test("a text at its limit of one repeated phrase is read in one pass", () => {
  expect(asksForMoney(["pay ".repeat(25_000), "transfer a ".repeat(9_000), "no ".repeat(30_000)])).toBe(
    false,
  );
});
