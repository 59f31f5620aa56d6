import { resolve } from "node:path";
import type { Config } from "@react-router/dev/config";

export default { buildDirectory: resolve("build/bench-peer") } satisfies Config;
