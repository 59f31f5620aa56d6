import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cached file names all routes. Fetching each when its link appears would cost round trips on slow connections.
  routeDiscovery: { mode: "initial" },
  // A route's `clientLoader` is too small for a file of its own.
  splitRouteModules: false,
  // The build has several programs. The server is index.js.
  serverBuildFile: "[name].js",
} satisfies Config;
