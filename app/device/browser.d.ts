// What some browsers have, and TypeScript's libraries do not.

interface Navigator {
  connection?: { saveData: boolean };
  /** On iPhones and iPads: whether the site was opened from the home screen. */
  standalone?: boolean;
}

interface WorkerNavigator {
  connection?: { saveData: boolean };
}
