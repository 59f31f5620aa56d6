import type { Member } from "./people.ts";

/** The body of an experience for the API. */
export const experience = {
  companyName: "Northlight Robotics",
  role: "Firmware intern",
  year: 2024,
  kind: "interview",
  rounds: ["Aptitude test, 60 minutes", "Two technical interviews"],
  questions:
    "They asked how an interrupt differs from polling, and to find the mistake in a short loop that reads a sensor.",
  advice: "Bring a project that you built yourself.",
  offer: true,
  stipend: { currency: "INR", type: "per month", minAmount: 25_000, maxAmount: null },
};

/** @returns the experience as its author sees it @throws if it is refused */
export async function shareExperience(member: Member, more: Record<string, unknown> = {}) {
  const { status, body } = await member.call("POST", "/api/experiences", { ...experience, ...more });
  if (status !== 201) throw new Error(`sharing: ${status} ${JSON.stringify(body)}`);
  return body;
}
