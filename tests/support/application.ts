/** A letter and a PDF that every job accepts. */
export const letter =
  "I wrote the motor control of our solar car, and would like to go on with small robots.";
export const pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
