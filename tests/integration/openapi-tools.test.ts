import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { readDocument } from "../support/openapi.ts";

// A linter that knows nothing of this project.

const server = await shareServer(unlimited);

test("Redocly's recommended rules find nothing", async () => {
  const source = JSON.stringify(await readDocument(server));
  const config = await createConfig({
    extends: ["recommended"],
    // Newer versions recommend it.
    rules: { "no-required-schema-properties-undefined": "error" },
  });
  // A message's address stands beside fixed words, which win: /api/messages/seen/{messageId}.
  const isMeant = ({ ruleId, message }: { ruleId: string; message: string }) =>
    ruleId === "no-ambiguous-paths" && message.match(/`\/api\/messages\//g)?.length === 2;
  expect((await lintFromString({ source, config })).filter((problem) => !isMeant(problem))).toEqual([]);
  const broken = source.replace('"operationId":"listJobs",', "").replace(/"info":\{/, '"infos":{');
  expect(await lintFromString({ source: broken, config })).not.toEqual([]);
});
