/** Every member of the demo community logs in with this. */
export const demoPassword = "quadrant-demo";
/** The members whose log-ins the demo prints: an administrator, a student, an alumna. */
export const demoLogIns = [
  { firstName: "Anvi", lastName: "Kothari", email: "admin@demo.example", role: "administrator" },
  { firstName: "Dev", lastName: "Malhotra", email: "student@demo.example", role: "student" },
  { firstName: "Ira", lastName: "Banerjee", email: "alumna@demo.example", role: "alumna" },
] as const;
