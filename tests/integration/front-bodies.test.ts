import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";

const test = createTest(unlimited);

test.for(["/feedback", "/confirm-email", "/forgot-password", "/reset-password", "/login", "/register"])(
  "no body posted to %s causes a server error",
  async (path, { server, guest }) => {
    const bodies: [type: string | undefined, body: string, statuses: number[]][] = [
      ["application/json", '{"text":1}', [415]],
      ["text/plain", "text=1", [415]],
      ["multipart/form-data", "text", [400]],
      ["multipart/form-data; boundary=x", "--x\r\nbroken", [400]],
      ["application/x-www-form-urlencoded", "%ff=%00&text=%ed%a0%80&text=&email[]=a&__proto__=1", [410, 422]],
      [undefined, "", [410, 422]],
    ];
    for (const [type, body, statuses] of bodies) {
      const answer = await guest.fetch(path, {
        method: "POST",
        headers: type ? { "Content-Type": type } : {},
        ...(body && { body: new TextEncoder().encode(body) }),
      });
      expect(statuses, `${type} ${body}`).toContain(answer.status);
    }
    expect(server.logged()).not.toContain('"level":"error"');
  },
);
