import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // One cached file names all routes: asking for each as its link appears costs a round trip on slow connections.
  routeDiscovery: { mode: "initial" },
  // A route's `clientLoader` is too small for a file of its own.
  splitRouteModules: false,
  // The build has several programs: the server's is index.js.
  serverBuildFile: "[name].js",
} satisfies Config;
