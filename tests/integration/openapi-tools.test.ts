import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { readDocument } from "../support/openapi.ts";

// A third-party linter, because our own checks share our own mistakes.

const server = await shareServer(unlimited);

test("Redocly's recommended rules find no problem in the OpenAPI document", async () => {
  const source = JSON.stringify(await readDocument(server));
  const config = await createConfig({
    extends: ["recommended"],
    // Part of "recommended" in newer versions only.
    rules: { "no-required-schema-properties-undefined": "error" },
  });
  // Under /api/messages an id and fixed words share a position, and fixed words win: /api/messages/seen/{messageId}.
  const isMeant = ({ ruleId, message }: { ruleId: string; message: string }) =>
    ruleId === "no-ambiguous-paths" && message.match(/`\/api\/messages\//g)?.length === 2;
  expect((await lintFromString({ source, config })).filter((problem) => !isMeant(problem))).toEqual([]);
  const broken = source.replace('"operationId":"listJobs",', "").replace(/"info":\{/, '"infos":{');
  expect(await lintFromString({ source: broken, config })).not.toEqual([]);
});
