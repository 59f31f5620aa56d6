import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import * as styles from "./account.css.ts";

const failed = "That didn't work. Please try again.";

/**
 * Turns pushes to this browser on or off. Shown only if the browser supports them and runs scripts.
 * @param endpoint where the server sends this session's pushes: a browser keeps its subscription after the session has
 * ended
 */
export function PushSection({ publicKey, endpoint }: { publicKey: string; endpoint: string | null }) {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (!("serviceWorker" in navigator && "PushManager" in window)) return;
    void navigator.serviceWorker
      .getRegistration("/worker.js")
      .then((registration) => registration?.pushManager.getSubscription())
      .then((subscription) => setIsOn(endpoint !== null && subscription?.endpoint === endpoint));
  }, [endpoint]);
  if (isOn === null) return null;
  const change = async () => {
    setIsBusy(true);
    try {
      await (isOn ? endPushes() : beginPushes(publicKey));
      setIsOn(!isOn);
      showToast(
        isOn ? "This device won't get any more notices." : "This device will get notices from now on.",
      );
    } catch {
      showToast(Notification.permission === "denied" ? "Your browser doesn't allow it." : failed);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={styles.rest}>
      <div className={styles.part}>
        <p>
          {isOn
            ? "This device gets notices while none of our pages is open."
            : "This device can get notices while none of our pages is open. They say how much is new, never what."}
        </p>
        <Button type="button" variant="outline" loading={isBusy} onClick={change}>
          {isOn ? "Stop notices on this device" : "Get notices on this device"}
        </Button>
      </div>
    </div>
  );
}

async function beginPushes(publicKey: string): Promise<void> {
  const registration = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await post({ endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/worker.js");
  await post({ intent: "end" });
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function post(fields: Record<string, string>): Promise<void> {
  const { ok } = await fetch("/account/push", { method: "POST", body: new URLSearchParams(fields) });
  if (!ok) throw new Error("refused");
}
