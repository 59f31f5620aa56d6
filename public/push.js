// Shows what a push says: how much is new.

self.addEventListener("push", (event) => {
  const options = { tag: "notices", icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(event.data?.text() ?? "Something is new", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow("/notices"));
});
