/** As many jobs as our page shows, in memory, because this app has no database. */
export const jobs = Array.from({ length: 20 }, (_, id) => ({
  id,
  title: `Engineer ${id}`,
  company: "Northlight Robotics",
  city: "Pune",
  text: "Drive every new robot until it fails, describe how, and prevent it.",
}));
