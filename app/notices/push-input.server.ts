import { z } from "zod";

const key = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), "This is not a browser's key");

/** A browser's `PushSubscription`: its address, a public key of 65 bytes and a secret of 16. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.string().max(1_000),
  p256dh: key(65),
  auth: key(16),
});
export type PushSubscriptionInput = z.output<typeof pushSubscriptionSchema>;
