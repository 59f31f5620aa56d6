import { describe, expect, test, vi } from "vitest";

const job = {
  id: 7,
  postedAt: 0,
  title: "Firmware intern",
  description: "Motors",
  companyName: "Northlight",
  locations: ["Pune"],
  deadline: "2030-12-31",
  applicationMethod: "here",
  opportunityType: "internship",
  requiredSkills: [],
  salaryMin: null,
  salaryMax: null,
};

describe.each([
  ["America/Los_Angeles", "2031-01-01T07:59:59.000Z", "US", "United States"],
  ["Asia/Kolkata", "2030-12-31T18:29:59.000Z", "IN", "India"],
  ["Pacific/Auckland", "2030-12-31T10:59:59.000Z", "NZ", "New Zealand"],
  ["Europe/Berlin", "2030-12-31T22:59:59.000Z", "DE", "Germany"],
])("in %s", (timeZone, validThrough, country, name) => {
  test("a posting's data ends with the last second of its deadline, and names its location or the applicants' country", async () => {
    vi.stubEnv("TIME_ZONE", timeZone);
    vi.resetModules();
    const { serializeJobPosting } = await import("./structured-data.server.ts");
    const read = (workplaceType: string) =>
      JSON.parse(serializeJobPosting({ ...job, workplaceType } as never, "https://site.example"));
    expect(read("on-site")).toMatchObject({
      validThrough,
      jobLocation: [{ address: { addressLocality: "Pune", addressCountry: country } }],
    });
    expect(read("remote")).toMatchObject({
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: { "@type": "Country", name },
    });
    expect(read("remote").jobLocation).toBeUndefined();
  });
});
