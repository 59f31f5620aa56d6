import { settings } from "../settings.server.ts";
import { dayMs, minuteMs } from "../time/durations.ts";
import type { LinkMail } from "./link.server.ts";

const resetMinutes = 30;

export const resetLink = (requestedBy: string): LinkMail => ({
  purpose: "reset-password",
  path: "/reset-password",
  lifetimeMs: resetMinutes * minuteMs,
  subject: `Choose a new password for ${settings.siteName}`,
  text: (url) =>
    `${requestedBy} for a new password for your account.\n\nChoose it here:\n\n${url}\n\nThe link works once and expires after ${resetMinutes} minutes. If it was not you, you can ignore this email: your password stays the same.`,
});

/** `inviter` is the inviting member's name, `{name}` the invited person's. */
export const invitationLink = (inviter: string): LinkMail => ({
  purpose: "invitation",
  path: "/invitation",
  lifetimeMs: 14 * dayMs,
  subject: `You are invited to ${settings.siteName}`,
  text: (url) =>
    `Hello {name},\n\n${inviter}${settings.collegeName && ` of ${settings.collegeName}`} invites you to ${settings.siteName}, where students and alumni help each other.\n\nYour account is ready. Choose your password here:\n\n${url}\n\nThe link works once and expires after two weeks. If you don't want an account, log in once and delete it.`,
});
