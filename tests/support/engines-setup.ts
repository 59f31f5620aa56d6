import { afterAll } from "vitest";
import { stopEngines } from "./engines.ts";

afterAll(stopEngines);
