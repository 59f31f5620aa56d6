import { experience } from "../experiences.ts";
import type { Row } from "./row.ts";

const form = {
  companyName: "Northlight Robotics",
  role: "Firmware intern",
  year: "2024",
  kind: "interview",
  rounds: "Aptitude test",
  questions: experience.questions,
  advice: "",
  offer: "",
  stipendCurrency: "INR",
  stipendType: "per month",
  stipendMin: "",
  stipendMax: "",
};

export const experiences: Row[] = [
  ["list companies", "GET /api/companies", "401 200 200 200 200 200"],
  ["list experiences", "GET /api/experiences", "401 200 200 200 200 200"],
  ["share an experience", "POST /api/experiences", "401 201 201 201 403 403", experience],
  ["read an experience", "GET /api/experiences/{experience}", "401 200 200 200 200 200"],
  [
    "change an experience",
    "PUT /api/experiences/{experience}",
    "401 403 200 403 403 403",
    { role: "Firmware engineer" },
  ],
  ["delete an experience", "DELETE /api/experiences/{experience}", "401 403 204 204 204 403"],
  ["thank for an experience", "PUT /api/experiences/{experience}/thanks", "401 200 403 200 403 403", {}],
  [
    "take thanks for an experience back",
    "DELETE /api/experiences/{experience}/thanks",
    "401 200 403 200 403 403",
  ],
  [
    "bring an experience back",
    "POST /api/experiences/{binnedExperience}/restore",
    "401 404 200 404 200 403",
    {},
  ],
  ["see the companies", "GET /companies", "200 200 200 200 200"],
  ["see a company that no job names", "GET /companies/{companyOfExperience}", "404 200 200 200 200"],
  ["see an experience", "GET /experiences/{experience}", "login 200 200 200 200"],
  ["open the form for an experience", "GET /experiences/new", "login 200 200 200 200"],
  ["share on the page", "POST /experiences/new", "401 303 303 303 403", form],
  ["open an experience's form", "GET /experiences/{experience}/edit", "login 403 200 403 200"],
  ["send an experience's form", "POST /experiences/{experience}/edit", "401 403 303 403 403", form],
  ["thank on the page", "POST /experiences/{experience}", "401 303 403 303 403", { intent: "thank" }],
  [
    "take thanks back on the page",
    "POST /experiences/{experience}",
    "401 303 403 303 403",
    { intent: "take-thanks-back" },
  ],
  ["delete on the page", "POST /experiences/{experience}", "401 403 303 303 303", { intent: "delete" }],
  ["report an experience", "GET /reports/new?subject=experience&id={experience}", "login 200 404 200 404"],
  ["say how a tracked job went", "POST /jobs/{job}", "401 303 303 303 303", { intent: "say-how" }],
  ["not say how it went", "POST /jobs/{job}", "401 303 303 303 303", { intent: "not-say-how" }],
];
