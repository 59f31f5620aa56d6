import type { TestServer } from "./server.ts";
import { Visitor } from "./visitor.ts";

/** The tests' people: all of them made up. */
export const people = {
  asha: { firstName: "Asha", lastName: "Verma", email: "asha.verma@college.example", batchYear: 2027 },
  rohan: { firstName: "Rohan", lastName: "Pillai", email: "rohan.pillai@college.example", batchYear: 2026 },
  meera: { firstName: "Meera", lastName: "Nair", email: "meera.nair@college.example", batchYear: 2019 },
  kabir: { firstName: "Kabir", lastName: "Sethi", email: "kabir.sethi@college.example", batchYear: 2029 },
} as const;
export type PersonName = keyof typeof people;
export const password = "a good long secret";

/** The body of a registration. */
export function registration(name: PersonName, email: string = people[name].email) {
  return {
    ...people[name],
    email,
    phone: "98765 43210",
    countryCode: "+91",
    password,
    skills: ["Python", "sketching"],
  };
}

export interface Member extends Visitor {
  id: string;
  token: string;
  name: string;
  email: string;
}

/** Registers one of the people by the API. Returns a visitor that sends their token with every call. */
export async function join(server: TestServer, name: PersonName, email?: string): Promise<Member> {
  const visitor = new Visitor(server.url);
  const response = await visitor.call("POST", "/api/users/register", registration(name, email));
  if (response.status !== 201)
    throw new Error(`registering ${name}: ${response.status} ${JSON.stringify(response.body)}`);
  const { token, user } = response.body as {
    token: string;
    user: { id: string; name: string; email: string };
  };
  visitor.token = token;
  return Object.assign(visitor, { id: user.id, token, name: user.name, email: user.email });
}

/** Makes a member an administrator, as `npm run make-admin` does. */
export function makeAdmin(server: TestServer, member: Member): void {
  server.database().prepare("update users set is_admin = 1 where id = ?").run(Number(member.id));
}

/** A valid job. */
export const job = {
  opportunityType: "Internship",
  title: "Firmware intern, motor control",
  locations: ["Pune", "Kochi"],
  industry: "Manufacturing",
  workplaceType: "On-site",
  salaryCurrency: "INR",
  salaryType: "per month",
  salaryMin: 25_000,
  salaryMax: 40_000,
  description: "Write and test the control loops of small robots.",
  requiredSkills: ["C", "oscilloscope"],
  minExperience: 0,
  maxExperience: 2,
  education: "Any branch, third year or later",
  deadline: "2099-12-31",
  applicationMethod: "website",
  applicationLink: "https://northlight.example/apply",
  companyName: "Northlight Robotics",
  companyWebsite: "https://northlight.example",
  companyDescription: "Small robots for narrow rooms.",
  contactName: "Ila Rao",
  contactEmail: "ila.rao@northlight.example",
  contactPhone: "+91 98200 00000",
};

/** A valid event, on a day that is far away. */
export const event = {
  title: "Soldering for beginners",
  description: "Bring nothing but curiosity. Irons and tin are there.",
  date: "2099-03-01T18:30",
  location: "Electronics lab, block C",
  eventType: "workshop",
  registrationLimit: 25,
  registrationLink: null,
  imageUrl: null,
};
