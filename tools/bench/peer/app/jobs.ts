/** As many jobs as a page of ours shows. They are in memory: this app has no database to wait for. */
export const jobs = Array.from({ length: 20 }, (_, id) => ({
  id,
  title: `Engineer ${id}`,
  company: "Northlight Robotics",
  city: "Pune",
  text: "Drive every new robot until it fails, describe how, and prevent it.",
}));
